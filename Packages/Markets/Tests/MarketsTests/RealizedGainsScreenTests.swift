import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Realized gains screen")
@MainActor
struct RealizedGainsScreenTests {
  @MainActor
  private struct Shown {
    let model: RealizedGainsViewModel
    let screen: RealizedGainsScreen
    let source = FakeSource()
    let ledger: FileLedger

    init(_ entries: [Ledgers.Entry] = Shown.entries) async throws {
      ledger = try Ledgers.make(at: entries)
      model = RealizedGainsViewModel(
        ledger: ledger,
        repository: FakeRepository(),
        timeZone: .gmt,
        now: { FakeRepository.date }
      )
      screen = RealizedGainsScreen(model: model, source: source)
      screen.appear()
      await model.settle()
    }

    static let coin = CoinReference(id: "coin-0", symbol: "c0")
    static let other = CoinReference(id: "coin-7", symbol: "c7")

    /// Sales in 2025 and 2026, one with an unknown cost, and a swap without a price.
    static let entries: [Ledgers.Entry] = [
      (-9_000, .buy(Trade(coin: coin, amount: 2, price: UnitPrice(500, "aud"), fee: 1))),
      (-8_000, .buy(Trade(coin: coin, amount: 1, price: UnitPrice(700, "aud")))),
      (-7_500, .receive(Transfer(coin: other, amount: 3))),
      (-2_000, .sell(Trade(coin: coin, amount: Decimal(2.5), price: UnitPrice(900, "aud"), fee: 5))),
      (-300, .sell(Trade(coin: coin, amount: Decimal(0.25), price: UnitPrice(600, "aud")))),
      (-200, .sell(Trade(coin: other, amount: 1, price: UnitPrice(50, "aud")))),
      (-100, .swap(Swap(given: other, givenAmount: 1, received: coin, receivedAmount: 4))),
    ]

    func press(_ presses: KeyPress...) {
      for press in presses where !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
    }

    func text(_ size: Size = Size(width: 110, height: 20)) -> String {
      screen.frame(size: size, in: RenderEnvironment(isAnimated: false)).buffer.lines.joined(separator: "\n")
    }
  }

  @Test("shows the latest year's gains first, with the year's totals and the number of excluded sales")
  func golden() async throws {
    try GoldenScreens.expect(try await Shown().screen, matches: "gains.txt")
  }

  @Test("keeps the selected sale when the gains are loaded again, and reports whether a load was cancelled")
  func reloading() async throws {
    let shown = try await Shown()
    shown.model.rows.select(row: 1)
    shown.model.appear()
    #expect(shown.model.state.isLoading)
    await shown.model.settle()
    #expect(shown.model.rows.selectedID == 1)
    #expect(!shown.model.cancelLoading())
    shown.model.appear()
    #expect(shown.screen.canCancelLoading)
    #expect(shown.screen.isAnimating)
    #expect(shown.screen.cancelLoading())
    #expect(!shown.model.state.isLoading)
    #expect(shown.model.year == 2026)
    #expect(shown.model.rows.items.count == 2)
  }

  @Test("changes the visible year of realized gains with shortcuts and the mouse")
  func years() async throws {
    let shown = try await Shown()
    #expect(shown.model.year == 2026)
    shown.press(.character("<"))
    #expect(shown.model.year == 2025)
    #expect(shown.text().contains("2025-11-09"))
    shown.press(.character("<"))
    #expect(shown.model.year == 2025)
    _ = shown.screen.handle(.click(target: "markets.gains.years", index: 1, at: .zero, count: 1))
    #expect(shown.model.year == 2026)
  }

  @Test("opens the selected sale's coin, and switches to the other cost basis method")
  func keys() async throws {
    let shown = try await Shown()
    shown.press(KeyPress(.enter))
    #expect(shown.source.commands == [.push(CoinDestination(coin: "coin-0"))])
    shown.press(.character("M"))
    await shown.model.settle()
    #expect(shown.text().contains("various"))
  }

  @Test("shows gains as unknown if there is no exchange rate for the currency")
  func currency() async throws {
    let shown = try await Shown([
      (-9_000, .buy(Trade(coin: Shown.coin, amount: 1, price: UnitPrice(500, "sek")))),
      (-8_000, .sell(Trade(coin: Shown.coin, amount: 1, price: UnitPrice(700, "sek")))),
    ])
    #expect(shown.text().contains("Gain unknown"))
    #expect(shown.text().contains("No exchange rate from SEK to AUD for 2 entries"))
    #expect(!shown.text().contains("$0.00"))
  }

