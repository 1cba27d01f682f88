import Basics
import Components
import Foundation
import Networking
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Texts for market errors")
struct MarketsTextTests {
  private struct Failure: Error, CustomStringConvertible {
    let description = "The cable is unplugged."
  }

  private static func errors() throws -> [MarketsError] {
    let ids = ["one", "two", "three", "four", "five", "six"]
    let listed = ids.prefix(2).map { SourceCoin(id: $0, symbol: "dup", name: $0) }
    let keys: [MarketsError.KeyProblem] = [.missing, .invalid, .planTooSmall, .paidKeyOnPublicHost, .demoKeyOnPaidHost]
    let match = CoinMatch(id: try #require(CoinID("one")), symbol: "DUP", name: "One", rank: nil)
    let service: [MarketsError] = [
      .service(NetworkError.cacheMiss(url: "http://markets.example")), .service(CancellationError()),
      .service(Failure()),
      .refused(message: "Closed.", underlying: nil), .rateLimited(nextTry: nil, serviceMessage: nil),
      .rateLimited(nextTry: FakeRepository.date + 30, serviceMessage: "Slow\tdown."),
    ]
    let keyProblems = keys.map { MarketsError.keyProblem($0, serviceMessage: nil) }
    let others: [MarketsError] = [
      .keyProblem(.invalid, serviceMessage: "Wrong key."), .rangeNotAvailable(.all, reason: "only 365 days"),
      .rangeNotAvailable(.days(2), reason: "no days"), .rangeNotAvailable(.days(1), reason: "no day"),
      .rangeNotAvailable(.days(0), reason: "zero days"), .noHistories(source: "Fake"),
      .coinNotFound("coyn", suggestions: []), .coinNotFound("coyn", suggestions: ["one"]),
      .coinNotFound("coyn", suggestions: ["one", "two"]), .coinNotFound("coyn", suggestions: ["one", "two", "three"]),
      .priceMissing(match), .ambiguousCoin("dup", choices: ids),
      .undecidedCoin(CoinIdentity(key: "dup", symbol: "dup"), choices: listed, source: "Fake"),
      .currencyNotAvailable(.jpy, available: [.aud, .usd, .eur]),
    ]
    return service + keyProblems + others
  }

  @Test("describes every error, and how to recover from it")
  func problems() throws {
    let lines = try Self.errors().map { error in
      let problem = MarketsProblem(error, now: FakeRepository.date)
      return "\(problem.message)\n  \(problem.hint ?? "–")"
    }
    try GoldenReports.expect([("errors", lines.joined(separator: "\n"))], matches: "problems.txt")
  }

  @Test("recognizes only a cancelled load as a cancellation")
  func cancellation() throws {
    let problems = try Self.errors().map { MarketsProblem($0, now: FakeRepository.date) }
    #expect(problems.map(\.isCancellation) == [false, true] + Array(repeating: false, count: problems.count - 2))
  }

  @Test(
    "states the longer refresh interval, the number of calls and the limit",
    arguments: [
      (
        600.0, 9_000, 10_000 as Int?,
        "Refreshing every 10 min to stay within this month's call limit (9000 of 10000 used)"
      ),
      (601, 9, nil, "Refreshing every 11 min to stay within this month's call limit (9 used)"),
    ]
  )
  func budget(seconds: Double, calls: Int, limit: Int?, notice: String) {
    let freshness = Freshness(.seconds(seconds), reason: .budget(CallUsage(calls: calls, limit: limit)))
    #expect(PriceAge.notice(of: freshness) == notice)
    #expect(PriceAge.notice(of: Freshness(.seconds(seconds))) == nil)
    #expect(PriceAge.notice(of: Freshness(.seconds(seconds), reason: .choice)) == nil)
  }

  @Test("names the first implausible price's coin, and counts the other coins once", arguments: [0, 1, 2, 3])
  func implausible(count: Int) throws {
    var page = CoinPage(coins: [], currency: .aud, hasMore: false, provenance: Provenance(asOf: .distantPast))
    page.implausiblePrices = try ["one", "one", "two"].prefix(count).map { try #require(CoinID($0)) }
    let notices = [
      nil, "Ignored implausible prices for one", "Ignored implausible prices for one",
      "Ignored implausible prices for one and 1 more",
    ]
    #expect(PriceAge.notice(ofImplausiblePricesIn: page) == notices[count])
  }

  @Test(
    "gives prices' age in a notice once they are stale",
    arguments: [
      (300.0, false, nil as TimeInterval?, nil as String?), (301, false, nil, "Showing prices from 5 min ago"),
      (-61, false, nil, "Showing prices of unknown age, because the clock was set back"),
      (10, true, nil, "Couldn't refresh prices; showing prices from just now"),
      (301, true, 30, "Couldn't refresh prices; showing prices from 5 min ago; next try in 30 s"),
      (301, true, -1, "Couldn't refresh prices; showing prices from 5 min ago"),
    ]
  )
  func age(age: TimeInterval, hasFailed: Bool, wait: TimeInterval?, notice: String?) {
    let now = FakeRepository.date
    let provenance = Provenance(asOf: now - age, hasFailedRefresh: hasFailed, nextTry: wait.map { now + $0 })
    #expect(PriceAge.notice(of: provenance, now: now) == notice)
    #expect(PriceAge.failure(of: provenance, now: now) == (hasFailed ? notice : nil))
  }

  @Test(
    "shows the time of fresh prices as a caption, and the age of stale prices",
    arguments: [(300.0, "11:55"), (301, "5 min ago"), (-61, "unknown age")]
  )
  @MainActor
  func caption(age: TimeInterval, text: String) {
    let environment = RenderEnvironment(isAnimated: false)
    let provenance = Provenance(asOf: FakeRepository.date - age)
    let caption = PriceAge.caption(of: provenance, now: FakeRepository.date, timeZone: .gmt, in: environment)
    #expect(caption.plainText == text)
  }

  @Test("states a past price with its source and the time in the user's time zone")
  func historicalPrice() {
    let price = HistoricalPrice(price: 800, time: FakeRepository.date)
    #expect(
      price.text(of: "BTC", in: .aud, source: "Fake", timeZone: .gmt)
        == "The price of BTC is $800.00 AUD, from Fake's chart (2026-01-31 12:00)."
    )
  }
}

@Suite("Failures of market screens")
@MainActor
struct MarketsScreenFailureTests {
  private let repository = FakeRepository()
  private let effects = FakeEffects()
  private let source = FakeSource()

