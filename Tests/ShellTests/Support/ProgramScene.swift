import BasicsTesting
import CommandLine
import Components
import Foundation
import Navigation
import Networking
import SampleServices
import Terminal
import TerminalTesting

@testable import fetch_counter

/// The interactive program as `fetch-counter app` composes it, with an in-memory terminal and a manual clock.
@MainActor
final class ProgramScene {
  /// The start time of a scene's clock: 2026-01-31 12:00 UTC.
  nonisolated static let start = Date(timeIntervalSince1970: 1_769_860_800)

  let terminal: ScriptedTerminal
  let shell: Shell
  let cache: HTTPCache
  let root: CompositionRoot

  /// Starts the program in a home directory, which also receives exports.
  ///
  /// Icons arrive one by one, and each one takes a frame, so they are off by default.
  init(
    _ arguments: [String] = [],
    home: URL,
    terminal: ScriptedTerminal,
    hasIcons: Bool = false,
    session: ShellSession? = nil,
    options: AppRuntimeOptions = .scripted
  ) async throws {
    self.terminal = terminal
    let invocation = try CommandLineParser(ProgramCommands.tree).parse(arguments)
    var environment = ["HOME": home.path]
    if !hasIcons { environment["FETCH_COUNTER_COIN_ICONS"] = "off" }
    func stream(_ descriptor: Int32) -> StandardStream {
      StandardStream(descriptor: descriptor, isPlain: false, color: .always, environment: environment)
    }
    let console = Console(output: stream(1), messages: stream(2), isJSON: false, isQuiet: true)
    let configuration = Configuration(invocation, environment: environment) { _ in }
    root = CompositionRoot(
      invocation,
      configuration: configuration,
      console: console,
      log: Log(console: console, isVerbose: false, file: nil),
      system: Self.system(terminal.clock)
    )
    shell = try root.makeShell(preferences: Preferences(configuration), exportFolder: home)
    cache = try root.resolve(Keys.cache)
    shell.select(0)
    if let session { await shell.restore(session) }
    shell.start()
    shell.effects.runtime = terminal.start(shell, options: options)
    try await terminal.waitUntil("the first frame is there") { [terminal] in terminal.frame != nil }
  }

  /// Advances simulated time, for example through retry delays, until the screen shows the given text.
  func passTime(until text: String) async throws { try await passTime { $0.contains(text) } }

  /// Advances simulated time until the screen no longer shows the given text, such as a temporary message.
  func passTime(whileShown text: String) async throws { try await passTime { !$0.contains(text) } }

  private func passTime(until condition: (String) -> Bool) async throws {
    while !condition(terminal.text) {
      terminal.advance(by: .milliseconds(250))
      try await terminal.settle()
    }
  }

  /// Waits until a task sleeps for a duration, or for up to a tenth of a second less.
  func waitUntilSomethingSleeps(for duration: Duration) async throws {
    try await terminal.waitUntil("something sleeps for \(duration)") { [clock = terminal.clock] in
      clock.deadlines.contains { (duration - .milliseconds(100)...duration).contains(clock.now.duration(to: $0)) }
    }
  }

  /// Opens a link without typing it, after all keys pressed before.
  func open(_ link: String) async throws {
    try await terminal.settle()
    shell.go(.open(link: link))
  }

  /// Selects a setting's row on the settings screen.
  func selectSetting(_ key: String) async throws {
    try await open("settings?row=" + key)
    try await terminal.waitUntil("\(key) is selected") { [shell] in
      (shell.screen as? SettingsScreen).map { $0.rows[$0.selected].key } == key
    }
  }

  /// Waits until the top screen contains the given text, even outside the visible area.
  func waitUntil(pageContains text: String) async throws {
    try await terminal.waitUntil("the page has “\(text)”") { [shell] in
      let environment = RenderEnvironment()
      let page = shell.screen?.body(size: Size(width: 100, height: 200), in: environment)
      return page?.linearLines(in: environment).contains { $0.plainText.contains(text) } ?? false
    }
  }

  /// Returns dependencies that use the clock's time and deterministic identifiers.
  private static func system(_ clock: ScriptedClock) -> SystemDependencies {
    let now: @Sendable () -> Date = { start.addingTimeInterval(clock.now.elapsed / .seconds(1)) }
    let identifiers = IdentifierSequence()
    return SystemDependencies(
      now: now,
      clock: clock,
      calendar: {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
      },
      makeSampleServices: {
        var markets = MarketsSampleService.Configuration()
        markets.now = now
        return SampleServices(
          markets: markets,
          makeIdentifier: {
            // A service takes some time even if the clock is advanced manually.
            clock.advance(by: .milliseconds(9))
            return identifiers.next()
          }
        )
      }
    )
  }
}

/// A sequence of identifiers that look random but repeat in every run.
///
/// `@unchecked Sendable`: `generator` is guarded by `lock`.
private final class IdentifierSequence: @unchecked Sendable {
  private let lock = NSLock()
  private var generator = SeededGenerator(seed: 2_026)

  func next() -> UUID {
    let (high, low) = lock.withLock { (generator.next(), generator.next()) }
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> (8 * UInt64(index % 8))) }
    // Version 4, variant 1 (RFC 9562, section 5.4).
    return UUID(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6) & 0x0F | 0x40, byte(7), byte(8) & 0x3F | 0x80,
        byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      )
    )
  }
}
