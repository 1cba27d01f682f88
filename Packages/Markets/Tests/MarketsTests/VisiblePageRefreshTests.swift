import Basics
import BasicsTesting
import Components
import Foundation
import NetworkingTesting
import Portfolio
import Testing

@testable import Markets

@Suite("Auto-refresh of the visible page")
@MainActor
struct VisiblePageRefreshTests {
  private let repository = FakeRepository()
  private let clock = TestClock(date: FakeRepository.date)
  private let effects = FakeEffects()

  private func refresher() -> PriceRefresher {
    makeRefresher(
      repository,
      alerts: memoryAlertStore(now: { FakeRepository.date }),
      effects: effects,
      clock: clock
    )
  }

  private func advance() async {
    clock.advance(by: .seconds(300))
    repository.answer(with: Provenance(asOf: clock.date))
    await clock.waitForSleepers()
  }

  private func lines(_ screen: any Screen) -> String {
    let environment = RenderEnvironment(isAnimated: false)
    return screen.frame(size: Size(width: 120, height: 24), in: environment).buffer.lines.joined(separator: "\n")
  }

  @Test("reloads a visible coin page at the interval, and shows the interval")
  func coinPage() async throws {
    // Given
    let refresher = refresher()
    let model = CoinDetailViewModel(
      "coin-0",
      repository: source(),
      refresher: refresher,
      now: { [clock] in clock.date }
    )
    let screen = CoinDetailScreen(model: model, effects: effects)
    screen.appear()
    await model.settle()
    refresher.start()
    await clock.waitForSleepers()
    let (requests, charts) = (repository.queries.count, repository.ranges.count)

    // When
    await advance()

    // Then
    #expect(repository.queries.count == requests + 1)
    #expect(repository.queries.last?.policy == .maxAge(.seconds(270)))
    #expect(repository.ranges.count == charts + 1)
    #expect(lines(screen).contains("just now · every 5 min"))

    // When
    screen.disappear()
    await advance()

    // Then
    #expect(repository.queries.count == requests + 1)
    refresher.stop()
  }

  /// Returns the fake source with a quote store, and with the setting for the freshness.
  private func source(_ rule: @escaping @Sendable () -> Freshness.Rule = { .automatic }) -> QuotingRepository {
    QuotingRepository(
      repository,
      store: QuoteStore(now: { [clock] in clock.date }),
      rule: rule,
      plan: .free,
      budget: nil,
      now: { [clock] in clock.date }
    )
  }

  @Test("reloads a list with prices that are no longer fresh when it appears, even if auto-refresh is less frequent")
  func rarelyRefreshedList() async throws {
    // Given a list that was refreshed automatically, every 15 minutes
    let model = CoinListViewModel(repository: source(), now: { [clock] in clock.date })
    await model.load(.maxAge(.seconds(810)))
    model.disappear()

    // When the prices are fresh
    clock.advance(by: .seconds(299))
    model.appear()
    await model.settle()

    // Then
    #expect(repository.queries.count == 1)

    // When the prices are no longer fresh
    model.disappear()
    clock.advance(by: .seconds(1))
    model.appear()
    await model.settle()

    // Then
    #expect(repository.queries.map(\.policy) == [.maxAge(.seconds(810)), .maxAge(.seconds(300))])
  }

  @Test("applies a shorter freshness to a loaded list, coin page and chart when they appear")
  func shorterFreshness() async throws {
    // Given pages that are fresh for an hour
    let rule = Locked(Freshness.Rule.fixed(.seconds(3_600)))
    let source = source { rule.withLock { $0 } }
    let list = CoinListViewModel(repository: source, now: { [clock] in clock.date })
    let page = CoinDetailViewModel("coin-0", repository: source, now: { [clock] in clock.date })
    await list.load()
    await page.load()
    await page.loadChart()
    clock.advance(by: .seconds(120))
    list.appear()
    page.appear()
    await list.settle()
    await page.settle()
    #expect(repository.queries.count == 2)
    #expect(repository.ranges.count == 1)

    // When
    rule.withLock { $0 = .fixed(.seconds(60)) }
    list.appear()
    page.appear()
    await list.settle()
    await page.settle()

    // Then
    #expect(repository.queries.count == 4)
    #expect(repository.ranges.count == 2)
  }

  @Test("keeps the chart during a refresh, and reports a failed refresh")
  func keptChart() async throws {
    // Given
    let model = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
    let screen = CoinDetailScreen(model: model, effects: effects)
    screen.appear()
    await model.settle()

    // When
    let gate = Gate()
    repository.hold(at: gate)
    repository.fail(with: .refused(message: "Busy", underlying: nil))
    let load = Task { await model.loadChart(.refreshed) }
    await gate.waitForArrival()

    // Then
    #expect(model.history != nil)
    #expect(!lines(screen).contains("Loading 1W"))

    // When
    await gate.open()
    await load.value

    // Then
    #expect(model.history != nil)
    #expect(lines(screen).contains("The service says: Busy"))
  }

  @Test("reloads the visible portfolio at the interval, and shows the interval")
  func portfolio() async throws {
    // Given
    let refresher = refresher()
    let model = PortfolioViewModel(
      ledger: try Ledgers.holding([CoinHolding(coin: try #require(CoinID("coin-0")), amount: 2)]),
      repository: repository,
      refresher: refresher,
      now: { [clock] in clock.date }
    )
    let screen = PortfolioScreen(model: model, source: FakeSource(), effects: effects)
    screen.appear()
    await model.settle()
    refresher.start()
    await clock.waitForSleepers()
    let requests = repository.quoteRequests.count

    // When
    await advance()

    // Then
    #expect(repository.quoteRequests.dropFirst(requests).last?.policy == .maxAge(.seconds(270)))
    #expect(lines(screen).contains("just now · every 5 min"))

    // When
    screen.disappear()
    let later = repository.quoteRequests.count
    await advance()

    // Then
    #expect(repository.quoteRequests.count == later)
    refresher.stop()
  }
}
