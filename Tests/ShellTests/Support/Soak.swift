import Components
import Foundation
import SampleServices
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// A soak run that operates the program with a ``RandomPerson``, restarts it when it has ended, and checks every frame.
@MainActor
struct Soak {
  /// The types of the screens that were on top, and the popups `help`, `palette` and `question`.
  private(set) var reached: Set<String> = []
  private(set) var actionCount = 0
  private(set) var frameCount = 0
  private(set) var startCount = 0

  private let clock = ScriptedClock()
  private let home = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
  private let server: SampleServer
  private var person: RandomPerson
  private var scene: ProgramScene?
  private var remains = Remains()

  /// Creates a run with services on a port, because only a real connection can fail in every possible way.
  init(seed: UInt64, faults: SampleFaultPlan) throws {
    person = RandomPerson(seed: seed)
    var markets = MarketsSampleService.Configuration()
    markets.now = { [clock] in ProgramScene.start.addingTimeInterval(clock.now.elapsed / .seconds(1)) }
    server = try SampleServer(SampleServices(markets: markets), faults: faults)
  }

  var summary: String {
    "\(clock.now.elapsed.components.seconds) simulated seconds, \(actionCount) actions, \(frameCount) frames, \(startCount) starts"
  }

  func cleanUp() {
    server.stop()
    try? FileManager.default.removeItem(at: home)
  }

  private mutating func begin(session: ShellSession? = nil) async throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    scene = nil
    var options = AppRuntimeOptions()
    // Use the program's frame interval, so faster input is drawn in a single frame.
    options.frameInterval = .microseconds(8_333)
    scene = try await ProgramScene(
      [
        // Stalled responses time out in real time.
        "--timeout", "500ms", "--counter-url", server.counterURL.absoluteString, "--directory-url",
        server.directoryURL.absoluteString, "--markets-url", server.marketsURL.absoluteString,
      ],
      home: home,
      terminal: ScriptedTerminal(size: Size(width: 100, height: 30), clock: clock),
      hasIcons: true,
      session: session,
      options: options
    )
    startCount += 1
  }

  /// Operates the program for a simulated time, and quits it.
  mutating func run(for time: Duration) async throws {
    let end = clock.now.elapsed + time
    try await StartedTasks.wait(on: clock) { _ in
      try await begin()
      while clock.now.elapsed < end {
        if try await !step() { try await begin(session: try await ended()) }
      }
      try await quit()
    }
    #expect(remains.paths == [], "after \(actionCount) actions")
    remains = Remains()
  }

  /// Performs one action, checks its result, and returns whether the program is still running.
  private mutating func step() async throws -> Bool {
    let scene = try #require(scene)
    let terminal = scene.terminal
    actionCount += 1
    person.act(on: terminal)
    clock.advance(by: person.pause())
    guard try await settles(terminal) else { return false }
    note(scene.shell)
    try check(terminal)
    if actionCount.isMultiple(of: 20) {
      // A complete redraw must equal the result of all incremental updates.
      terminal.send(.continued)
      guard try await settles(terminal) else { return false }
      try check(terminal)
    }
    frameCount += terminal.writes.count
    terminal.forgetWrites()
    return true
  }

  /// Starts the program, checks that it responds to commands, reads the memory usage on its first screen, and quits.
  mutating func read() async throws -> MemoryReading? {
    try await begin()
    let terminal = try #require(scene).terminal
    for (key, text) in [("4", "Feature flags"), ("1", "Fetch many")] {
      terminal.type(key)
      _ = try await settles(terminal)
      #expect(terminal.text.contains(text), "\(terminal.text)")
    }
    terminal.forgetWrites()
    let reading = MemoryReading.now()
    try await quit()
    return reading
  }

  /// Quits the program; a second Ctrl-C confirms the question that may appear.
  private mutating func quit() async throws {
    let terminal = try #require(scene).terminal
    terminal.press(.control("c"))
    terminal.press(.control("c"))
    _ = try await ended()
  }

  /// Waits until all changes are drawn, and returns whether the program is still running.
  private func settles(_ terminal: ScriptedTerminal) async throws -> Bool {
    guard terminal.isOpen else { return false }
    do {
      try await terminal.settle()
      // A frame may have to wait until the frame interval has passed.
      clock.advance(by: .milliseconds(9))
      try await terminal.settle()
    } catch {
      guard !terminal.isOpen else { throw error }
      return false
    }
    return terminal.isOpen
  }

  private mutating func ended() async throws -> ShellSession {
    let scene = try #require(scene)
    self.scene = nil
    remains.forgetVanished()
    let terminal = scene.terminal
    _ = try await terminal.waitForEnd()
    #expect(terminal.isRestored, "after \(actionCount) actions")
    frameCount += terminal.writes.count
    // Only the main objects are watched, because watching everything would itself use memory.
    for object in [scene, scene.shell, terminal] as [AnyObject] + scene.shell.tabs.compactMap(\.top) {
      remains.note(object, as: "start \(startCount), until action \(actionCount)")
    }
    return scene.shell.session
  }

  private mutating func note(_ shell: Shell) {
    if let screen = shell.screen { reached.insert("\(type(of: screen))") }
    if shell.screen is HelpScreen { reached.insert("help") }
    if shell.palette != nil { reached.insert("palette") }
    if shell.questions.pending != nil { reached.insert("question") }
  }

  private func check(_ terminal: ScriptedTerminal) throws {
    guard let difference = terminal.difference else { return }
    Issue.record("After \(actionCount) actions the screen is not what was drawn: \(difference)")
    throw CancellationError()
  }
}
