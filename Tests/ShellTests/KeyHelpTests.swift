import Components
import Foundation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// What `?` and the palette show of each screen of the program as it is composed.
@MainActor
@Suite("The help of the keys", .timeLimit(.minutes(2)))
struct KeyHelpTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 40))
  private let home = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")

  /// Where to go, and what is to be seen there.
  nonisolated private static let places: [(keys: String, sign: String)] = [
    ("1", "Fetch many"), ("2", "30 people"), ("2/", "Search"), ("3", "BTC"), ("3/", "Name, symbol or id"),
    ("3c", "USD"),
    ("3p", "No holdings yet"), ("3A", "No alerts"), ("4", "supportEUR"),
  ]

  @Test("explains every key with words that begin with a capital and end without a stop", arguments: places)
  func explanations(place: (keys: String, sign: String)) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(place.keys)
    try await terminal.waitUntil(contains: place.sign)
    try check(scene.shell)
    withExtendedLifetime(scene) {}
  }

  @Test("does so on pages, too, with a form and with the question before it is left")
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

  @Test("has the same keys for a search wherever there is one", arguments: ["2", "3"])
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

  private func check(_ shell: Shell) throws {
    let maps = [try #require(shell.screen?.keyMap), shell.globalKeys]
    for binding in maps.flatMap(\.bindings) where binding.prominence != .hidden {
      let explanation = binding.explanation
      #expect(explanation.first?.isUppercase == true, "\(binding.label): \(explanation)")
      #expect(!explanation.hasSuffix("."), "\(binding.label): \(explanation)")
      #expect(!explanation.contains { "“”\"".contains($0) }, "\(binding.label): \(explanation)")
    }
  }
}