  private func text(_ screen: any Screen) -> String? {
    switch MarketsScreenFailure(of: screen) {
    case .source(let problem): "source: \(problem.message)"
    case .store(let problem): "store: \(problem)"
    case nil: nil
    }
  }

  @Test("reports a failed load only while the list or the page has no content")
  func sources() async {
    let list = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    let coin = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
    let listScreen = CoinListScreen(model: list, source: source, effects: effects)
    let coinScreen = CoinDetailScreen(model: coin, effects: effects)
    #expect(text(listScreen) == nil)
    #expect(text(coinScreen) == nil)
    repository.fail(with: .noHistories(source: "Fake"))
    await list.load()
    await coin.load()
    let problem = "source: There are no charts: the source “Fake” has only current prices."
    #expect(text(listScreen) == problem)
    #expect(text(coinScreen) == problem)
    repository.fail(with: nil)
    await list.load()
    await coin.load()
    repository.fail(with: .noHistories(source: "Fake"))
    await list.load()
    await coin.load()
    #expect(list.state.problem != nil)
    #expect(coin.state.problem != nil)
    #expect(text(listScreen) == nil)
    #expect(text(coinScreen) == nil)
  }

  @Test("reports no failure for a readable ledger, readable alerts, and other screens")
  func stores() async throws {
    let portfolio = PortfolioViewModel(
      ledger: try Ledgers.make(at: []),
      repository: repository,
      now: { FakeRepository.date }
    )
    let alerts = AlertsViewModel(store: memoryAlertStore(), repository: repository, now: { FakeRepository.date })
    await portfolio.load()
    await alerts.load()
    #expect(text(PortfolioScreen(model: portfolio, source: source, effects: effects)) == nil)
    #expect(text(AlertsScreen(model: alerts, source: source, effects: effects)) == nil)
  }
}

@Suite("Cost basis methods")
struct CostBasisMethodTests {
  @Test("follow each other in a circle")
  func next() {
    #expect(CostBasisMethod.fifo.next == .average)
    #expect(CostBasisMethod.average.next == .fifo)
  }
}
