import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Portfolio value chart")
@MainActor
struct ValueChartScreenTests {
  private struct Shown {
    let model: PortfolioViewModel
    let screen: PortfolioScreen
    let ledger: FileLedger
    let repository: FakeRepository

    @MainActor
    init(
      _ repository: FakeRepository = FakeRepository(),
      entries: [Ledgers.Entry] = [
        (-900, Ledgers.buy(2, "coin-0")), (-30, Ledgers.buy(30, "coin-7")), (-10, Ledgers.sell(1, "coin-0")),
        (-5, Ledgers.buy(9, "no coin")),
      ]
    ) async throws {
      self.repository = repository
      ledger = try Ledgers.make(at: entries)
      model = PortfolioViewModel(
        ledger: ledger,
        repository: repository,
        now: { FakeRepository.date.addingTimeInterval(180) }
      )
      screen = PortfolioScreen(model: model, source: FakeSource(), effects: FakeEffects(), timeZone: .gmt)
      screen.appear()
      await settle()
    }

    @MainActor
    func settle() async {
      await model.settle()
      await model.value.settle()
    }

    @MainActor
    func press(_ presses: KeyPress...) async {
      for press in presses {
        if !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
        await settle()
      }
    }

    @MainActor
    func text(_ width: Int = 100, _ height: Int = 30) -> String {
      let environment = RenderEnvironment(isAnimated: false)
      let size = Size(width: width, height: height)
      return screen.frame(size: size, in: environment).buffer.lines
        .joined(separator: "\n")
    }
  }

  @Test("sends no requests before the value chart is opened, and then one request per coin")
  func golden() async throws {
    // Given
    let shown = try await Shown()
    #expect(shown.repository.ranges.isEmpty)

    // When
    await shown.press(.character("V"))

    // Then
    #expect(shown.repository.ranges == [.month, .month])
    try GoldenScreens.expect(shown.screen, matches: "portfolio-value.txt")
  }

  @Test("shows the value and missing coins at the cursor, which follows the mouse")
  func cursor() async throws {
    let shown = try await Shown()
    await shown.press(.character("V"), KeyPress(.left))
    try GoldenScreens.expect(shown.screen, matches: "portfolio-value-cursor.txt")
    #expect(shown.text().contains("excluding NOC"))
    await shown.press(.character("h"), KeyPress(.left, .shift), KeyPress(.right), .character("l"))
    #expect(shown.model.value.cursor.index == 45)
    await shown.press(KeyPress(.backspace))
    #expect(shown.model.value.cursor.index == nil)
    let size = Size(width: 100, height: 30)
    let environment = RenderEnvironment(isAnimated: false)
    let frame = shown.screen.frame(size: size, in: environment)
    let values = try #require(frame.targets.first { $0.name == "markets.value.chart" }).area
    #expect(values.minX > 5)
    #expect(frame.target(at: Point(x: values.minX - 1, y: values.minY)) == nil)
    // There are 50 points in 49 hours, so each column has its own nearest point.
    let middle = Point(x: values.minX + (values.width - 1) / 2, y: values.minY)
    _ = shown.screen.handle(.click(target: "markets.value.chart", index: nil, at: middle, count: 1))
    #expect(shown.model.value.cursor.index == 24)
    _ = shown.screen.handle(.click(target: "markets.value.chart", index: nil, at: values.origin, count: 1))
    #expect(shown.model.value.cursor.index == 0)
    _ = shown.screen.handle(.drag(target: "markets.value.chart", index: nil, at: Point(x: 500, y: 2)))
    #expect(shown.model.value.cursor.index == 49)
    // Closing the chart removes the cursor.
    await shown.press(.character("V"), .character("V"))
    #expect(shown.model.value.cursor.index == nil)
    #expect(shown.model.value.isOpen)
  }

  @Test("keeps the value chart in place when the cursor appears", arguments: [50, 80, 130])
  func stillChart(width: Int) async throws {
    let shown = try await Shown()
    await shown.press(.character("V"))
    func plot() -> Rectangle? {
      let frame = shown.screen.frame(size: Size(width: width, height: 24), in: RenderEnvironment(isAnimated: false))
      return frame.plots[PortfolioScreen.chartTarget]?.area
    }
    let before = try #require(plot())
    for _ in 0..<3 {
      shown.model.value.moveCursor(by: -1)
      #expect(plot() == before)
    }
  }

