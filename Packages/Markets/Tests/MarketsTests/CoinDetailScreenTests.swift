import Components
import Foundation
import Navigation
import Testing

@testable import Markets

@Suite("Coin page")
@MainActor
struct CoinDetailScreenTests {
  private static func shown(
    _ repository: FakeRepository = FakeRepository(),
    _ word: String = "coin-0",
    includesEUR: Bool = false
  ) async throws -> (CoinDetailViewModel, CoinDetailScreen, FakeEffects) {
    let model = CoinDetailViewModel(
      word,
      repository: repository,
      includesEUR: includesEUR,
      now: { FakeRepository.date.addingTimeInterval(180) }
    )
    let effects = FakeEffects()
    let screen = CoinDetailScreen(model: model, effects: effects, timeZone: .gmt)
    screen.appear()
    await model.settle()
    return (model, screen, effects)
  }

  @Test("shows the whole price at the chart's cursor in a narrow pane", arguments: [44, 50, 60])
  func wholeReading(width: Int) async throws {
    let point = PriceHistory.Point(date: FakeRepository.date, price: Decimal(136_630) + Decimal(61) / 100)
    let repository = FakeRepository(points: [point])
    let model = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
    let screen = CoinDetailScreen(model: model, effects: FakeEffects(), timeZone: .gmt)
    screen.appear()
    await model.settle()
    #expect(screen.keyMap.perform(KeyPress(.home)))
    let frame = screen.frame(size: Size(width: width, height: 24), in: RenderEnvironment(isAnimated: false))
    #expect(frame.buffer.lines.contains { $0.contains("136,630.61") })
  }

  @Test("shortens the reading at the chart's cursor before truncating it", arguments: [28, 36, 37, 38, 46, 52, 76])
  func shortReading(width: Int) async throws {
    let (model, screen, _) = try await Self.shown()
    model.moveCursor(by: -1)
    let frame = screen.frame(size: Size(width: width, height: 24), in: RenderEnvironment(isAnimated: false))
    let line = try #require(frame.buffer.lines.first { $0.hasPrefix("2026-01-") })
    #expect(line.contains("%") == (width > 36))
    #expect(!line.contains("…"), "\(line)")
    #expect(line.contains("since the start") == (width == 76), "\(line)")
  }

  @Test("shows the full names of all tags on a page beside a list")
  func tagNames() async throws {
    let model = CoinDetailViewModel("coin-0", repository: FakeRepository(), now: { FakeRepository.date })
    let screen = CoinDetailScreen(model: model, effects: FakeEffects(), timeZone: .gmt)
    screen.appear()
    await model.settle()
    let lines = screen.frame(size: Size(width: 60, height: 40), in: RenderEnvironment(isAnimated: false)).buffer.lines
    #expect(lines.contains { $0.contains("deposit") })
    #expect(lines.contains { $0.contains("withdrawal") })
  }

  @Test("shows the price chart as a line with a cursor")
  func line() async throws {
    let (model, screen, _) = try await Self.shown(includesEUR: true)
    model.setCursor(near: FakeRepository.date.addingTimeInterval(-24 * 3_600))
    try GoldenScreens.expect(screen, matches: "coin-line.txt")
  }

