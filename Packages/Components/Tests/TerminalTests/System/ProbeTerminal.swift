import TerminalTesting
import Testing

extension PseudoTerminal {
  /// Returns a terminal whose program has drawn its first frame.
  static func withProbe(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
    try withProbes(1, environment)[0]
  }

  /// Returns terminals whose programs have drawn their first frames.
  ///
  /// All programs start at the same time.
  static func withProbes(_ count: Int, _ environment: [String: String] = [:]) throws -> [PseudoTerminal] {
    let terminals = try (0..<count).map { _ in try PseudoTerminal([probe], environment: environment) }
    for terminal in terminals {
      try terminal.wait(untilShown: "Ready")
      try terminal.wait(until: "the title is set") { $0.model.title == "Probe" }
    }
    return terminals
  }

  /// Expects the original settings, modes, screen and title.
  func expectRestored(_ comment: Comment) {
    #expect(hasSettingsFromBefore, comment)
    #expect(model.isRestored, comment)
    #expect(model.title == "", comment)
  }
}
