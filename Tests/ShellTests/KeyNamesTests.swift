import Components
import Foundation
import Navigation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Keys in on-screen text")
struct KeyNamesTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 40))
  private let home = FileManager.default.temporaryDirectory.appending(path: "key-names-\(UUID().uuidString)")

  private static func keys() throws -> KeyAssignments {
    try KeyAssignments([
      "open": ["f2"], "reload": ["f9"], "add": ["+"], "buy": ["B"], "import": ["f8"], "filter": ["f4"], "back": ["f10"],
      "right": ["f12"],
    ])
  }

  @Test(
    "shows assigned keys on empty screens and pages",
    arguments: [
      ("counter", "Press F2 to fetch"), ("dashboard", "Press B on a coin"), ("markets/alerts", "+ Add an alert"),
      ("markets/portfolio", "+ Add a purchase  F8 Import"), ("markets/bitcoin", "Press B to record"),
    ]
  )
  func empty(link: String, text: String) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    scene.shell.keyAssignments = try Self.keys()
    scene.shell.go(.open(link: link))
    try await terminal.waitUntil(contains: text)
    withExtendedLifetime(scene) {}
  }

  @Test("shows assigned keys after a failed load", arguments: ["directory", "markets"])
  func failed(link: String) async throws {
    let scene = try await ProgramScene(
      ["--directory-url", "http://127.0.0.1:1", "--markets-url", "http://127.0.0.1:1"],
      home: home,
      terminal: terminal
    )
    scene.shell.keyAssignments = try Self.keys()
    scene.shell.go(.open(link: link))
    try await scene.passTime(until: link == "markets" ? "No prices" : "Couldn't load")
    #expect(terminal.lines.dropLast().contains { $0.contains("F9 Reload") || $0.contains("F9 Try again") })
    withExtendedLifetime(scene) {}
  }

  @Test("shows assigned keys if a search or filter has no matches")
  func noMatch() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    scene.shell.keyAssignments = try Self.keys()
    terminal.type("2")
    try await terminal.waitUntil(contains: "30 people")
    terminal.type("/zzzz")
    try await terminal.waitUntil(contains: "F10 End search")
    terminal.press(.function(10))
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    terminal.type("/zzzz")
    try await terminal.waitUntil(contains: "F10 shows all")
    terminal.press(.function(10))
    terminal.press(.function(4))
    try await terminal.waitUntil(contains: "Favorites")
    terminal.type("2")
    try await terminal.waitUntil(contains: "F4 shows all coins")
    withExtendedLifetime(scene) {}
  }

  @Test("edits text with keys whose actions are assigned to other keys")
  func editing() async throws {
    let scene = try await ShellScene()
    scene.shell.keyAssignments = try KeyAssignments(["left": ["f11"], "back": ["f10"]])
    scene.terminal.type("/abc")
    scene.terminal.press(KeyPress(.backspace))
    scene.terminal.press(KeyPress(.left))
    scene.terminal.type("x")
    try await scene.waits(for: "axb")
  }

  @Test("never hard-codes keys in on-screen text")
  func source() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let fixed = try Regex(#"[^/]"[^"]*\bPress ([a-zA-Z:?]|Enter|Esc|Tab|Space) |Hint\("([a-zA-Z]|Esc|Enter)","#)
    for folder in ["App", "Packages/Directory/Sources", "Packages/FetchCounter/Sources", "Packages/Markets/Sources"] {
      let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files)
      where file.pathExtension == "swift" && !file.path.contains("/Commands/") {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains(fixed), "\(file.path)")
      }
    }
  }
}
