import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import Networking
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@MainActor
@Suite("Counter screen")
struct FetchCounterScreenTests {
  @Test(
    "labels an axis of durations exactly at round numbers, and otherwise with three digits",
    arguments: [
      (0, "0 ms"), (0.025, "0.025 ms"), (0.25, "0.25 ms"), (2.5, "2.5 ms"), (7.5, "7.5 ms"), (12.5, "12.5 ms"),
      (17.5, "17.5 ms"), (250, "250 ms"), (1_000, "1 s"), (1_250, "1.25 s"), (18.034_567, "18 ms"), (999.4, "999 ms"),
      (999.6, "1 s"), (9.996, "10 ms"),
    ]
  )
  func durationMarks(milliseconds: Double, expected: String) {
    #expect(CountText.mark(milliseconds: milliseconds) == expected)
  }

  @Test("uses the theme's distances for its paddings")
  func spacing() async {
    let scene = CounterScene()
    await scene.fetch()
    var environment = RenderEnvironment.bare
    func indent() -> Int? {
      let size = Size(width: 80, height: 24)
      let lines = scene.screen.body(size: size, in: environment).frame(size: size, environment: environment).buffer
        .lines
      return lines.first { $0.contains("Response code") }.map { $0.prefix { $0 == " " }.count }
    }
    #expect(indent() == 1)
    var theme = environment.theme
    theme.spacing = Spacing(small: 3, medium: 4, large: 5)
    environment.use(theme)
    #expect(indent() == 3)
  }

  private let scene = CounterScene()

  @Test("fetches when Enter is pressed or the button is clicked", arguments: ["enter", "click"])
  func fetches(way: String) async throws {
    let screen = scene.screen
    switch way {
    case "enter": #expect(screen.keyMap.perform(KeyPress(.enter)))
    default: try scene.click("Fetch")
    }
    await settle { scene.viewModel.state.value != nil }
    #expect(scene.text.contains("code 1"))
    #expect(scene.lines.contains("Fetch count: 1"))
  }

  @Test("ignores the fetch button during a fetch and shows that a fetch is running")
  func isBusy() async throws {
    let service = WaitingCounterService()
    let scene = CounterScene(service: service)
    let idle = scene.text
    #expect(!scene.screen.isAnimating)
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await service.waitForRequest()
    #expect(scene.screen.isAnimating)
    #expect(scene.text.contains("Fetching"))
    #expect(scene.text != idle)
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    try scene.click("Fetching")
    await service.goOn()
    await settle { scene.viewModel.state.value != nil }
    #expect(await service.count == 1)
    #expect(!scene.screen.isAnimating)
  }

  @Test("redraws the counter screen when the displayed data changes")
  func isObserved() async {
    scene.screen.appear()
    await settle { scene.viewModel.fetchCount != nil }
    func isShown() -> Bool { scene.lines.contains { $0.hasPrefix("Fetch count: 41") } }
    #expect(!isShown())
    scene.store.setOutcome(.value(FetchCount(count: 41)))
    // The loop draws again only after a change to data that it has read.
    await settle { isShown() }
    #expect(isShown())
    scene.screen.disappear()
  }

  @Test("shows an error above the previous code, and retries the fetch", arguments: ["enter", "r", "click"])
  func retries(way: String) async throws {
    let scene = CounterScene(failures: 1, successesBefore: 1)
    await scene.fetch()
    await scene.fetch()
    #expect(scene.viewModel.state.problem != nil)
    #expect(scene.text.contains("Couldn't fetch"))
    #expect(scene.text.contains("code 1"), "The old code stays visible.")
    #expect(scene.screen.keyMap.hints.map(\.action) == ["Retry", "Dismiss"])
    switch way {
    case "enter": #expect(scene.screen.keyMap.perform(KeyPress(.enter)))
    case "r": #expect(scene.screen.keyMap.perform(.character("r")))
    default: try scene.click("Retry")
    }
    await settle { scene.viewModel.state.problem == nil && !scene.viewModel.state.isLoading }
    #expect(scene.viewModel.state.value?.count == 2)
  }

  @Test("dismisses a fetch error", arguments: ["escape", "tab and enter", "click"])
  func dismisses(way: String) async throws {
    let scene = CounterScene(failures: 1)
    await scene.fetch()
    switch way {
    case "escape": #expect(scene.screen.keyMap.perform(KeyPress(.escape)))
    case "click": try scene.click("Dismiss")
    default:
      #expect(scene.screen.keyMap.perform(KeyPress(.tab)))
      #expect(scene.screen.keyMap.hints.first?.action == "Dismiss")
      #expect(scene.screen.keyMap.perform(KeyPress(.enter)))
    }
    #expect(scene.viewModel.state.problem == nil)
    #expect(!scene.text.contains("Couldn't fetch"))
    #expect(await scene.requests == 2, "Nothing more was sent.")
  }

