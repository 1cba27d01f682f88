import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import Testing

@testable import Markets

@Suite("Coin list")
@MainActor
struct CoinListScreenTests {
  @MainActor
  private struct Shown {
    let model: CoinListViewModel
    let screen: CoinListScreen
    let source = FakeSource()
    let effects = FakeEffects()

    init(_ repository: FakeRepository, includesEUR: Bool = false, holdings: [CoinHolding]? = nil) {
      model = CoinListViewModel(
        repository: repository,
        includesEUR: includesEUR,
        favorites: FakeFavorites(Set(["coin-1"].compactMap { CoinID($0) })),
        ledger: holdings.map { try? Ledgers.holding($0) } ?? nil,
        refresher: makeRefresher(repository, alerts: memoryAlertStore(), effects: effects),
        clock: ImmediateClock(),
        now: { FakeRepository.date.addingTimeInterval(180) }
      )
      screen = CoinListScreen(model: model, source: source, effects: effects)
    }

    func appear() async {
      screen.appear()
      // The first frame determines the screen's height.
      _ = frame(Size(width: 130, height: 30))
      await model.settle()
    }

    /// Opens a key's menu, and chooses the row that begins with the given label.
    func choose(_ label: String, with key: Character) async {
      await press(.character(key))
      effects.take(label)
      await model.settle()
    }

    /// Handles a key in the same order as the program does: text fields, then key bindings, then the screen.
    func press(_ presses: KeyPress...) async {
      for press in presses {
        if screen.isEnteringText, press.typedText != nil {
          _ = screen.handle(.key(press))
        } else if !screen.keyMap.perform(press) {
          _ = screen.handle(.key(press))
        }
        await model.settle()
      }
    }

    func frame(_ size: Size = Size(width: 100, height: 20)) -> RenderedFrame {
      let environment = RenderEnvironment(isAnimated: false)
      return screen.frame(size: size, in: environment)
    }

    var text: String { frame().buffer.lines.joined(separator: "\n") }
  }

  // MARK: Golden files

  @Test("opens the form for a purchase of the selected coin")
  func buying() async {
    let shown = Shown(FakeRepository(), holdings: [])
    await shown.appear()
    let screen = CoinListScreen(model: shown.model, hasPortfolio: true, source: shown.source, effects: shown.effects)
    #expect(screen.keyMap.perform(.character("b")))
    #expect(shown.source.commands == [.push(CoinDestination(coin: "coin-0", opensPurchase: true))])
  }

  @Test("shows a cancelled first load without an error")
  func cancelledFirstLoad() async {
    let repository = FakeRepository()
    let shown = Shown(repository)
    let gate = Gate()
    repository.hold(at: gate)
    shown.screen.appear()
    shown.model.fill(rows: 20)
    await gate.waitForArrival()
    #expect(shown.screen.cancelLoading())
    await gate.open()
    await shown.model.settle()
    let text = shown.frame().buffer.lines.joined(separator: "\n")
    #expect(text.contains("Loading cancelled"))
    #expect(text.contains("Press r to load."))
    #expect(!text.contains("✗"))
  }

  @Test("marks favorites in a list pane beside a page, with a gap before the scroll bar", arguments: [50, 54])
  func favoriteInPane(width: Int) async throws {
    let id = try #require(CoinID("coin-1"))
    let repository = FakeRepository()
    let model = CoinListViewModel(
      repository: repository,
      favorites: FakeFavorites([id]),
      now: { FakeRepository.date }
    )
    let screen = CoinListScreen(model: model, source: FakeSource(), effects: FakeEffects())
    screen.appear()
    await model.load()
    await settle { model.favorites.contains(id) }
    let frame = screen.frame(size: Size(width: width, height: 20), in: RenderEnvironment(isAnimated: false))
    let row = try #require(frame.buffer.lines.first { $0.contains("C1 Coin 1") })
    #expect(row.contains("★"), "\(row)")
    #expect(row.contains("%") || row.contains("."), "\(row)")
    #expect([" █", " │"].contains { row.hasSuffix($0) }, "\(row)")
  }

  @Test("shows all columns, favorites, the sort order and the account value in a wide coin list")
  func loaded() async throws {
    let coin = try #require(CoinID("coin-0"))
    let shown = Shown(FakeRepository(), includesEUR: true, holdings: [CoinHolding(coin: coin, amount: 3)])
    await shown.appear()
    try GoldenScreens.expect(shown.screen, matches: "list-loaded.txt")
  }

