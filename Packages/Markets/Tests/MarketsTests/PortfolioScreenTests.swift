import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Portfolio screen")
@MainActor
struct PortfolioScreenTests {
  @MainActor
  private struct Shown {
    let model: PortfolioViewModel
    let screen: PortfolioScreen
    let source = FakeSource()
    let effects = FakeEffects()
    let ledger: FileLedger
    let repository: FakeRepository

    init(_ repository: FakeRepository = FakeRepository(), entries: [LedgerAction] = Shown.entries) async throws {
      self.repository = repository
      ledger = try PortfolioScreenTests.ledger(entries)
      model = PortfolioViewModel(
        ledger: ledger,
        repository: repository,
        now: { FakeRepository.date.addingTimeInterval(180) }
      )
      screen = PortfolioScreen(model: model, source: source, effects: effects)
      screen.appear()
      await model.settle()
    }

    static let entries: [LedgerAction] = [
      .buy(Trade(coin: coin(0), amount: 2, price: UnitPrice(500, "aud"), fee: 1)),
      .sell(Trade(coin: coin(0), amount: 1, price: UnitPrice(700, "aud"))),
      .receive(Transfer(coin: coin(7), amount: 3)),
      .swap(Swap(given: coin(7), givenAmount: 1, received: coin(5), receivedAmount: 4)),
      .receive(Transfer(coin: CoinReference(id: "gone", symbol: "gone"), amount: 9)),
    ]

    static func coin(_ number: Int) -> CoinReference { CoinReference(id: "coin-\(number)", symbol: "c\(number)") }

    /// Handles key presses in the same order as the program does.
    func press(_ presses: KeyPress...) {
      for press in presses where !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
    }

    func type(_ text: String) {
      for character in text { _ = screen.handle(.key(.character(character))) }
    }

    var text: String {
      let environment = RenderEnvironment(isAnimated: false)
      let size = Size(width: 120, height: 24)
      return screen.frame(size: size, in: environment).buffer.lines
        .joined(separator: "\n")
    }
  }

  /// Returns a ledger with fixed identifiers and times.
  private static func ledger(_ entries: [LedgerAction]) throws -> FileLedger {
    let ledger = memoryLedger(now: { FakeRepository.date })
    let rows = entries.enumerated().map { index, action in
      let id = UUID(uuid: (UInt8(index + 1), 0xAB, 0xCD, 0xEF, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))
      let time = FakeRepository.date.addingTimeInterval(Double(index - 10) * 86_400)
      return LedgerImportRow(position: .line(index + 1), entry: LedgerEntry(id: id, time: time, action: action))
    }
    try ledger.add(rows)
    return ledger
  }

  @Test("never truncates a seven-digit price in the holdings table", arguments: [80, 84, 86, 88, 90, 100])
  func wideNumbers(width: Int) async throws {
    // Given
    var coin = FakeRepository.coins(1)[0]
    coin.prices = CoinPrices(.aud, Decimal(1_135_657) + Decimal(6) / 100)
    let shown = try await Shown(
      FakeRepository([coin]),
      entries: [
        .buy(Trade(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 1, price: UnitPrice(1_140_000, "aud")))
      ]
    )

    // When
    let frame = shown.screen.frame(size: Size(width: width, height: 20), in: RenderEnvironment(isAnimated: false))

    // Then
    let row = try #require(frame.buffer.lines.first { $0.contains("▸ ") && $0.contains("C0") })
    #expect(!row.contains("…"), "\(row)")
  }

  @Test("explains why nothing can be deleted while the holdings have the focus")
  func nothingToDelete() async throws {
    let shown = try await Shown()
    shown.press(.character("d"))
    #expect(shown.effects.messages == ["Only activities can be deleted. Tab goes to the activities."])
  }

  @Test("shows activities, and holdings with cost, gain and weight, including coins without a price")
  func golden() async throws {
    try GoldenScreens.expect(try await Shown().screen, matches: "portfolio.txt")
  }

