import Components
import Foundation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Key help")
struct KeyHelpTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 40))
  private let home = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")

  /// The keys that open a screen, each with text that is then shown.
  nonisolated private static let places: [[(key: String, sign: String)]] = [
    [("1", "Fetch many")], [("2", "30 people")], [("2", "30 people"), ("/", "Search")], [("3", "BTC")],
    [("3", "BTC"), ("/", "Name, symbol or ID")], [("3", "BTC"), ("c", "USD")],
    [("3", "BTC"), ("p", "No holdings yet")],
    [("3", "BTC"), ("p", "No holdings yet"), ("T", "Realized gains")],
    [("3", "BTC"), ("A", "No alerts")], [("4", "supportEUR")],
  ]

  @Test("labels keys on pages, in a form and in the form's confirmation")
  func pages() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type("2")
    try await terminal.waitUntil(contains: "30 people")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "E-mail")
    try check(scene.shell)
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    terminal.type("A")
    try await terminal.waitUntil(contains: "No alerts")
    terminal.type("a")
    try await terminal.waitUntil(contains: "New alert")
    try check(scene.shell)
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))
    terminal.type("H")
    try await terminal.waitUntil(contains: "BTC")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "prices, line")
    try check(scene.shell)
    terminal.type("b")
    try await terminal.waitUntil(contains: "Amount")
    terminal.type("2")
    try check(scene.shell)
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))
    try await terminal.waitUntil(contains: "Leave the form?")
    try check(scene.shell)
    withExtendedLifetime(scene) {}
  }

  @Test("lists exactly the keys that work on a screen, with well-formed labels", arguments: places)
  func completeness(place: [(key: String, sign: String)]) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    for (key, sign) in place {
      terminal.type(key)
      try await terminal.waitUntil(contains: sign)
    }
    try check(scene.shell)
    let screen = try #require(scene.shell.screen)
    let map = screen.keyMap
    // Without codes, the counter has no rows to move between.
    for binding in map.bindings where binding.choices.isEmpty && place[0].key != "1" {
      for key in binding.keys { #expect(screen.handle(.key(key)), "\(key) on \(map.title) does nothing.") }
    }
    for key in KeyGrammar.actionsByKey.keys where map.binding(for: key) == nil {
      // Lists without groups ignore the keys for groups.
      guard !screen.isEnteringText, key != .character("{"), key != .character("}") else { continue }
      #expect(!screen.handle(.key(key)), "\(key) on \(map.title) is not explained.")
    }
    withExtendedLifetime(scene) {}
  }

  @Test("uses the same keys for search on every screen", arguments: ["2", "3"])
  func search(tab: String) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(tab)
    try await terminal.waitUntil(contains: tab == "2" ? "30 people" : "BTC")
    let map = try #require(scene.shell.screen?.keyMap)
    let bindings = [KeyPress.character("/"), .control("f")].compactMap { map.binding(for: $0) }
    #expect(bindings.map(\.label) == ["Search", "Search"])
    #expect(map.binding(for: .control("s")) == nil)
    withExtendedLifetime(scene) {}
  }

  /// Checks that each key has the meaning given in the key table, and that lists explain how to move.
  private func checkGrammar(_ maps: [KeyMap]) {
    for map in maps where !map.isQuestion {
      for binding in map.bindings {
        for key in binding.keys {
          guard let action = KeyGrammar.actionsByKey[key] else {
            Issue.record("\(key) (\(binding.label)) on \(map.title) isn't in the table of keys.")
            continue
          }
          let labels = [binding.label] + binding.choices.map(\.label)
          let isKnown = action.verbs.isEmpty || action.verbs.contains { verb in labels.contains { $0.hasPrefix(verb) } }
          #expect(isKnown, "\(key) on \(map.title): \(binding.label) is not among \(action.verbs)")
          #expect(binding.label.first?.isUppercase == true, "\(map.title): \(binding.label)")
        }
      }
    }
    let movements = [KeyPress(.up), KeyPress(.down)].filter { maps[0].binding(for: $0) != nil }
    #expect(maps[0].isQuestion || movements.count == 2, "\(maps[0].title) doesn't explain movement.")
  }

  @Test("gives each action separate keys, and provides both arrows and letters for movement")
  func table() {
    var owners: [KeyPress: String] = [:]
    for action in KeyGrammar.actions {
      #expect(!action.keys.isEmpty)
      for key in action.keys {
        #expect(owners[key] == nil, "\(key) is the key of \(owners[key] ?? "") and of \(action.name).")
        owners[key] = action.name
      }
    }
    for (arrow, letter) in [(Key.up, "k"), (.down, "j"), (.left, "h"), (.right, "l")] as [(Key, Character)] {
      #expect(owners[KeyPress(arrow)] == owners[.character(letter)])
    }
    #expect(Set(KeyGrammar.actions.map(\.name)).count == KeyGrammar.actions.count)
  }

  @Test("lists the same keys in the program and in the README's key table")
  func readme() throws {
    let readme = URL(filePath: #filePath).appending(path: "../../../App/README.md").standardizedFileURL
    let rows = KeyGrammar.actions.map { action in
      let keys = action.keys.map { key in "`\(key)`" }.joined(separator: " ")
      return "| \(action.name) | \(keys) | \(action.meaning) |"
    }
    let table = (["| action | keys | meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
    let text = try String(contentsOf: readme, encoding: .utf8)
    #expect(text.contains(table), "The table should be:\n\(table)")
  }

  private func check(_ shell: Shell) throws {
    let maps = [try #require(shell.screen?.keyMap), shell.globalKeys]
    checkGrammar(maps)
    for binding in maps.flatMap(\.bindings) where binding.prominence != .hidden {
      let explanation = binding.explanation
      #expect(explanation.first?.isUppercase == true, "\(binding.label): \(explanation)")
      #expect(!explanation.hasSuffix("."), "\(binding.label): \(explanation)")
      #expect(!explanation.contains { "“”\"".contains($0) }, "\(binding.label): \(explanation)")
    }
  }
}
