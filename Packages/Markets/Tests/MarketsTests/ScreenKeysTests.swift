import Basics
import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

/// Tests that compare all keys of the screens, with their help texts and availability, with golden files.
@Suite("Keys of market screens")
@MainActor
struct ScreenKeysTests {
  private let repository = FakeRepository()
  private let effects = FakeEffects()
  private let source = FakeSource()

  /// Returns a line for each key binding except the keys that move in every list; disabled bindings are in parentheses.
  private func lines(_ map: KeyMap) -> String {
    let movement = Set([KeyBinding].listMovement.map(\.keys))
    let hasMovement = map.bindings.contains { movement.contains($0.keys) }
    let lines = map.bindings.filter { !movement.contains($0.keys) }.map { binding in
      let keys = binding.keys.map(\.description).joined(separator: " ")
      let line = "\(keys) | \(binding.label) | \(binding.explanation) | \(binding.prominence)"
      return binding.isEnabled ? line : "(\(line))"
    }
    let title = "\(map.title)\(map.isQuestion ? " (question)" : hasMovement ? " (list)" : "")"
    return ([title] + lines).joined(separator: "\n") + "\n"
  }

  private static let entries: [Ledgers.Entry] = [
    (-3, Ledgers.buy(2, "coin-0")), (-2, Ledgers.sell(1, "coin-0")),
    (-1, .receive(Transfer(coin: CoinReference(id: "coin-7", symbol: "c7"), amount: 3))),
  ]

  @Test("lists the coin list's keys before and after loading, with marks, and during and after a search")
  func list() async throws {
    let model = CoinListViewModel(
      repository: repository,
      favorites: FakeFavorites(),
      clock: ImmediateClock(),
      now: { FakeRepository.date }
    )
    let screen = CoinListScreen(model: model, hasPortfolio: true, source: source, effects: effects, timeZone: .gmt)
    var sections = [("not loaded", lines(screen.keyMap))]
    await model.load()
    sections.append(("loaded", lines(screen.keyMap)))
    press(.character(" "), on: screen)
    sections.append(("marked", lines(screen.keyMap)))
    press(.character("/"), .character("c"), .character("7"), on: screen)
    await model.settle()
    sections.append(("searching", lines(screen.keyMap)))
    press(KeyPress(.tab), on: screen)
    sections.append(("matches", lines(screen.keyMap)))
    try GoldenReports.expect(sections, matches: "keys-list.txt")
  }