  @Test("makes only the buttons in an open error dialog clickable")
  func isModal() async throws {
    let scene = CounterScene(failures: 1)
    await scene.fetch()
    for key in "xdmy" { #expect(!scene.screen.keyMap.perform(.character(key))) }
    #expect(scene.targets.allSatisfy { $0.name == FetchCounterScreen.answerTarget })
  }

  @Test("deletes the recent codes after confirmation, and restores them on undo")
  func deletesCodes() async {
    #expect(!scene.screen.keyMap.hints.map(\.action).contains("Delete codes"))
    for _ in 1...2 { await scene.fetch() }
    let codes = scene.viewModel.fetchCount?.lastCodes
    #expect(
      scene.screen.keyMap.hints.map(\.action) == ["Fetch", "Fetch many…", "Copy code", "Export codes", "Delete codes"]
    )
    _ = scene.screen.keyMap.perform(.character("d"))
    await settle { scene.effects.undo != nil }
    #expect(scene.viewModel.fetchCount?.lastCodes.isEmpty == true)
    #expect(scene.lines.contains("Fetch count: 2"))
    #expect(scene.text.contains("No stored response codes."))
    #expect(scene.text.contains("2 today"), "The statistics stay.")
    #expect(scene.effects.questions == ["Delete the recent codes?"])
    // When a third code arrives before the undo
    await scene.fetch()
    #expect(await scene.effects.undo?() == nil)
    #expect(scene.viewModel.fetchCount?.lastCodes.dropFirst() == codes?[...])
    #expect(scene.viewModel.fetchCount?.count == 3)
  }

  @Test("keeps the recent codes if the confirmation is declined")
  func keepsCodes() async {
    scene.effects.confirms = false
    await scene.fetch()
    _ = scene.screen.keyMap.perform(.character("d"))
    await settle { !scene.effects.questions.isEmpty }
    #expect(scene.viewModel.fetchCount?.lastCodes.count == 1)
  }

  @Test("cancels a fetch without showing an error, and can fetch again")
  func cancelsFetch() async {
    let service = WaitingCounterService()
    let scene = CounterScene(service: service)
    #expect(!scene.screen.cancelLoading())
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await service.waitForRequest()
    #expect(scene.screen.cancelLoading())
    #expect(!scene.screen.isAnimating)
    #expect(scene.viewModel.state.problem == nil)
    #expect(!scene.screen.cancelLoading())
    await service.goOn()
  }

  @Test("asks for confirmation before quitting during a fetch, but not otherwise")
  func guardsQuitting() async {
    let service = WaitingCounterService()
    let scene = CounterScene(service: service)
    #expect(await scene.screen.canLeave(for: .quit) == .allow)
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await service.waitForRequest()
    #expect(await scene.screen.canLeave(for: .back()) == .allow)
    guard case .confirm(let question) = await scene.screen.canLeave(for: .quit) else {
      Issue.record("It didn't ask.")
      return
    }
    #expect(question.question == "A fetch is running. Quit anyway?")
    await service.goOn()
  }

  @Test("shows and copies the newest stored code after a restart")
  func showsStoredCode() async {
    _ = scene.screen.keyMap.perform(.character("y"))
    #expect(scene.effects.copied.isEmpty)
    await scene.fetch()
    _ = scene.screen.keyMap.perform(.character("y"))
    #expect(scene.effects.copied == ["code 1"])
    // Given a restarted program
    let restarted = CounterScene(store: scene.store)
    restarted.screen.appear()
    await settle { restarted.viewModel.fetchCount != nil }
    // Then the code is shown with its time and duration
    #expect(restarted.lines.contains("Response code    code 1 12:00:15 · 250.0 ms"))
    _ = restarted.screen.keyMap.perform(.character("y"))
    #expect(restarted.effects.copied == ["code 1"])
    restarted.screen.disappear()
  }

  @Test("copies the full code even if it is too long to be stored")
  func copiesLongCodes() async {
    let code = String(repeating: "x", count: 1_000)
    let scene = CounterScene(service: ScriptedCounterService(answers: [.success(.code(.test(code)))]))
    await scene.fetch()
    _ = scene.screen.keyMap.perform(.character("y"))
    #expect(scene.effects.copied == [code])
  }