  @Test(
    "omits a total or a column in a narrow window instead of cutting off a number",
    arguments: [38, 50, 62, 78, 90, 120]
  )
  func wholeNumbers(width: Int) async throws {
    // Given holdings with six digits before the decimal point
    let shown = try await Shown(entries: [
      .buy(Trade(coin: Shown.coin(0), amount: 900, price: UnitPrice(500, "aud"))),
      .sell(Trade(coin: Shown.coin(0), amount: 300, price: UnitPrice(900, "aud"))),
      .buy(Trade(coin: Shown.coin(7), amount: 300, price: UnitPrice(1_000, "aud"))),
    ])

    // When
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: width, height: 20)
    let lines = shown.screen.frame(size: size, in: environment).buffer.lines

    // Then
    #expect(lines[0].hasPrefix("Total $640,705.50"))
    #expect(lines.prefix(6).allSatisfy { !$0.contains("…") }, "\(lines.joined(separator: "\n"))")
    #expect(lines.contains { $0.contains("$444,420.00") })
  }

  @Test("loads no rates if another screen has loaded quotes")
  func storedQuotes() async throws {
    let shown = try await Shown(entries: [.buy(Trade(coin: Shown.coin(0), amount: 1, price: UnitPrice(1, "usd")))])
    let ranges = shown.repository.ranges
    #expect(!ranges.isEmpty)
    shown.model.showNewestQuotes()
    await shown.model.settle()
    #expect(shown.repository.ranges == ranges)
  }

  @Test("explains how to begin when the ledger is empty")
  func empty() async throws {
    try GoldenScreens.expect(try await Shown(entries: []).screen, matches: "portfolio-empty.txt")
  }

  @Test("asks before adding a reversal to undo an entry")
  func undo() async throws {
    // Given
    let shown = try await Shown()
    shown.press(.character("d"))
    #expect(!shown.text.contains("Delete this entry?"))
    shown.effects.messages = []
    shown.press(KeyPress(.tab), .character("d"))
    try GoldenScreens.expect(shown.screen, matches: "portfolio-undo.txt")

    // When the safe option is selected, nothing happens
    shown.press(KeyPress(.enter))
    #expect(try shown.ledger.snapshot().count == 5)
    shown.press(.character("d"), .character("y"))
    await settle { !shown.effects.messages.isEmpty }

    // Then
    await shown.model.settle()
    #expect(shown.effects.messages == ["Entry deleted."])
    #expect(try shown.ledger.snapshot().count == 6)
    #expect(try shown.ledger.snapshot().amount(ofCoin: "gone") == 0)
    #expect(shown.text.contains("Undid: Received 9 GONE"))
  }

  @Test("explains why an entry can't be undone")
  func refusedUndo() async throws {
    let shown = try await Shown()
    // The last activity is the purchase of coins that were partly sold.
    shown.press(KeyPress(.tab), KeyPress(.end), .character("d"), .character("y"))
    await settle { !shown.effects.messages.isEmpty }
    #expect(
      shown.effects.messages.map { $0.contains("You hold only 1 C0, but 2 are needed") } == [true],
      "\(shown.effects.messages)"
    )
    #expect(try shown.ledger.snapshot().count == 5)
  }

  @Test("opens the coin page for a holding or an activity with Enter")
  func open() async throws {
    let shown = try await Shown()
    shown.press(KeyPress(.enter))
    shown.press(KeyPress(.tab), KeyPress(.down), KeyPress(.enter))
    shown.press(.character("A"))
    #expect(
      shown.source.commands == [
        .push(CoinDestination(coin: "coin-5")), .push(CoinDestination(coin: "coin-7")), .push(AlertsDestination()),
      ]
    )
  }

  @Test("updates the portfolio's figures for the average method, another currency and new prices")
  func changes() async throws {
    let shown = try await Shown()
    #expect(shown.model.content?.account.cost == Decimal(string: "500.5"))
    shown.press(.character("m"))
    shown.effects.take("Change cost method")
    await shown.model.settle()
    #expect(shown.model.method == .average)
    #expect(shown.text.contains("average"))
    shown.model.setCurrency(.usd)
    await shown.model.settle()
    #expect(shown.model.content?.account.currency == "usd")
    #expect(shown.model.content?.account.cost == nil)
    #expect(shown.text.contains("Cost unknown"))
    #expect(shown.text.contains("No exchange rate from AUD to USD for 2 entries from 2026-01-21 to 2026-01-22"))
    let before = shown.repository.quoteRequests.count
    shown.press(.character("r"))
    await shown.model.settle()
    #expect(shown.repository.quoteRequests[before...].map(\.policy) == [.storedOnly, .refreshed])
  }

  @Test("shows held amounts without a network, and explains why prices are missing")
  func noPrices() async throws {
    let repository = FakeRepository()
    repository.fail(with: .refused(message: "closed today", underlying: nil))
    let shown = try await Shown(repository)
    #expect(shown.text.contains("Prices are missing: The service says: closed today"))
    #expect(shown.text.contains("C7"))
    // After the refusal, only cached quotes are read.
    #expect(repository.quoteRequests.filter { $0.policy != .storedOnly }.count == 1)
  }

  @Test("shows the selected coin's lots with their gains")
  func lots() async throws {
    let shown = try await Shown(entries: [
      .buy(Trade(coin: Shown.coin(0), amount: 1, price: UnitPrice(500, "aud"))),
      .buy(Trade(coin: Shown.coin(0), amount: 2, price: UnitPrice(800, "aud"))),
      .receive(Transfer(coin: Shown.coin(7), amount: 1)),
    ])
    shown.press(.character("L"))
    #expect(shown.text.contains("C0 lots"))
    #expect(shown.text.contains("+48.14\u{A0}%"))
    #expect(shown.text.contains("-7.41\u{A0}%"))
    #expect(shown.model.lots.items.map(\.gainPercent) == [Decimal(string: "48.14"), Decimal(string: "-7.4125")])
    try GoldenScreens.expect(shown.screen, matches: "portfolio-lots.txt")
    shown.press(KeyPress(.down))
    #expect(shown.text.contains("C7 lots"))
    #expect(shown.model.lots.items.map(\.gain) == [nil])
    shown.press(.character("L"))
    #expect(!shown.text.contains("lots"))
  }

  @Test("converts costs at the exchange rate on the purchase date")
  func rates() async throws {
    // Given a purchase in US dollars, which have the same value as Australian dollars in the source's histories
    let ledger = try Ledgers.make(at: [
      (-2, .buy(Trade(coin: Shown.coin(0), amount: 1, price: UnitPrice(500, "usd"))))
    ])
    let model = PortfolioViewModel(ledger: ledger, repository: FakeRepository(), now: { FakeRepository.date })

    // When
    await model.load()

    // Then
    #expect(model.content?.account.cost == 500)
    #expect(model.content?.notices == [])
    #expect(model.content?.rows.first?.unrealizedPercent == Decimal(string: "48.14"))
  }

  @Test("shows another screen's prices without requesting them again, and newer prices when they arrive")
  func sharedQuotes() async throws {
    // Given a list that has recorded its prices
    let repository = FakeRepository()
    let store = QuoteStore(now: { FakeRepository.date })
    let shared = QuotingRepository(
      repository,
      store: store,
      rule: { .automatic },
      plan: .free,
      budget: nil,
      now: { FakeRepository.date }
    )
    _ = try await shared.coins(CoinQuery(pageSize: 50))
    let model = PortfolioViewModel(
      ledger: try Self.ledger(Array(Shown.entries.prefix(2))),
      repository: shared,
      now: { FakeRepository.date }
    )

    // When
    await model.load()

    // Then
    #expect(repository.quoteRequests.isEmpty)
    #expect(model.content?.account.total == Decimal(string: "740.7"))

    // When another screen receives a newer price
    let quote = try #require(Quote(price: 1_000, time: FakeRepository.date + 30, source: "Fake"))
    store.record([coinID("coin-0"): [.aud: quote]])
    model.showNewestQuotes()
    await model.settle()

    // Then
    #expect(repository.quoteRequests.isEmpty)
    #expect(model.content?.account.total == 1_000)
  }

  @Test("opens the portfolio and the alerts, rather than coins with these names, from links")
  func links() async throws {
    // Given
    let repository = FakeRepository()
    let ledger = memoryLedger(now: { FakeRepository.date })
    let coordinator = MarketsCoordinator(
      source: FakeSource(),
      effects: FakeEffects(),
      makeList: { CoinListViewModel(repository: repository) },
      makeCoin: { word, range in CoinDetailViewModel(word, repository: repository, range: range) },
      portfolio: PortfolioPlaces(
        makePortfolio: { PortfolioViewModel(ledger: ledger, repository: repository) },
        makeGains: { RealizedGainsViewModel(ledger: ledger, repository: repository) },
        makeAlerts: { AlertsViewModel(store: memoryAlertStore(), repository: repository) }
      )
    )
    let registry = try DestinationRegistry<any Screen>([coordinator])
    var shown: [String] = []
    let router = try Router(registry, home: CoinListDestination()) { shown.append($0.page.title) }

    // When
    for link in ["markets/portfolio", "markets/alerts", "markets/alerts?coin=bitcoin", "markets/bitcoin"] {
      _ = await router.queue.perform(.open(link: link))
    }

    // Then
    #expect(shown == ["Markets", "Portfolio", "Alerts", "Alerts", "bitcoin"])
    let path = try registry.catalog.path(of: "markets/portfolio")
    #expect(path.targets.last == NavigationTarget(PortfolioDestination()))
  }

  @Test("opens the portfolio from the coin list with a shortcut")
  func listKeys() {
    let source = FakeSource()
    let effects = FakeEffects()
    let model = CoinListViewModel(repository: FakeRepository())
    let without = CoinListScreen(model: model, source: source, effects: effects)
    #expect(!without.keyMap.perform(.character("p")))
    let with = CoinListScreen(model: model, hasPortfolio: true, source: source, effects: effects)
    #expect(with.keyMap.perform(.character("p")))
    #expect(with.keyMap.perform(.character("A")))
    #expect(source.commands == [.push(PortfolioDestination()), .push(AlertsDestination())])
  }

  @Test("opens a new alert from a coin's page")
  func alertOfCoin() async throws {
    let model = CoinDetailViewModel("coin-0", repository: FakeRepository(), now: { FakeRepository.date })
    let account = CoinAccountViewModel(ledger: memoryLedger(now: { FakeRepository.date }))
    var opened: [String] = []
    let screen = CoinDetailScreen(
      model: model,
      account: account,
      openAlerts: { opened.append($0) },
      effects: FakeEffects(),
      timeZone: .gmt
    )
    screen.appear()
    await model.settle()
    #expect(screen.keyMap.perform(.character("a")))
    #expect(opened == ["coin-0"])
  }

  @Test("asks before closing a form that contains input on a coin's page")
  func leavingForm() async throws {
    // Given
    let model = CoinDetailViewModel("coin-0", repository: FakeRepository(), now: { FakeRepository.date })
    let account = CoinAccountViewModel(ledger: memoryLedger(now: { FakeRepository.date }))
    let screen = CoinDetailScreen(model: model, account: account, effects: FakeEffects(), timeZone: .gmt)
    screen.appear()
    await model.settle()
    let command = NavigationCommand.back()

    // When, Then: a form without input closes immediately
    #expect(screen.keyMap.perform(.character("b")))
    #expect(await screen.canLeave(for: command) == .allow)
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(!screen.isEnteringText)

    // When, Then: input is discarded after confirmation on the screen or in the form
    #expect(screen.keyMap.perform(.character("b")))
    _ = screen.handle(.key(.character("5")))
    guard case .confirm = await screen.canLeave(for: command) else { Issue.record("no confirmation"); return }
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(!screen.isEnteringText)
    guard case .confirm = await screen.canLeave(for: command) else { Issue.record("no confirmation"); return }
    #expect(screen.keyMap.perform(.character("y")))
    #expect(!screen.isEnteringText)
    #expect(await screen.canLeave(for: command) == .allow)
  }

  @Test("adds and shows a purchase of any coin using only the keyboard")
  func add() async throws {
    // Given
    let shown = try await Shown()
    #expect(!shown.screen.isEnteringText)
    shown.press(.character("a"))
    #expect(shown.screen.isEnteringText)
    await shown.screen.entry.settle()

    // When
    shown.type("coin-1")
    try GoldenScreens.expect(shown.screen, matches: "portfolio-form.txt")
    shown.press(KeyPress(.down), KeyPress(.enter))
    shown.type("2")
    shown.press(KeyPress(.enter))
    await settle { !shown.effects.messages.isEmpty }
    await shown.model.settle()

    // Then
    #expect(shown.effects.messages == ["Purchase recorded."])
    #expect(try shown.ledger.snapshot().amount(ofCoin: "coin-10") == 2)
    #expect(shown.text.contains("Bought 2 C10 at $617.25"))
  }

  @Test("fills in the form with the mouse, and records or cancels with its buttons")
  func mouse() async throws {
    // Given
    let shown = try await Shown()
    shown.press(.character("a"))
    await shown.screen.entry.settle()
    func click(_ target: String, _ index: Int) {
      _ = shown.screen.handle(.click(target: target, index: index, at: .zero, count: 1))
    }

    // When
    click("markets.entry.actions", 4)
    click("markets.entry", 1)
    shown.type("c0")
    click("markets.entry.suggestions", 0)
    shown.type("1")
    click("markets.entry.buttons", 0)
    await settle { !shown.effects.messages.isEmpty }

    // Then
    #expect(shown.effects.messages == ["Transfer recorded."])
    #expect(try shown.ledger.snapshot().amount(ofCoin: "coin-0") == 0)
    shown.press(.character("a"))
    click("markets.entry.buttons", 1)
    #expect(!shown.screen.isEnteringText)
  }

  @Test("asks before closing a portfolio form that contains input")
  func leavingTheForm() async throws {
    let shown = try await Shown()
    shown.press(.character("a"))
    #expect(await shown.screen.canLeave(for: .back()) == .allow)
    shown.type("x")
    guard case .confirm = await shown.screen.canLeave(for: .back()) else { Issue.record("no confirmation"); return }
    shown.press(KeyPress(.escape))
    #expect(shown.text.contains("Leave the form?"))
    shown.press(.character("y"))
    #expect(!shown.screen.isEnteringText)
  }

  @Test("edits the selected portfolio activity")
  func edit() async throws {
    // Given the receipt of an unknown coin as the latest activity
    let shown = try await Shown()
    shown.press(KeyPress(.tab), .character("e"))
    await shown.screen.entry.settle()
    try GoldenScreens.expect(shown.screen, matches: "portfolio-edit.txt")

    // When
    shown.press(KeyPress(.backspace))
    shown.type("8")
    shown.press(KeyPress(.enter))
    await settle { !shown.effects.messages.isEmpty }
    await shown.model.settle()

    // Then
    #expect(shown.effects.messages == ["Entry changed."])
    #expect(try shown.ledger.snapshot().amount(ofCoin: "gone") == 8)
    #expect(shown.text.contains("Received 8 GONE"))
  }

  @Test("keeps every form field reachable in a short window", arguments: [4, 6, 8, 10])
  func lowScreen(height: Int) async throws {
    let shown = try await Shown()
    shown.press(.character("a"))
    let environment = RenderEnvironment(isAnimated: false)
    for _ in 0..<8 {
      let frame = shown.screen.frame(size: Size(width: 60, height: height), in: environment)
      #expect(frame.buffer.lines.contains { $0.contains("▸") }, "\(frame.buffer.lines.joined(separator: "\n"))")
      shown.press(KeyPress(.tab))
    }
  }

  @Test("shows the held amounts before the prices are loaded")
  func amountsFirst() async throws {
    // Given the stored prices at once, and the requested prices later
    let repository = FakeRepository()
    let (stored, requested) = (Gate(), Gate())
    await stored.open()
    repository.hold(at: stored)
    repository.hold(at: requested)
    let model = PortfolioViewModel(
      ledger: try Self.ledger(Shown.entries),
      repository: repository,
      now: { FakeRepository.date }
    )

    // When
    model.appear()
    await requested.waitForArrival()

    // Then
    #expect(model.state.isLoading)
    #expect(model.content?.rows.map(\.coin.id).sorted() == ["coin-0", "coin-5", "coin-7", "gone"])
    #expect(model.holdings.items.count == 4)
    await requested.open()
    await model.settle()
    #expect(!model.state.isLoading)
  }
}