  @Test("shows the full account value on one line in a narrow window, including the number of coins without a price")
  func narrow() async throws {
    let coins = ["coin-0", "gone"].compactMap { CoinID($0) }
    let shown = Shown(FakeRepository(), holdings: coins.map { CoinHolding(coin: $0, amount: 300) })
    await shown.appear()
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: 40, height: 10)
    let lines = shown.screen.frame(size: size, in: environment).buffer.lines
    #expect(lines[0].hasPrefix("$222,210.00, 1 unpriced"))
    #expect(lines[1].contains("Coin"))
    #expect(lines[2].contains("C0"))
  }

  @Test("keeps the header on one line at any width", arguments: [30, 40, 50, 60])
  func header(width: Int) async throws {
    let shown = Shown(FakeRepository(name: "CoinGecko (sample)"))
    await shown.appear()
    let size = Size(width: width, height: 10)
    let lines = shown.screen.frame(size: size, in: RenderEnvironment(isAnimated: false)).buffer.lines
    #expect(lines[1].contains("Coin"), "\(lines)")
  }

  @Test("shows the coin list for a source that has only prices")
  func priceList() async throws {
    let shown = Shown(FakeRepository(FakeRepository.coins(8), hasFigures: false))
    await shown.appear()
    try GoldenScreens.expect(shown.screen, matches: "list-prices-only.txt")
  }

  @Test("shows that the coin list is loading")
  func loading() async throws {
    try GoldenScreens.expect(Shown(FakeRepository()).screen, matches: "list-loading.txt")
  }

  @Test("shows a message for an empty coin list")
  func empty() async throws {
    let shown = Shown(FakeRepository([]))
    await shown.appear()
    try GoldenScreens.expect(shown.screen, matches: "list-empty.txt")
  }

  @Test("shows a failure if the coin list can't be loaded")
  func failed() async throws {
    let repository = FakeRepository()
    repository.fail(
      with: .rateLimited(nextTry: FakeRepository.date.addingTimeInterval(299), serviceMessage: "Slow\u{1B}[2J down.")
    )
    let shown = Shown(repository)
    await shown.appear()
    #expect(shown.screen.keyMap.binding(for: .character("/"))?.isEnabled == false)
    try GoldenScreens.expect(shown.screen, matches: "list-failed.txt")
  }

  @Test("shows the cached coin list with its age after a failure")
  func stale() async throws {
    let repository = FakeRepository(
      provenance: Provenance(
        asOf: FakeRepository.date.addingTimeInterval(-90_000),
        hasFailedRefresh: true,
        isFromCache: true,
        nextTry: FakeRepository.date.addingTimeInterval(240)
      )
    )
    let shown = Shown(repository)
    await shown.appear()
    try GoldenScreens.expect(shown.screen, matches: "list-stale.txt")
  }

  @Test("shows that a search has no matches")
  func nothingFound() async throws {
    let shown = Shown(FakeRepository())
    await shown.appear()
    await shown.press(.character("/"), .character("x"), .character("y"))
    try GoldenScreens.expect(shown.screen, matches: "list-nothing-found.txt")
  }

  // MARK: Keys and mouse

  @Test("opens the selected coin with Enter, even during a search, or with a double click")
  func opening() async throws {
    // Given
    let shown = Shown(FakeRepository())
    await shown.appear()

    // When
    await shown.press(KeyPress(.down), KeyPress(.enter))
    await shown.press(.character("/"), .character("4"), KeyPress(.enter))
    await shown.press(KeyPress(.escape))
    let target = try #require(shown.frame().targets.first { $0.name == "markets.coins" && $0.index == 2 })
    _ = shown.screen.handle(.click(target: target.name, index: target.index, at: .zero, count: 1))
    _ = shown.screen.handle(.click(target: target.name, index: target.index, at: .zero, count: 2))

    // Then
    let places = shown.source.commands.compactMap { $0.target?.value(as: CoinDestination.self)?.coin }
    #expect(places == ["coin-1", "coin-4", "coin-2"])
  }

  @Test("treats typed letters as search text instead of shortcuts until Escape or Tab ends the search")
  func searching() async {
    let shown = Shown(FakeRepository())
    await shown.appear()
    await shown.press(.character("/"), .character("c"), .character("2"))
    #expect(shown.screen.isEnteringText)
    #expect(shown.text.contains("Ünïcode"))
    #expect(!shown.text.contains("Coin 1 "))
    await shown.press(KeyPress(.tab))
    #expect(!shown.screen.isEnteringText)
    #expect(shown.model.filter.text == "c2")
    // The text is still visible, and typing continues at its end.
    #expect(shown.text.contains("c2"))
    await shown.press(.control("f"), KeyPress(.backspace))
    #expect(shown.screen.isEnteringText)
    #expect(shown.model.filter.text == "c")
    await shown.press(KeyPress(.tab), KeyPress(.escape))
    #expect(shown.model.filter.isOpen)
    #expect(shown.screen.keyMap.binding(for: KeyPress(.escape)) == nil, "without a search, the program handles the key")
  }

  @Test("focuses the search field when it is clicked during a search, and the list when a coin is clicked")
  func searchByMouse() async throws {
    let shown = Shown(FakeRepository())
    await shown.appear()
    await shown.press(.character("/"), .character("c"), KeyPress(.tab))
    func click(_ name: String, _ index: Int?) throws {
      let target = try #require(shown.frame().targets.first { $0.name == name && $0.index == index })
      _ = shown.screen.handle(.click(target: name, index: index, at: target.area.origin, count: 1))
    }
    try click("markets.search", nil)
    #expect(shown.screen.isEnteringText)
    try click("markets.coins", 1)
    #expect(!shown.screen.isEnteringText)
    #expect(shown.model.filter.text == "c")
  }

  @Test("loads more coins with m, or at the end of the list with G or the mouse wheel", arguments: ["G", "wheel", "m"])
  func more(way: String) async {
    let shown = Shown(FakeRepository())
    await shown.appear()
    _ = shown.frame()
    #expect(shown.model.table.count == 50)
    switch way {
    case "wheel": _ = shown.screen.handle(.scroll(target: CoinListScreen.target, index: nil, rows: 50))
    default: await shown.press(.character(Character(way)))
    }
    await settle { !shown.model.isLoading && shown.model.table.count > 50 }
    #expect(shown.model.table.count == 60)
    #expect(shown.screen.keyMap.binding(for: .character("m"))?.isEnabled == false)
  }

  @Test("shows the key for loading more coins in a narrow window")
  func hintForMore() async {
    let shown = Shown(FakeRepository())
    await shown.appear()
    #expect(shown.screen.keyMap.hints.prefix(4).contains { "\($0)".contains("More") })
  }

  @Test("sorts the list with shortcuts and clicks on headings, and marks the sorted heading")
  func sorting() async throws {
    let shown = Shown(FakeRepository())
    await shown.appear()
    await shown.press(.character("s"))
    #expect(shown.model.sort == CoinSort(.name))
    await shown.press(.character("S"))
    #expect(shown.text.contains("Coin ▼"))
    let heading = try #require(shown.frame().targets.first { $0.name == "markets.coins.column" && $0.index == 3 })
    _ = shown.screen.handle(.click(target: heading.name, index: heading.index, at: .zero, count: 1))
    #expect(shown.model.sort == CoinSort(.price))
  }

  @Test("provides shortcuts for favorites, tags, currency, reloading and auto-refresh")
  func otherKeys() async {
    // Given
    let repository = FakeRepository()
    let shown = Shown(repository)
    await shown.appear()

    // When
    await shown.choose("Favorites", with: "f")
    let marked = shown.model.table.count
    await shown.choose("deposit", with: "f")
    let tagged = shown.model.table.count
    await shown.choose("All coins", with: "f")
    await shown.choose("USD", with: "c")
    await shown.press(.character("r"), .character("R"))

    // Then
    #expect(marked == 1)
    #expect(tagged == 25)
    #expect(shown.model.table.count == 50)
    #expect(shown.model.currency == .usd)
    #expect(repository.queries.last?.policy == .refreshed)
    #expect(shown.effects.messages == ["Auto-refresh off."])
    shown.screen.disappear()
  }

  @Test("explains every shortcut that the coin list shows as a hint")
  func hints() async {
    let shown = Shown(FakeRepository())
    await shown.appear()
    let map = shown.screen.keyMap
    #expect(map.hints.count >= 6)
    #expect(map.bindings.allSatisfy { !$0.explanation.isEmpty && !$0.keys.isEmpty })
    // The program's own keys must stay available.
    for taken in ["q", "?", ":", "[", "]", "H", "1", "9"] {
      #expect(map.binding(for: .character(Character(taken))) == nil)
    }
  }

  @Test(
    "explains an empty list of filtered coins, and that more coins can be loaded unless the list is complete",
    arguments: [(60, true), (3, false)]
  )
  func noFavorites(count: Int, hasMore: Bool) async {
    // Given a list whose coins aren't favorites
    let repository = FakeRepository(FakeRepository.coins(count))
    let model = CoinListViewModel(repository: repository, favorites: FakeFavorites(), now: { FakeRepository.date })
    let screen = CoinListScreen(model: model, source: FakeSource(), effects: FakeEffects())
    await model.load()

    // When
    model.toggleOnlyFavorites()
    await model.settle()

    // Then
    let size = Size(width: 80, height: 20)
    let text = screen.frame(size: size, in: RenderEnvironment(isAnimated: false)).buffer.lines.joined(separator: "\n")
    #expect(text.contains("No matches"))
    #expect(text.contains("f shows all coins"))
    #expect(text.contains("Only loaded coins are filtered; m loads more.") == hasMore)
    await model.settle()
  }
}