  @Test("loads a value range when it is selected, marks unavailable ranges, and gives the reason")
  func ranges() async throws {
    // Given
    let shown = try await Shown()
    await shown.press(.character(">"))
    #expect(shown.repository.ranges.isEmpty)
    await shown.press(.character("V"), .character("<"))
    #expect(shown.model.value.range == .week)

    // When
    _ = shown.screen.handle(.click(target: "markets.value.ranges", index: 7, at: .zero, count: 1))
    await shown.settle()

    // Then no further requests are sent after the first refusal
    #expect(shown.repository.ranges == [.month, .month, .week, .week, .all, .all])
    try GoldenScreens.expect(shown.screen, matches: "portfolio-value-no-range.txt")
    await shown.press(.character("<"))
    #expect(shown.text().contains("(All)"))
    #expect(shown.model.value.history?.range == .fiveYears)
  }

  @Test("keeps the chart's values after a failure, and shows their age and a recovery suggestion")
  func failures() async throws {
    // Given
    let repository = FakeRepository()
    let shown = try await Shown(repository)
    repository.fail(with: .rateLimited(nextTry: FakeRepository.date.addingTimeInterval(240), serviceMessage: nil))

    // When, Then
    await shown.press(.character("V"))
    #expect(shown.text().contains("The service is limiting requests."))
    #expect(shown.text().contains("Next try in 60 s."))
    repository.fail(with: nil)
    repository.answer(with: Provenance(asOf: FakeRepository.date.addingTimeInterval(-90_000), hasFailedRefresh: true))
    await shown.press(.character("r"))
    #expect(shown.text().contains("Couldn't refresh prices; showing prices from 1 day ago"))
    repository.fail(with: .refused(message: "closed today", underlying: nil))
    await shown.press(.character("r"))
    #expect(shown.text().contains("The service says: closed today"))
    #expect(shown.model.value.history?.points.count == 50)
  }

