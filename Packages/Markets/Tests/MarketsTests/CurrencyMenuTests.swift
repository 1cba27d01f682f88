import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("The currency menu", .timeLimit(.minutes(1)))
@MainActor
struct CurrencyMenuTests {
  private typealias Chooser = any Screen & CurrencyChoosing

  private static func screens(_ choose: (@MainActor (CurrencyCode) -> Void)?) -> [Chooser] {
    let repository = FakeRepository()
    let ledger = memoryLedger(now: { FakeRepository.date })
    let (source, effects) = (FakeSource(), FakeEffects())
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

  private func press(_ presses: KeyPress..., on screen: Chooser) {
    for press in presses where !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
  }

  private func text(_ screen: Chooser) -> String {
    screen.frame(size: Size(width: 80, height: 24), in: RenderEnvironment(isAnimated: false)).buffer.lines
      .joined(separator: "\n")
  }

  @Test("offers the source's currencies on every screen, and hands the choice on", arguments: 0..<4)
  func choosing(index: Int) {
    var chosen: [CurrencyCode] = []
    let screen = Self.screens { chosen.append($0) }[index]
    press(.character("c"), on: screen)
    for code in ["AUD", "USD", "EUR"] { #expect(text(screen).contains(code)) }
    press(KeyPress(.down), KeyPress(.down), KeyPress(.enter), on: screen)
    #expect(chosen == [.eur])
    #expect(screen.menu == nil)

    press(.character("c"), KeyPress(.down), KeyPress(.escape), on: screen)
    #expect(screen.menu == nil)
    press(.character("c"), on: screen)
    #expect(screen.handle(.click(target: ChoiceMenu.target, index: 1, at: .zero, count: 1)))
    press(.character("c"), on: screen)
    #expect(screen.handle(.scroll(target: ChoiceMenu.target, index: nil, rows: 1)))
    #expect(screen.handle(.click(target: "elsewhere", index: nil, at: .zero, count: 1)))
    #expect(chosen == [.eur, .usd])
    #expect(screen.menu == nil)
  }

  @Test("changes the screen alone where nothing stores the choice", arguments: 0..<4)
  func alone(index: Int) {
    let screen = Self.screens(nil)[index]
    press(.character("c"), KeyPress(.down), KeyPress(.enter), on: screen)
    #expect(screen.currencyModel.currency == .usd)
  }
}
