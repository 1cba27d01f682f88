import Basics
import BasicsTesting
import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Currency menu")
@MainActor
struct CurrencyMenuTests {
  private typealias Chooser = any Screen & CurrencyChoosing

  private let effects = FakeEffects()

  private func screens(_ choose: (@MainActor (CurrencyCode) -> Void)?) -> [Chooser] {
    let repository = FakeRepository()
    let ledger = memoryLedger(now: { FakeRepository.date })
    let source = FakeSource()
    return [
      CoinListScreen(
        model: CoinListViewModel(repository: repository),
        source: source,
        effects: effects,
        chooseCurrency: choose
      ),
      CoinDetailScreen(
        model: CoinDetailViewModel("coin-0", repository: repository),
        effects: effects,
        chooseCurrency: choose
      ),
      PortfolioScreen(
        model: PortfolioViewModel(ledger: ledger, repository: repository),
        source: source,
        effects: effects,
        chooseCurrency: choose
      ),
      AlertsScreen(
        model: AlertsViewModel(store: memoryAlertStore(), repository: repository),
        source: source,
        effects: effects,
        chooseCurrency: choose
      ),
    ]
  }

  @Test("offers the source's currencies on every screen, and stores the user's choice", arguments: 0..<4)
  func choosing(index: Int) {
    var chosen: [CurrencyCode] = []
    let screen = screens { chosen.append($0) }[index]
    #expect(screen.keyMap.perform(.character("c")))
    #expect(effects.menu?.title == "Currency")
    #expect(effects.menu?.choices.map(\.label) == ["AUD", "USD", "EUR"])
    #expect(effects.menu?.selected == 0)
    effects.take("EUR")
    #expect(chosen == [.eur])
  }

  @Test("returns to the currency of the visible prices when the load of another currency is cancelled")
  func cancelling() async {
    let repository = FakeRepository()
    var chosen: [CurrencyCode] = []
    let model = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    let screen = CoinListScreen(model: model, source: FakeSource(), effects: effects) { chosen.append($0) }
    await model.load()
    let gate = Gate()
    repository.hold(at: gate)
    model.setCurrency(.eur)
    await gate.waitForArrival()
    #expect(screen.cancelLoading())
    await gate.open()
    await model.settle()
    #expect(model.currency == .aud)
    #expect(model.content?.currency == .aud)
    #expect(chosen == [.aud])
  }

  @Test("shows the previous charts again when the load of another currency is cancelled")
  func cancellingCharts() async throws {
    let repository = FakeRepository()
    let model = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
    let screen = CoinDetailScreen(model: model, effects: effects, chooseCurrency: { model.setCurrency($0) })
    screen.appear()
    await model.settle()
    #expect(await model.compare(with: "coin-1") == nil)
    await model.settle()
    let chart = try #require(model.history)
    let gate = Gate()
    // The page and both charts load at the same time, in any order.
    for _ in 0..<3 { repository.hold(at: gate) }
    model.setCurrency(.eur)
    await gate.waitForArrival()
    #expect(screen.cancelLoading())
    await gate.open()
    await model.settle()
    #expect(model.currency == .aud)
    #expect(model.chart.problem == nil)
    #expect(model.history?.points == chart.points)
    #expect(model.history?.currency == .aud)
    #expect(model.comparison != nil)
  }

  @Test("changes only the current screen's currency if the choice can't be stored", arguments: 0..<4)
  func alone(index: Int) {
    let screen = screens(nil)[index]
    #expect(screen.keyMap.perform(.character("c")))
    effects.take("USD")
    #expect(screen.currencyModel.currency == .usd)
  }
}