  @Test("exports codes as spreadsheet-safe CSV or as JSON")
  func exportsCodes() async throws {
    let service = ScriptedCounterService(answers: ["=1+1", #"a,"b"#].map { .success(.code(.test($0))) })
    let scene = CounterScene(service: service)
    for _ in 1...2 { await scene.fetch() }
    let choices = scene.screen.keyMap.binding(for: .character("x"))?.choices ?? []
    #expect(choices.map(\.label) == ["Export as CSV", "Export as JSON"])
    for choice in choices { choice.perform() }
    #expect(
      scene.effects.exported["response-codes.csv"] == """
        response_code,fetched_at,duration_ms\r
        "a,""b",2026-01-31T12:00:30Z,250.000\r
        '=1+1,2026-01-31T12:00:15Z,250.000\r

        """
    )
    let json = try #require(scene.effects.exported["response-codes.json"])
    #expect(json.contains(#""response_code" : "=1+1""#))
    #expect(json.contains(#""duration_ms" : 250"#))
  }

  @Test(
    "selects a code to copy with the arrow keys, the mouse wheel or a click",
    arguments: ["keys", "wheel", "click"]
  )
  func choosesCodes(way: String) async throws {
    for _ in 1...3 { await scene.fetch() }
    switch way {
    case "keys": for _ in 1...2 { #expect(scene.screen.handle(.key(KeyPress(.down)))) }
    case "wheel": for _ in 1...2 { #expect(scene.screen.handle(.scroll(target: nil, index: nil, rows: 1))) }
    default: try scene.click("code 2")
    }
    _ = scene.screen.keyMap.perform(.character("y"))
    #expect(scene.effects.copied == ["code 2"])
    // And the next fetch selects its own code
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await settle { scene.viewModel.state.value?.count == 4 }
    _ = scene.screen.keyMap.perform(.character("y"))
    #expect(scene.effects.copied == ["code 2", "code 4"])
  }

  @Test("ignores events that the counter screen doesn't handle")
  func ignoresOthers() {
    let events: [ScreenEvent] = [
      .key(.character("q")), .paste("x"), .scroll(target: nil, index: nil, rows: 1),
      .click(target: "elsewhere", index: nil, at: .zero, count: 1),
    ]
    for event in events { #expect(!scene.screen.handle(event)) }
  }

  @Test("sanitizes codes from the service", arguments: ["\u{1B}[2J", "\u{202E}abc", "a\nb\tc", "\u{9B}31m"])
  func sanitizes(code: String) async {
    let service = ScriptedCounterService(answers: [.success(.code(.test(code)))])
    let scene = CounterScene(service: service)
    await scene.fetch()
    let isSafe = scene.text.unicodeScalars.allSatisfy {
      $0 == "\n" || !($0.properties.generalCategory == .control || $0 == "\u{202E}")
    }
    #expect(isSafe)
  }

  @Test("draws the counter screen at any size", arguments: [(0, 0), (1, 1), (7, 3), (20, 5), (300, 80)])
  func fits(width: Int, height: Int) async {
    let scene = CounterScene(failures: 1, successesBefore: 12)
    for _ in 0..<13 { await scene.fetch() }
    let size = Size(width: width, height: height)
    let frame = scene.screen.body(size: size, in: .bare).frame(size: size, environment: .bare)
    #expect(frame.buffer.size == size)
    for target in frame.targets { #expect(Rectangle(size).contains(target.area.origin)) }
  }

  @Test("opens the counter screen from its link")
  func isRegistered() async throws {
    // Given a router that knows only the feature's destinations
    let store = FetchCountStore(store: scene.store)
    let coordinator = FetchCounterCoordinator(
      fetchResponseCode: FetchResponseCode(
        service: ScriptedCounterService(answers: [.success(.code(.test("c0de")))]),
        store: store
      ),
      store: store,
      effects: scene.effects
    )
    let registry = try DestinationRegistry<any Screen>([coordinator])
    var shown: [String] = []
    let router = try Router(registry, home: FetchCounterDestination()) { shown.append($0.top.title) }
    // When the link is opened, then the same screen stays at the top
    let source: any Navigator = router.queue
    _ = await source.perform(.open(link: "counter"))
    #expect(Set(shown) == ["Fetch Counter"])
    // And all screens share one state
    await coordinator.viewModel.fetch()
    #expect(coordinator.makeScreen().keyMap.hints.map(\.action).contains("Copy code"))
  }
}
