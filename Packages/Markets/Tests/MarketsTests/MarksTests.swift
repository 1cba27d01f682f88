import BasicsTesting
import Components
import Foundation
import Navigation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Marked rows")
@MainActor
struct MarksTests {
  private let effects = FakeEffects()
  private let source = FakeSource()

  private func press(_ presses: KeyPress..., on screen: any Screen) {
    for press in presses where !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
  }

  private func list(_ repository: FakeRepository = FakeRepository()) async -> CoinListScreen {
    let model = CoinListViewModel(repository: repository, clock: ImmediateClock(), now: { FakeRepository.date })
    await model.load()
    return CoinListScreen(model: model, source: source, effects: effects)
  }

  private func text(_ screen: any Screen) -> String {
    let frame = screen.frame(size: Size(width: 100, height: 24), in: RenderEnvironment(isAnimated: false))
    return frame.buffer.lines.joined(separator: "\n")
  }

  @Test("marks or unmarks a row and moves to the next with Space, and removes all marks with Escape")
  func marking() async {
    let screen = await list()
    #expect(screen.keyMap.binding(for: KeyPress(.escape)) == nil)
    press(.character(" "), .character(" "), on: screen)
    #expect(screen.model.table.markedItems.map(\.name) == ["Coin 0", "Coin 1"])
    #expect(screen.model.selectedCoin?.symbol == "C2")
    #expect(text(screen).contains("✓"))
    #expect(text(screen).contains("2 marked"))
    press(KeyPress(.up), .character(" "), on: screen)
    #expect(screen.model.table.markedItems.map(\.name) == ["Coin 0"])
    press(KeyPress(.escape), on: screen)
    #expect(screen.model.table.marked.isEmpty)
  }

  @Test("keeps a coin's mark when the search that found the coin ends")
  func searched() async throws {
    // Given
    let id = try #require(CoinID("rare"))
    let rare = Coin(id: id, symbol: "RARE", name: "Rare", rank: 900, prices: CoinPrices(.aud, 1))
    let screen = await list(FakeRepository(unranked: [rare]))
    screen.model.search("rare")
    await settle { screen.model.table.items.contains { $0.id == id } }
    screen.model.table.select(id)

    // When
    press(.character(" "), on: screen)
    screen.model.search("")
    await screen.model.settle()

    // Then
    #expect(screen.model.table.markedItems.map(\.id) == [id])
  }

  @Test("compares two marked coins, or one marked coin and the selected coin")
  func comparing() async {
    let screen = await list()
    press(.character("w"), on: screen)
    #expect(effects.messages == ["Mark two coins to compare them."])
    press(.character(" "), .character("w"), KeyPress(.down), .character(" "), .character("w"), on: screen)
    #expect(
      source.commands == [
        .push(CoinDestination(coin: "coin-0", compare: "coin-1")),
        .push(CoinDestination(coin: "coin-0", compare: "coin-2")),
      ]
    )
  }

  @Test("opens the coin page with a comparison from a link")
  func comparisonLink() async {
    let model = CoinDetailViewModel("coin-3", repository: FakeRepository(), now: { FakeRepository.date })
    let screen = CoinDetailScreen(model: model, effects: effects)
    screen.appear()
    screen.show(CoinDestination(coin: "coin-3", compare: "coin-11"))
    await settle { model.comparison != nil }
    #expect(model.compared?.coin.symbol == "C11")
    screen.show(CoinDestination(coin: "coin-3", compare: "nothing"))
    await settle { !effects.messages.isEmpty }
    #expect(effects.messages[0].contains("There is no coin “nothing”"))
  }

  @Test("copies marked coins together, one line per coin")
  func copying() async {
    let screen = await list()
    press(.character(" "), .character(" "), .character("y"), on: screen)
    #expect(effects.menu?.title == "Copy 2 coins")
    effects.take("Symbols, names")
    #expect(effects.copied == ["C0\tCoin 0\t740.7\tAUD\nC1\tCoin 1\t728.355\tAUD"])
  }

  @Test("exports the marked coins as CSV, or the whole list if no coins are marked")
  func exporting() async throws {
    let screen = await list()
    press(.character(" "), .character("x"), on: screen)
    #expect(
      effects.exports["coins.csv"] == """
        rank,id,symbol,name,price,currency,change_24h_percent,market_cap,volume,tags,as_of\r
        1,coin-0,C0,Coin 0,740.7,AUD,-5,74074073400,0,deposit withdrawal,2026-01-31T12:00:00Z\r

        """
    )
    press(KeyPress(.escape), .character("x"), on: screen)
    let lines = try #require(effects.exports["coins.csv"]).split(separator: "\r\n")
    #expect(lines.count == screen.model.table.count + 1)
  }

  @Test("escapes coin names that spreadsheets would evaluate as formulas")
  func formulas() throws {
    let id = try #require(CoinID("x"))
    let coin = Coin(id: id, symbol: "=1+1", name: "@a\n,\"b\"", rank: nil, prices: CoinPrices(.aud, -2))
    let text = CoinsCSV([coin], currency: .aud, provenance: Provenance(asOf: FakeRepository.date)).text
    #expect(text.split(separator: "\r\n")[1].hasPrefix(#",x,'=1+1,"'@a ,""b""",-2,AUD,"#), "\(text)")
  }

  @Test("compares and copies marked holdings, and exports marked activities")
  func portfolio() async throws {
    // Given
    let ledger = try Ledgers.make(at: [(-2, Ledgers.buy(5, "coin-0")), (-1, Ledgers.buy(2, "coin-7"))])
    let model = PortfolioViewModel(ledger: ledger, repository: FakeRepository(), now: { FakeRepository.date })
    let screen = PortfolioScreen(model: model, source: source, effects: effects)
    screen.appear()
    await model.settle()

    // When
    press(.character(" "), .character(" "), .character("w"), .character("y"), on: screen)

    // Then
    #expect(source.commands == [.push(CoinDestination(coin: "coin-0", compare: "coin-7"))])
    #expect(effects.copied == ["C0\t5\t3703.5\t3698.5\nC7\t2\t1308.57\t1306.57"])

    // When
    press(KeyPress(.escape), KeyPress(.tab), .character(" "), .character("x"), on: screen)
    await settle { !effects.exports.isEmpty }

    // Then
    let lines = try #require(effects.exports["ledger.csv"]).split(whereSeparator: \.isNewline)
    #expect(lines.count == 2)
    #expect(lines[1].contains("coin-7"))
  }

  @Test("copies the conditions of marked alerts")
  func alerts() async throws {
    let store = memoryAlertStore(now: { FakeRepository.date })
    let coin = CoinReference(id: "coin-0", symbol: "c0")
    for limit in [1, 2] { try store.add(AlertRequest(coin: coin, condition: .above(Decimal(limit)), currency: "aud")) }
    let model = AlertsViewModel(store: store, repository: FakeRepository(), now: { FakeRepository.date })
    await model.load()
    let screen = AlertsScreen(model: model, source: source, effects: effects)
    press(.character(" "), .character(" "), .character("y"), on: screen)
    #expect(effects.copied == ["C0 above $1.00 AUD\nC0 above $2.00 AUD"])
  }
}