  @Test("shows the loading progress of the value chart, and ignores a late response for an earlier range")
  func lateAnswers() async throws {
    // Given
    let repository = FakeRepository()
    let shown = try await Shown(repository)
    let gate = Gate()
    repository.hold(at: gate)

    // When
    let late = StartedTasks { #expect(shown.screen.keyMap.perform(.character("V"))) }
    await gate.waitForArrival()
    #expect(shown.text().contains("Loading 1M, 0 of 3 coins"))
    #expect(shown.screen.isAnimating)
    #expect(shown.screen.keyMap.perform(.character("<")))
    await shown.model.value.settle()
    await gate.open()
    await late.wait()

    // Then
    #expect(shown.model.value.history?.range == .week)
    #expect(!shown.model.value.state.isLoading)
  }

  @Test("cancels loads when the value chart disappears, and loads changed data when it appears again")
  func leaving() async throws {
    let repository = FakeRepository()
    let shown = try await Shown(repository)
    let gate = Gate()
    repository.hold(at: gate)
    #expect(shown.screen.keyMap.perform(.character("V")))
    await gate.waitForArrival()
    shown.screen.disappear()
    #expect(!shown.model.value.state.isLoading)
    await gate.open()
    try shown.ledger.enter(Ledgers.buy(5, "coin-0"))
    shown.screen.appear()
    await shown.settle()
    // The last entry is valued at the last price.
    let points = try #require(shown.model.value.history?.points)
    #expect(points.last.map { $0.value > points[points.count - 2].value } == true)
  }

  @Test("updates the value chart after an entry is undone or the currency changes")
  func changes() async throws {
    let shown = try await Shown(entries: [(-900, Ledgers.buy(2, "coin-0")), (-30, Ledgers.buy(30, "coin-7"))])
    await shown.press(.character("V"))
    let last = shown.model.value.history?.points.last?.value
    await shown.press(KeyPress(.tab), .character("d"), .character("y"))
    await settle { shown.model.value.history?.points.last?.value != last }
    await shown.settle()
    #expect(last == shown.model.value.history?.points.last.map { $0.value * 16 })
    shown.model.setCurrency(.usd)
    await shown.settle()
    #expect(shown.model.value.history?.currency == .usd)
  }

  @Test("reports an unreadable ledger, and a range without holdings", arguments: [true, false])
  func noValues(isEmpty: Bool) async throws {
    let shown = try await Shown(
      entries: isEmpty ? [] : [(-2_000, Ledgers.buy(2, "coin-0")), (-1_900, Ledgers.sell(2, "coin-0"))]
    )
    await shown.press(.character("V"))
    // The chart for an empty ledger can't be opened.
    #expect(shown.model.value.isOpen == !isEmpty)
    #expect(shown.text().contains(isEmpty ? "No holdings yet" : "You held no coins during this time."))
    #expect(shown.repository.ranges.isEmpty)
  }

  @Test("fills a short window with the value chart, but still reports a damaged ledger")
  func damage() async throws {
    // Given a ledger with an unreadable line
    let folder = FileManager.default.temporaryDirectory.appending(path: "value-chart-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let path = folder.appending(path: "ledger.jsonl").path
    try FileLedger(path: path).enter(Ledgers.buy(2, "coin-0"))
    let line = try Data(contentsOf: URL(filePath: path))
    try (Data("damage\n".utf8) + line).write(to: URL(filePath: path))
    let model = PortfolioViewModel(ledger: FileLedger(path: path), repository: FakeRepository())
    let screen = PortfolioScreen(model: model, source: FakeSource(), effects: FakeEffects(), timeZone: .gmt)
    screen.appear()
    await model.settle()

    // When
    #expect(screen.keyMap.perform(.character("V")))
    await model.value.settle()

    // Then
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: 60, height: 9)
    let lines = screen.frame(size: size, in: environment).buffer.lines
    #expect(lines[1].contains("Line 1") || lines[1].contains("line 1"), "\(lines)")
    #expect(lines[2].contains("1D"))
    #expect(lines.contains { $0.contains("│") })
  }

  @Test("shows the ledger failure instead of the value chart")
  func brokenLedger() async {
    struct Broken: LedgerStoring {
      func snapshot() throws(LedgerError) -> LedgerSnapshot {
        throw .newerSchema(path: "ledger.jsonl", line: 1, version: 9)
      }
      func record(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerRecording {
        throw .newerSchema(path: "ledger.jsonl", line: 1, version: 9)
      }
      func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportResult {
        throw .newerSchema(path: "ledger.jsonl", line: 1, version: 9)
      }
    }
    let model = ValueChartViewModel(ledger: Broken(), repository: FakeRepository(), currency: .aud)
    model.toggle()
    await model.settle()
    guard case .ledger(let problem) = model.state.problem else { Issue.record("\(model.state)"); return }
    #expect(!problem.isEmpty)
    #expect(model.history == nil)
  }

  @Test("opens the value chart from a link with a number of days, even if the portfolio is visible")
  func link() async throws {
    // Given
    let repository = FakeRepository()
    let ledger = try Ledgers.make(at: [(-900, Ledgers.buy(2, "coin-0"))])
    var models: [PortfolioViewModel] = []
    let coordinator = MarketsCoordinator(
      source: FakeSource(),
      effects: FakeEffects(),
      makeList: { CoinListViewModel(repository: repository) },
      makeCoin: { word, range in CoinDetailViewModel(word, repository: repository, range: range) },
      portfolio: PortfolioPlaces(
        makePortfolio: {
          models.append(PortfolioViewModel(ledger: ledger, repository: repository))
          return models[models.count - 1]
        },
        makeGains: { RealizedGainsViewModel(ledger: ledger, repository: repository) },
        makeAlerts: { AlertsViewModel(store: memoryAlertStore(), repository: repository) }
      )
    )
    let router = try Router(try DestinationRegistry<any Screen>([coordinator]), home: CoinListDestination()) { _ in }

    // When, Then
    _ = await router.queue.perform(.open(link: "markets/portfolio?days=45"))
    #expect(models.map(\.value.range) == [.days(45)])
    #expect(models[0].value.isOpen)
    #expect(models[0].value.ranges.contains(.days(45)))
    _ = await router.queue.perform(.open(link: "markets/portfolio?days=365"))
    #expect(models.last?.value.range == .year)
  }
}
