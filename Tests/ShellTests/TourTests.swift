import Components
import Foundation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// All screens of the program as it is composed, over the services inside it.
///
/// With `FETCH_COUNTER_PICTURES` set to a folder, the pictures of the README are written into it.
@MainActor
@Suite("A tour of the program", .timeLimit(.minutes(2)))
struct TourTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 30))
  private let home = FileManager.default.temporaryDirectory.appending(path: "tour-\(UUID().uuidString)")

  /// Starts the program as `fetch-counter app` does.
  private func start(_ arguments: [String] = []) async throws -> (Shell, ShellParts) {
    let invocation = try CommandLineParser(ProgramCommands.tree).parse(arguments)
    let environment = ["HOME": home.path]
    func stream(_ descriptor: Int32) -> StandardStream {
      StandardStream(descriptor: descriptor, isPlain: false, color: .always, environment: environment)
    }
    let console = Console(output: stream(1), messages: stream(2), isJSON: false, isQuiet: true)
    let configuration = Configuration(invocation, environment: environment) { _ in }
    let log = Log(console: console, isVerbose: false, file: nil)
    let root = CompositionRoot(invocation, configuration: configuration, console: console, log: log)
    let parts = try ShellParts(root: root, navigation: ShellNavigation(), preferences: Preferences(configuration))
    parts.effects.target = parts.shell
    parts.shell.select(0)
    parts.shell.runtime = terminal.start(parts.shell)
    terminal.patience = .seconds(30)
    try await terminal.waitUntil("the first frame is there") { [terminal] in terminal.frame != nil }
    return (parts.shell, parts)
  }

  /// Keeps a picture of the screen, when pictures are asked for.
  private func picture(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["FETCH_COUNTER_PICTURES"], let frame = terminal.frame else {
      return
    }
    let file = URL(filePath: folder).appending(path: name + ".svg")
    try Data(frame.buffer.svg(title: name).utf8).write(to: file)
  }

  @Test("leads through every tab and into a page of each")
  func tour() async throws {
    // The counter
    let (shell, parts) = try await start()
    try await terminal.waitUntil(contains: "Fetch Count    0")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "Fetch Count    1")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "Fetch Count    2")
    try picture("counter")

    // The directory: search, a page, and back
    terminal.type("2")
    try await terminal.waitUntil(contains: "30 people")
    try await terminal.waitUntil("photos are there") { terminal.lines.count { $0.contains("▀▀") } > 8 }
    try picture("directory")
    terminal.type("/platform")
    try await terminal.waitUntil("others are filtered out") { !terminal.text.contains("Łukasz") }
    terminal.press(.enter)
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "E-mail")

    // The markets: the list, a coin, another range
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    try picture("markets")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "prices, line")
    try picture("coin")

    // The settings: a flag changes the list at once
    terminal.type("4")
    try await terminal.waitUntil(contains: "supportEUR")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "[✓]")
    try picture("settings")
    terminal.type("3")
    try await terminal.waitUntil(contains: "€")

    // Help and palette are over everything
    terminal.type("?")
    try await terminal.waitUntil(contains: "Lists everything that can be done")
    terminal.type("?")
    terminal.type(":")
    try await terminal.waitUntil(contains: "Commands")
    try picture("palette")
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))
    terminal.type("q")
    #expect(try await terminal.waitForEnd() == .quit)
    withExtendedLifetime((shell, parts)) {}
  }

  @Test("changes its colours and the currency of prices at once when they are changed in the settings")
  func settingsApplyAtOnce() async throws {
    let (shell, parts) = try await start()
    terminal.type("3")
    try await terminal.waitUntil(contains: "Price AUD")
    terminal.type("4")
    try await terminal.waitUntil(contains: "Theme")
    let dark = terminal.frame?.buffer.svg(title: "")
    terminal.type("jj")
    terminal.press(.right)
    try await terminal.waitUntil(contains: "dark")
    terminal.press(.right)
    try await terminal.waitUntil(contains: "light")
    #expect(shell.theme?.palette == Theme.standard(for: .light).palette)
    #expect(terminal.frame?.buffer.svg(title: "") != dark)
    terminal.type("k")
    terminal.press(.enter)
    terminal.press(.control("u"))
    terminal.type("eur")
    terminal.press(.enter)
    terminal.type("3")
    try await terminal.waitUntil(contains: "Price EUR")
    withExtendedLifetime((shell, parts)) {}
  }

  @Test("keeps the chosen setting in sight on a small screen")
  func settingsScroll() async throws {
    let (shell, parts) = try await start(["--counter-url", "http://127.0.0.1:1"])
    terminal.resize(to: Size(width: 40, height: 12))
    terminal.type("4")
    for label in ["supportEUR", "Currency", "Theme", "Refresh every", "Mouse", "Usage", "Health"] {
      try await terminal.waitUntil("\(label) is chosen and seen") {
        terminal.lines.contains { $0.contains("▸ \(label)") }
      }
      terminal.press(.down)
    }
    withExtendedLifetime((shell, parts)) {}
  }

  @Test("says what is wrong where a service is not there, and goes on")
  func brokenService() async throws {
    let (shell, parts) = try await start([
      "--counter-url", "http://127.0.0.1:1", "--directory-url", "http://127.0.0.1:1",
    ])
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "refused")
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))
    terminal.type("2")
    try await terminal.waitUntil(contains: "refused")
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    withExtendedLifetime((shell, parts)) {}
  }
}
