import TerminalTesting
import Testing

extension PseudoTerminal {
  static func withProbe(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
    try withProbes(1, environment)[0]
  }

  /// Returns terminals whose programs, all started at the same time, have drawn their first frames.
  static func withProbes(_ count: Int, _ environment: [String: String] = [:]) throws -> [PseudoTerminal] {
    let terminals = try (0..<count).map { _ in try PseudoTerminal([probe], environment: environment) }
    for terminal in terminals {
      try terminal.wait(untilShown: "Ready")
      try terminal.wait(until: "the title is set") { $0.model.title == "Probe" }
    }
    return terminals
  }

  /// Makes the program write more than the terminal's buffers can hold, and stops reading its output.
  func block() throws {
    type("b")
    try wait(until: "the program writes its copy") { $0.output.suffix(8_192).contains(Array("\u{1B}]52;".utf8)) }
  }

  /// Makes the program hang on the main thread.
  func hang() throws {
    type("h")
    try wait(untilShown: "Hanging")
  }

  func expectRestored(_ comment: Comment) {
    #expect(hasSettingsFromBefore, comment)
    #expect(model.isRestored, comment)
    #expect(model.title == "", comment)
  }
}
