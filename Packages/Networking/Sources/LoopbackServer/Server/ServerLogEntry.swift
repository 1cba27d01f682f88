/// What became of one request, for a log.
public struct ServerLogEntry: Sendable {
  /// How an answer ended.
  public enum Outcome: Sendable, Hashable {
    /// It was sent to its end.
    case answered
    /// A fault, or the closure of a streamed body, ended it before.
    case cut
    /// The client was gone or did not read any more.
    case clientLeft
    /// The bytes of the client were no acceptable request, for this reason.
    case refused(String)
    /// The server was stopped.
    case stopped
  }

  /// The connection, counted from 1.
  public let connection: Int
  /// The request; nil when the client's bytes were none.
  public let request: ServerRequest?
  /// The status that was sent; nil when none was, because of a fault.
  public let status: Int?
  /// The bytes of the answer that were sent, its head included.
  public let bytesSent: Int
  /// The time from the handler's answer to the last byte, delays included.
  public let duration: Duration
  /// How it ended.
  public let outcome: Outcome
}
