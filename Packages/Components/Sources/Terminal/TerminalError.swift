/// Why a terminal cannot be used, in words for people.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is not a terminal.
  case notATerminal
  /// Another runtime of this process has the terminal.
  case alreadyInUse
  /// The system refused something; the number is that of `errno`.
  case system(operation: String, code: Int32)

  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .notATerminal:
      "This needs a terminal for both input and output; one of them is a file or a pipe."
    case .alreadyInUse:
      "The terminal is in use by another part of this program, which has to end first."
    case .system(let operation, let code):
      "The terminal could not be used: \(operation) failed (\(SystemCall.message(of: code)))."
    }
  }
}