  @Test("lists the coin page's keys without a ledger, with entries, in forms and in a comparison")
  func coin() async throws {
    let model = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
    let plain = CoinDetailScreen(model: model, effects: effects, timeZone: .gmt)
    var sections = [("not loaded", lines(plain.keyMap))]
    let account = CoinAccountViewModel(ledger: try Ledgers.make(at: Self.entries))
    let screen = CoinDetailScreen(
      model: model,
      account: account,
      openAlerts: { _ in },
      effects: effects,
      timeZone: .gmt
    )
    await model.load()
    await model.loadChart()
    sections.append(("without a ledger", lines(plain.keyMap)))
    sections.append(("loading the ledger", lines(screen.keyMap)))
    await account.load(try #require(CoinID("coin-0")), in: .aud)
    model.moveCursor(by: -1)
    sections.append(("with a cursor", lines(screen.keyMap)))
    press(.character("d"), on: screen)
    sections.append(("deleting", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("b"), on: screen)
    sections.append(("buying", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("e"), on: screen)
    sections.append(("editing", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("w"), on: screen)
    sections.append(("comparing", lines(screen.keyMap)))
    press(KeyPress(.escape), on: screen)
    #expect(await model.compare(with: "coin-11") == nil)
    sections.append(("compared", lines(screen.keyMap)))
    press(.character("m"), on: screen)
    let choices = try #require(effects.menu).choices.map(\.label)
    sections.append(("more", choices.joined(separator: "\n") + "\n"))
    try GoldenReports.expect(sections, matches: "keys-coin.txt")
  }

  @Test("lists the portfolio's keys for holdings, lots, activities, marks, the chart and the forms")
  func portfolio() async throws {
    let model = PortfolioViewModel(
      ledger: try Ledgers.make(at: Self.entries),
      repository: repository,
      now: { FakeRepository.date }
    )
    let screen = PortfolioScreen(
      model: model,
      readFile: { _ throws(ImportedFileError) in Data() },
      source: source,
      effects: effects,
      timeZone: .gmt
    )
    var sections = [("not loaded", lines(screen.keyMap))]
    await model.load()
    sections.append(("holdings", lines(screen.keyMap)))
    press(.character(" "), on: screen)
    sections.append(("marked holding", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("L"), on: screen)
    sections.append(("holdings above lots", lines(screen.keyMap)))
    press(KeyPress(.tab), on: screen)
    sections.append(("lots", lines(screen.keyMap)))
    press(.character("L"), .character(" "), on: screen)
    sections.append(("marked activity", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("V"), on: screen)
    await model.value.settle()
    sections.append(("chart", lines(screen.keyMap)))
    press(KeyPress(.left), on: screen)
    sections.append(("chart with a cursor", lines(screen.keyMap)))
    press(.character("I"), on: screen)
    sections.append(("import", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("a"), on: screen)
    sections.append(("new entry", lines(screen.keyMap)))
    press(.character("c"), .character("7"), on: screen)
    await screen.entry.settle()
    press(.character("x"), KeyPress(.backspace), on: screen)
    sections.append(("new entry with suggestions", lines(screen.keyMap)))
    press(KeyPress(.escape), on: screen)
    sections.append(("leaving the form", lines(screen.keyMap)))
    press(.character("y"), .character("m"), on: screen)
    let choices = try #require(effects.menu).choices.map(\.label)
    sections.append(("more", choices.joined(separator: "\n") + "\n"))
    try GoldenReports.expect(sections, matches: "keys-portfolio.txt")
  }

  @Test("omits the import from the portfolio's menu without a reader of files")
  func noImport() async throws {
    let model = PortfolioViewModel(
      ledger: try Ledgers.make(at: []),
      repository: repository,
      method: .average,
      now: { FakeRepository.date }
    )
    let screen = PortfolioScreen(model: model, source: source, effects: effects, timeZone: .gmt)
    await model.load()
    press(.character("m"), on: screen)
    let choices = try #require(effects.menu).choices.map(\.label)
    try GoldenReports.expect(
      [("empty", lines(screen.keyMap)), ("more", choices.joined(separator: "\n") + "\n")],
      matches: "keys-portfolio-empty.txt"
    )
  }

  @Test("lists the alerts' keys with and without alerts, with marks, and in the form")
  func alerts() async throws {
    let store = memoryAlertStore(now: { FakeRepository.date })
    let model = AlertsViewModel(
      store: store,
      repository: repository,
      refresher: makeRefresher(repository, alerts: store, effects: effects),
      now: { FakeRepository.date }
    )
    let screen = AlertsScreen(model: model, source: source, effects: effects)
    await model.load()
    var sections = [("empty", lines(screen.keyMap))]
    let coin = CoinReference(id: "coin-0", symbol: "c0")
    try store.add(AlertRequest(coin: coin, condition: .above(700), currency: "aud"))
    await model.load()
    sections.append(("alerts", lines(screen.keyMap)))
    press(.character(" "), on: screen)
    sections.append(("marked", lines(screen.keyMap)))
    press(.character("d"), on: screen)
    sections.append(("deleting", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("a"), on: screen)
    sections.append(("new", lines(screen.keyMap)))
    press(.character("c"), .character("7"), on: screen)
    await screen.latestSuggestions.settle()
    sections.append(("suggestions", lines(screen.keyMap)))
    press(KeyPress(.escape), .character("y"), .character("e"), on: screen)
    sections.append(("editing", lines(screen.keyMap)))
    try GoldenReports.expect(sections, matches: "keys-alerts.txt")
  }

  @Test("lists the keys for realized gains in the first and in the last year")
  func gains() async throws {
    let model = RealizedGainsViewModel(
      ledger: try Ledgers.make(at: [
        (-9_000, Ledgers.buy(3, "coin-0")), (-8_900, Ledgers.sell(1, "coin-0")), (-100, Ledgers.sell(1, "coin-0")),
      ]),
      repository: repository,
      timeZone: .gmt,
      now: { FakeRepository.date }
    )
    let screen = RealizedGainsScreen(model: model, source: source)
    var sections = [("not loaded", lines(screen.keyMap))]
    await model.load()
    sections.append(("last year", lines(screen.keyMap)))
    press(.character("<"), on: screen)
    sections.append(("first year", lines(screen.keyMap)))
    try GoldenReports.expect(sections, matches: "keys-gains.txt")
  }
}
