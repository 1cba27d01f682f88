import BasicsTesting
import Components
import Foundation
import TerminalTesting
import Testing

@testable import fetch_counter

@Suite("Key assignments")
struct KeyAssignmentsTests {
  @Test("translates assigned keys to default keys, and removes the replaced keys' actions")
  func translation() throws {
    let keys = try KeyAssignments(["copy": ["c"], "currency": ["C"], "reload": ["r", "Ctrl-R"]])
    #expect(keys.translated(.character("c")) == .character("y"))
    #expect(keys.translated(.character("C")) == .character("c"))
    #expect(keys.translated(.character("y")) == nil)
    #expect(keys.translated(.control("r")) == .character("r"))
    #expect(keys.translated(KeyPress(.function(5))) == nil)
    #expect(keys.translated(KeyPress(.down)) == KeyPress(.down))
    #expect(keys.shown([.character("y")]) == [.character("c")])
    #expect(keys.shown([.character("r"), KeyPress(.function(5))]) == [.character("r"), .control("r")])
    #expect(KeyAssignments.standard.shown([KeyPress(.escape)]) == [KeyPress(.escape)])
  }

  @Test(
    "rejects invalid key assignments, and reports the action and the reason",
    arguments: [
      (["copi": ["c"]], "copi", "there is no such action"), (["copy": []], "copy", "an action needs a key"),
      (["copy": ["hyper-x"]], "copy", "is not a key"), (["copy": [""]], "copy", "is not a key"),
      (["copy": ["f99"]], "copy", "is not a key"), (["copy": ["ab"]], "copy", "is not a key"),
      (["copy": ["shift-a"]], "copy", "is not a key"), (["copy": ["ctrl-ctrl-a"]], "copy", "is not a key"),
      (["copy": ["\u{1B}"]], "copy", "is not a key"), (["copy": ["ctrl-c"]], "copy", "always quits"),
      (["copy": ["c"]], "copy", "already assigned to “currency”"), (["sort": ["z"], "view": ["z"]], "view", "already"),
    ] as [([String: [String]], String, String)]
  )
  func refusals(words: [String: [String]], action: String, reason: String) {
    let problem = #expect(throws: KeyAssignments.Problem.self) { try KeyAssignments(words) }
    // The file has no order, so either of two actions with the same key can be reported.
    #expect(problem?.action == action || words.count == 2 && problem?.action == "sort")
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }

  @Test("parses every key name that the program prints")
  func names() {
    for key in KeyGrammar.actionsByKey.keys { #expect(KeyPress(configured: key.description) == key, "\(key)") }
  }

  @Test("assigns each key to only one action, regardless of the file's content")
  func fuzz() {
    var random = SeededGenerator(seed: 5)
    let names = KeyGrammar.actions.map(\.name) + ["x", ""]
    let texts = [
      "a", "b", "c", "y", "Z", "ctrl-a", "Ctrl-D", "f5", "F0", "space", "alt-", "tab", "👩‍👩‍👧", "\u{0}", "é", "shift-up",
    ]
    var accepted = 0
    for _ in 0..<2_000 {
      var words: [String: [String]] = [:]
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        let keys = (0..<Int.random(in: 0..<3, using: &random)).compactMap { _ in texts.randomElement(using: &random) }
        words[names.randomElement(using: &random) ?? ""] = keys
      }
      guard let keys = try? KeyAssignments(words) else { continue }
      accepted += 1
      let all = keys.keys.values.joined()
      #expect(Set(all).count == all.count, "\(words)")
      for key in all { #expect(keys.translated(key) != nil) }
    }
    #expect((100..<1_900).contains(accepted))
  }
}

@MainActor
@Suite("Assigned keys in the running program")
struct SetKeysTests {
  @Test("shows assigned keys in hints and help, but doesn't apply them in text fields and questions")
  func shell() async throws {
    let scene = try await ShellScene()
    scene.shell.keyAssignments = try KeyAssignments(["copy": ["c"], "currency": ["C"], "undo": ["U"], "search": ["f3"]])
    scene.terminal.type("c1")
    try await scene.waits(for: "Copied Demo")
    scene.terminal.type("a")
    try await scene.waits(for: "U to undo")
    scene.terminal.press(KeyPress(.function(3)))
    try await scene.waits(for: "Enter take")
    scene.terminal.type("cUy/")
    try await scene.waits(for: "cUy/")
    scene.terminal.press(.enter)
    scene.terminal.type("?")
    try await scene.waits(for: "F3")
  }
}
