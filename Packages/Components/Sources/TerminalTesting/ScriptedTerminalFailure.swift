/// What a script waited for and did not see, with the screen as it was.
public struct ScriptedTerminalFailure: Error, CustomStringConvertible {
  /// What was missing.
  public let message: String
  /// The rows of the screen.
  public let screen: [String]

  init(_ message: String, screen: [String]) {
    self.message = message
    self.screen = screen
  }

  /// The message and the screen in a frame.
  public var description: String {
    let rows = screen.map { "│\($0)" }.joined(separator: "\n")
    return "\(message)\n┌─ screen\n\(rows)\n└─"
  }
}
