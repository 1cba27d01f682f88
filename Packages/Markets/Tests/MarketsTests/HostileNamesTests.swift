import Components
import Foundation
import Navigation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Names with terminal control characters")
@MainActor
struct HostileNamesTests {
  /// Escape sequences, C1 controls, a bidirectional override, a bell, and all kinds of line breaks.
  nonisolated static let hostile = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}\r\nFORGED\nLINE\u{2028}\u{85}\t\u{0}"

  /// A symbol with invisible characters that the ledger and the alerts accept, unlike control characters.
  nonisolated static let reordering = "c\u{202E}0\u{2066}\u{E0041}"

  nonisolated static func coin(_ name: String = hostile, id: String = "coin-0") -> Markets.Coin? {
    CoinID(id).map { id in
      var figures = MarketFigures()
      figures.change24h = 1
      figures.circulatingSupply = 5
      return Coin(
        id: id,
        symbol: name,
        name: "n" + name,
        rank: 1,
        prices: CoinPrices(.aud, 5),
        figures: figures,
        tags: [.other(name), .deposit],
        sparkline: [1, 2]
      )
    }
  }

  /// Checks that text contains no control characters except line feeds and the program's own color sequences.
  nonisolated static func expectHarmless(_ text: String, _ place: String) {
    var text = text
    // The program's own colors are SGR sequences of digits.
    text.replace(/\u{1B}\[[0-9;:]*m/, with: "")
    let commands: [ClosedRange<UInt32>] = [0...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069]
    let obeyed = text.unicodeScalars.filter { scalar in commands.contains { $0.contains(scalar.value) } }
    #expect(obeyed.isEmpty, "\(place): \(text.debugDescription)")
  }

  @Test(
    "draws charts with extremely different prices",
    arguments: [
      [1.7e308, -1.7e308], [-1.7e308, 0, 1.7e308], [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .nan],
    ] as [[Double]]
  )
  nonisolated func extremePrices(prices: [Double]) {
    #expect(
      CoinCells(.aud).sparkline(prices, width: 10).displayWidth()
        == (prices.contains(where: \.isFinite) ? prices.count : 0)
    )
  }

  @Test(
    "sanitizes names in printed output, so names never add a line",
    arguments: [OutputMode.terminal(width: 80), .records, .linear]
  )
  func printed(mode: OutputMode) throws {
    let provenance = Provenance(asOf: FakeRepository.date)
    func texts(_ coin: Markets.Coin) throws -> [(String, String)] {
      let quote = try #require(Quote(price: 2, time: FakeRepository.date, source: Self.reordering))
      let change = PriceChange(coin: coin, currency: .aud, quote: quote, previous: 1)
      let held = CoinReference(id: "coin-0", symbol: coin.symbol == "x" ? "x" : Self.reordering)
      let store = memoryAlertStore(now: { FakeRepository.date })
      let request = AlertRequest(coin: held, condition: .above(1), currency: "aud")
      let alert = try store.add(request)
      let quotes = AlertQuotes(["coin-0": ["aud": quote]], interval: .seconds(60))
      let fired = try #require(try store.check(quotes).fired.first)
      let check = PriceCheck(coin: coin, request: request, quote: quote, holds: true, time: FakeRepository.date)
      return [
        (
          "list",
          CoinListReport(
            CoinPage(coins: [coin], currency: .aud, hasMore: false, provenance: provenance),
            filter: CoinFilter(),
            sort: CoinSort(.rank),
            limit: 5,
            hasFigures: true,
            hasEUR: false
          ).text(for: mode)
        ),
        (
          "coin",
          CoinReport(coin, currency: .aud, provenance: provenance, hasEUR: false, now: FakeRepository.date).text(
            for: mode
          )
        ), ("watch", change.text(for: mode)),
        ("alerts", AlertReport([alert], now: FakeRepository.date).text(for: mode)),
        ("alert", SingleAlertReport(alert, .set(quote), now: FakeRepository.date).text(for: mode)),
        ("fired", FiredAlertReport(fired).text(for: mode)), ("check", PriceCheckReport(check).text(for: mode)),
      ]
    }
    let hostile = try texts(try #require(Self.coin()))
    let plain = try texts(try #require(Self.coin("x")))
    for (text, other) in zip(hostile, plain) {
      Self.expectHarmless(text.1, text.0)
      // A table can wrap a long name, but no line begins with the part of the name after its line break.
      #expect(!text.1.split(separator: "\n").contains { $0.hasPrefix("FORGED") || $0.hasPrefix("LINE") }, "\(text)")
      if mode == .records { #expect(text.1.count { $0 == "\n" } == other.1.count { $0 == "\n" }, "\(text)") }
    }
  }

  @Test("keeps every error message on one line")
  func problems() {
    let errors: [MarketsError] = [
      .refused(message: Self.hostile, underlying: nil), .rateLimited(nextTry: nil, serviceMessage: Self.hostile),
      .keyProblem(.invalid, serviceMessage: Self.hostile), .rangeNotAvailable(.all, reason: Self.hostile),
      .coinNotFound(Self.hostile, suggestions: []),
    ]
    for error in errors {
      let message = MarketsProblem(error, now: FakeRepository.date).message
      Self.expectHarmless(message, "\(error)")
      #expect(message.contains("FORGED"), "\(message)")
      #expect(!message.contains("\n"), "\(message)")
    }
  }

  @Test("sanitizes names on screens, in messages and in notifications")
  func screens() async throws {
    // Given
    let coin = try #require(Self.coin())
    let repository = FakeRepository([coin])
    let store = memoryAlertStore(now: { FakeRepository.date })
    let held = CoinReference(id: "coin-0", symbol: Self.reordering)
    try store.add(AlertRequest(coin: held, condition: .above(1), currency: "aud"))
    let missing = CoinReference(id: "gone", symbol: Self.reordering)
    try store.add(AlertRequest(coin: missing, condition: .above(1), currency: "aud"))
    let ledger = memoryLedger(now: { FakeRepository.date })
    try ledger.enter(
      .buy(Trade(coin: held, amount: 2, price: UnitPrice(1, "aud"))),
      note: "note\nFORGED\n" + Self.reordering
    )
    try ledger.enter(.receive(Transfer(coin: missing, amount: 2)), note: "note\nFORGED\n" + Self.reordering)
    let effects = FakeEffects()
    let now: @Sendable () -> Date = { FakeRepository.date }

    // When
    let refresher = makeRefresher(repository, alerts: store, effects: effects)
    await refresher.checkAlerts()
    let list = CoinListViewModel(repository: repository, refresher: refresher, now: now)
    let listScreen = CoinListScreen(model: list, source: FakeSource(), effects: effects)
    await list.load()
    let detail = CoinDetailViewModel("coin-0", repository: repository, now: now)
    let account = CoinAccountViewModel(ledger: ledger)
    let detailScreen = CoinDetailScreen(model: detail, account: account, effects: effects, timeZone: .gmt)
    detailScreen.appear()
    await detail.settle()
    await account.load(coin.id, in: .aud)
    detail.moveCursor(by: 1)
    let alerts = AlertsViewModel(store: store, repository: repository, now: now)
    await alerts.load()
    let alertsScreen = AlertsScreen(model: alerts, source: FakeSource(), effects: effects)
    let portfolio = PortfolioViewModel(ledger: ledger, repository: repository, now: now)
    let portfolioScreen = PortfolioScreen(model: portfolio, source: FakeSource(), effects: effects, timeZone: .gmt)
    portfolio.value.toggle()
    portfolioScreen.appear()
    await portfolio.settle()
    await portfolio.value.settle()
    portfolio.value.moveCursor(by: -1)

    // Then
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: 130, height: 40)
    for screen in [listScreen, detailScreen, alertsScreen, portfolioScreen] as [any Screen] {
      let tree = screen.body(size: size, in: environment)
      let place = "\(type(of: screen))"
      let lines = tree.frame(size: size, environment: environment).buffer.lines
      for line in lines {
        Self.expectHarmless(line, place)
        #expect(!line.hasPrefix("FORGED"), "\(place): \(lines.joined(separator: "\n"))")
        #expect(!line.hasPrefix("LINE"), "\(place): \(lines.joined(separator: "\n"))")
      }
      for line in tree.linearLines(in: environment).map(\.plainText) {
        Self.expectHarmless(line, place)
        #expect(!line.hasPrefix("FORGED"), "\(place), read out: \(line)")
        #expect(!line.hasPrefix("LINE"), "\(place), read out: \(line)")
      }
    }
    // Text in forms and confirmations is sanitized as well.
    #expect(detailScreen.keyMap.perform(.character("b")))
    for line in detailScreen.frame(size: size, in: environment).buffer.lines {
      Self.expectHarmless(line, "form")
    }
    // The program itself sanitizes messages and notifications again, and limits their number of lines.
    #expect(effects.messages.count == 2)
    #expect(effects.notifications.count == 1)
    for message in effects.messages {
      Self.expectHarmless(message, "message")
      #expect(!message.contains("\n"), "\(message)")
    }
  }
}