  @Test("cancels loading, keeps the visible gains, and loads gains again on request")
  func cancelling() async throws {
    // Given a page that has never loaded
    let model = RealizedGainsViewModel(
      ledger: try Ledgers.make(at: Shown.entries),
      repository: FakeRepository(),
      timeZone: .gmt,
      now: { FakeRepository.date }
    )
    let screen = RealizedGainsScreen(model: model, source: FakeSource())
    #expect(!screen.cancelLoading())

    // When
    screen.appear()
    #expect(screen.isAnimating)
    #expect(screen.cancelLoading())
    await model.settle()

    // Then
    #expect(model.state.problem == "Loading was cancelled.")
    screen.appear()
    await model.settle()
    #expect(model.shownYear?.year == 2026)
    screen.appear()
    #expect(screen.cancelLoading())
    await model.settle()
    #expect(model.state.problem == nil)
    #expect(model.shownYear?.year == 2026)
  }

  @Test("shows a message if no coins were sold")
  func empty() async throws {
    #expect(try await Shown([]).text().contains("Nothing was sold"))
  }

  @Test("names a swap without a value instead of saying that nothing was sold")
  func unvaluedSwap() async throws {
    let swap = Swap(given: Shown.other, givenAmount: 1, received: Shown.coin, receivedAmount: 4)
    let text = try await Shown([
      (-7_500, .receive(Transfer(coin: Shown.other, amount: 3))), (-100, .swap(swap)),
    ]).text()
    #expect(!text.contains("Nothing was sold"))
    #expect(text.contains("Swapped 1 C7 for 4 C0"))
    #expect(text.contains("has no value"))
  }

  @Test("never truncates a gain in a narrow window", arguments: [38, 50, 64, 80, 100, 120])
  func wholeNumbers(width: Int) async throws {
    let shown = try await Shown([
      (-9_000, .buy(Trade(coin: Shown.coin, amount: 900, price: UnitPrice(500, "aud")))),
      (-8_000, .sell(Trade(coin: Shown.coin, amount: 900, price: UnitPrice(990, "aud")))),
    ])
    let lines = shown.text(Size(width: width, height: 20)).split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("Gain +$441,000.00"), "\(lines)")
    #expect(lines.dropFirst(2).allSatisfy { !$0.contains("…") }, "\(lines)")
    #expect(lines.dropFirst(2).contains { $0.contains("+$441,000.00") }, "\(lines)")
  }
}

@Suite("Realized gains report")
struct RealizedGainsReportTests {
  private func report(symbol: String = "c0", _ note: String = "") throws -> RealizedGainsReport {
    let coin = CoinReference(id: symbol, symbol: symbol)
    let ledger = try Ledgers.make(at: [
      (-9_000, .buy(Trade(coin: coin, amount: 1, price: UnitPrice(500, "aud")))),
      (-8_000, .sell(Trade(coin: coin, amount: 1, price: UnitPrice(400, "aud")))),
    ])
    let gains = try ledger.snapshot().realizedGains(method: .fifo, in: "aud", timeZone: .gmt)
    return RealizedGainsReport(gains, timeZone: .gmt)
  }

  @Test("prevents spreadsheets from evaluating coin names as formulas")
  func formulas() throws {
    let csv = try report(symbol: "=CMD()").csv
    #expect(csv.contains("\r\n'=CMD(),'=CMD(),2025-01-21,2025-03-04,1,400,500,-100,aud,42,2025\r\n"), "\(csv)")
  }

  @Test("shows a loss with its sign in a table")
  func table() throws {
    let text = try report().text(for: OutputMode(layout: .terminal, width: 100))
    #expect(text.hasPrefix("2025\n"))
    #expect(text.contains("-$100.00"))
    #expect(text.contains("42"))
  }

  @Test("sanitizes hostile names in the realized gains report")
  func hostile() throws {
    let report = try report(symbol: "c\u{202E}0")
    for layout in [OutputMode.Layout.terminal, .linear, .records] {
      #expect(!report.text(for: OutputMode(layout: layout, width: 100)).contains("\u{202E}"))
    }
  }
}