  @Test("shows the full price and change in a narrow window, and moves the tags to the figures")
  func narrow() async throws {
    let (_, screen, _) = try await Self.shown()
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: 40, height: 30)
    let lines = screen.frame(size: size, in: environment).buffer.lines
    #expect(lines[0].trimmingCharacters(in: .whitespaces) == "Coin 0 C0  $740.70 AUD  ▼ -5.00\u{A0}%")
    #expect(lines.contains { $0.hasPrefix("Tags") && $0.contains("deposit, withdrawal") })
  }

  @Test(
    "shows the age of the price next to it, or above the chart if there isn't enough room",
    arguments: [(80, 0), (40, 2)]
  )
  func age(width: Int, row: Int) async throws {
    let (_, screen, _) = try await Self.shown()
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: width, height: 30)
    let lines = screen.frame(size: size, in: environment).buffer.lines
    #expect(lines[row].trimmingCharacters(in: .whitespaces).hasSuffix("3 min ago"), "\(lines.prefix(4))")
    #expect(lines.prefix(4).count { $0.contains("ago") } == 1)
  }

  @Test(
    "marks outdated figures exactly once, regardless of their age",
    arguments: [(10.0, "just now"), (7_200, "2 h ago")]
  )
  func stale(seconds: Double, age: String) async throws {
    // The page is drawn three minutes after the repository's date.
    let asOf = FakeRepository.date.addingTimeInterval(180 - seconds)
    let (_, screen, _) = try await Self.shown(
      FakeRepository(provenance: Provenance(asOf: asOf, hasFailedRefresh: true))
    )
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: 80, height: 24)
    let lines = screen.frame(size: size, in: environment).buffer.lines
    #expect(!lines[0].contains(age))
    #expect(lines[1].contains("Couldn't refresh prices; showing prices from \(age)"), "\(lines.prefix(4))")
  }

  @Test("shows the price chart as bars and as candles")
  func otherStyles() async throws {
    let (_, screen, _) = try await Self.shown()
    #expect(screen.keyMap.perform(.character("z")))
    try GoldenScreens.expect(screen, matches: "coin-bars.txt")
    #expect(screen.keyMap.perform(.character("z")))
    try GoldenScreens.expect(screen, matches: "coin-candles.txt")
  }

  @Test(
    "keeps the chart in place when the cursor appears",
    arguments: ChartStyle.allCases,
    [Size(width: 40, height: 30), Size(width: 50, height: 16), Size(width: 80, height: 24)]
  )
  func stillChart(style: ChartStyle, size: Size) async throws {
    let (model, screen, _) = try await Self.shown(includesEUR: true)
    while model.style != style { model.showNextStyle() }
    func plot() -> Rectangle? {
      let frame = screen.frame(size: size, in: RenderEnvironment(isAnimated: false))
      return frame.plots["markets.chart"]?.area
    }
    let before = try #require(plot())
    for _ in 0..<3 {
      model.moveCursor(by: -1)
      #expect(plot() == before)
    }
  }

  @Test("reports a missing euro price on the coin page")
  func noEUR() async throws {
    let (_, screen, _) = try await Self.shown(FakeRepository(), "coin-1", includesEUR: true)
    try GoldenScreens.expect(screen, matches: "coin-no-euro.txt")
  }

  @Test("explains why a chart range is unavailable")
  func unavailable() async throws {
    let (model, screen, _) = try await Self.shown()
    model.show(.all)
    await model.settle()
    try GoldenScreens.expect(screen, matches: "coin-no-chart.txt")
  }

  @Test("reports an unknown coin on the coin page")
  func unknown() async throws {
    let (_, screen, _) = try await Self.shown(FakeRepository(), "nothing")
    try GoldenScreens.expect(screen, matches: "coin-unknown.txt")
  }

  @Test("changes the range with Tab and clicks, moves the cursor with arrows and the mouse, and copies the price")
  func keysAndMouse() async throws {
    // Given
    let (model, screen, effects) = try await Self.shown()
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: 80, height: 24)

    // When
    _ = screen.keyMap.perform(.character(">"))
    await model.settle()
    #expect(model.range == .month)
    let frame = screen.frame(size: size, in: environment)
    let tab = try #require(frame.targets.first { $0.name == "markets.ranges" && $0.index == 0 })
    _ = screen.handle(.click(target: tab.name, index: tab.index, at: tab.area.origin, count: 1))
    await model.settle()
    #expect(model.range == .day)
    _ = screen.keyMap.perform(KeyPress(.left))
    #expect(model.cursor.index == 49)
    let chart = screen.frame(size: size, in: environment)
    let prices = try #require(chart.targets.first { $0.name == "markets.chart" })
    _ = screen.handle(.drag(target: prices.name, index: nil, at: Point(x: 0, y: 5)))
    #expect(model.cursor.index == 0)
    _ = screen.keyMap.perform(.character("y"))
    effects.take("Price")

    // Then
    #expect(effects.copied == ["740.7"])
    #expect(screen.handle(.key(KeyPress(.down))))
    #expect(!screen.handle(.key(.character("q"))))
  }

  @Test(
    "moves the chart cursor to the clicked column, and ignores clicks on axis labels",
    arguments: [(ChartStyle.line, 80), (.line, 130), (.bars, 60), (.candles, 97)]
  )
  func clicks(style: ChartStyle, width: Int) async throws {
    // Given
    let (model, screen, _) = try await Self.shown()
    while model.style != style { model.showNextStyle() }
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: width, height: 24)
    func frame() -> RenderedFrame {
      screen.frame(size: size, in: environment)
    }
    let prices = try #require(frame().targets.first { $0.name == "markets.chart" }).area
    #expect(prices.minX > 5)
    #expect(prices.maxX == width)
    #expect(frame().target(at: Point(x: prices.minX - 1, y: prices.minY)) == nil)
    #expect(frame().target(at: Point(x: prices.minX, y: prices.maxY)) == nil)

    // When, Then: each column selects the nearest point. A candle is drawn at the start of its period, so the axis ends
    // where the last of sixteen periods starts.
    let last = style == .candles ? 49.0 * 15 / 16 : 49
    for column in prices.minX..<prices.maxX {
      _ = screen.handle(.click(target: "markets.chart", index: nil, at: Point(x: column, y: prices.minY), count: 1))
      let cursor = try #require(model.cursor.index)
      let place = prices.minX + Int((Double(cursor) / last * Double(prices.width - 1)).rounded())
      #expect(abs(place - column) <= prices.width / 49 + 1, "\(column)")
      guard style == .line else { continue }
      let row = Array(frame().buffer.lines[prices.maxY - 1])
      if row.count > place, !("\u{2800}"..."\u{28FF}").contains(row[place]) {
        #expect(row[place] == "│", "\(column)")
      }
    }
  }

  @Test("opens the list and a coin's page from links, and reads the chart's range from the link")
  func links() async throws {
    // Given
    let repository = FakeRepository()
    let source = FakeSource()
    let coordinator = MarketsCoordinator(
      source: source,
      effects: FakeEffects(),
      makeList: { CoinListViewModel(repository: repository) },
      makeCoin: { word, range in CoinDetailViewModel(word, repository: repository, range: range) }
    )
    let registry = try DestinationRegistry<any Screen>([coordinator])
    var shown: [String] = []
    let router = try Router(registry, home: CoinListDestination()) { shown.append($0.page.title) }

    // When
    _ = await router.queue.perform(.open(link: "markets/bitcoin?days=30"))
    _ = await router.queue.perform(.open(link: "markets"))

    // Then
    #expect(shown == ["Markets", "bitcoin", "Markets"])
    let path = try registry.catalog.path(of: "markets/bitcoin?days=30")
    #expect(path.targets.last == NavigationTarget(CoinDestination(coin: "bitcoin", days: ChartDays(30))))
  }

  @Test(
    "moves the chart cursor by a point, by a tenth of the points, or to either end, and hides it",
    arguments: [
      ([KeyPress(.right)], 0), ([KeyPress(.left)], 49), ([KeyPress(.left), KeyPress(.left)], 48),
      ([KeyPress(.left), KeyPress(.left, .shift)], 44), ([KeyPress(.home)], 0), ([KeyPress(.end)], 49),
      ([KeyPress(.home), KeyPress(.right, .shift)], 5), ([KeyPress(.home), .character("l")], 1),
      ([KeyPress(.end), .character("h")], 48), ([KeyPress(.home), KeyPress(.left)], 0),
      ([KeyPress(.left), KeyPress(.backspace)], nil),
    ] as [([KeyPress], Int?)]
  )
  func cursorKeys(presses: [KeyPress], index: Int?) async throws {
    let (model, screen, _) = try await Self.shown()
    for press in presses { #expect(screen.keyMap.perform(press)) }
    #expect(model.cursor.index == index)
  }

  @Test(
    "shows the next longer or shorter range, but none beyond the ends",
    arguments: [(">", PriceRange.month), ("<", .day), ("<<", .day), ("<>", .week), (">>>>>>>>>", .all)]
  )
  func rangeKeys(keys: String, range: PriceRange) async throws {
    let (model, screen, _) = try await Self.shown()
    for key in keys { #expect(screen.keyMap.perform(.character(key))) }
    #expect(model.range == range)
    await model.settle()
  }

  @Test("ignores clicks on ranges that don't exist, and clicks on a chart that hasn't been drawn")
  func strayClicks() async throws {
    let (model, screen, _) = try await Self.shown()
    #expect(!screen.handle(.click(target: "markets.ranges", index: 99, at: .zero, count: 1)))
    #expect(!screen.handle(.click(target: "markets.chart", index: nil, at: .zero, count: 1)))
    #expect(!screen.handle(.click(target: "elsewhere", index: 0, at: .zero, count: 1)))
    #expect(model.range == .week)
    #expect(model.cursor.index == nil)
  }

  @Test("shows the source's empty chart, a chart that is loading, and a cancelled page")
  func otherCharts() async throws {
    // Given
    let empty = FakeRepository(points: [])
    let (_, screen, _) = try await Self.shown(empty)
    func text(_ screen: CoinDetailScreen) -> String {
      let size = Size(width: 80, height: 24)
      return screen.frame(size: size, in: RenderEnvironment(isAnimated: false)).buffer.lines.joined(separator: "\n")
    }
    #expect(text(screen).contains("The source has no prices for 1W."))

    // When the user cancels the first loads
    let repository = FakeRepository()
    let (gate, other) = (Gate(), Gate())
    repository.hold(at: gate)
    repository.hold(at: other)
    let model = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
    let page = CoinDetailScreen(model: model, effects: FakeEffects(), timeZone: .gmt)
    page.appear()
    await gate.waitForArrival()
    await other.waitForArrival()

    // Then
    #expect(page.isAnimating)
    #expect(page.canCancelLoading)
    #expect(text(page).contains("Loading 1W"))
    #expect(page.cancelLoading())
    #expect(!page.cancelLoading())
    #expect(!page.isAnimating)
    #expect(text(page).contains("Loading cancelled"))
    await gate.open()
    await other.open()
    await model.settle()
    #expect(model.content == nil)
    #expect(model.history == nil)
  }
}
