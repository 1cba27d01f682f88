extension LoopbackServer {
  package struct Limits: Sendable, Hashable {
    /// The maximum length of the request line, in bytes; 8 KiB by default.
    ///
    /// The response to a longer one is 414.
    package var requestLineBytes = 8_192
    /// The maximum total length of header lines, and of trailer lines, in bytes; 64 KiB by default.
    ///
    /// Beyond it, the response is 431.
    package var headerBytes = 65_536
    /// The maximum number of header fields; 100 by default.
    ///
    /// Beyond it, the response is 431.
    package var headerFields = 100
    /// The maximum size of the body, in bytes; 64 MiB by default.
    ///
    /// Beyond it, the response is 413.
    package var bodyBytes = 67_108_864
    /// The maximum length of the line with a chunk's size and extensions, in bytes; 1 KiB by default.
    ///
    /// Beyond it, the response is 400.
    package var chunkLineBytes = 1_024

    package init() {}
  }

  package struct Pace: Sendable, Hashable {
    package var bytes: Int
    package var interval: Duration

    package init(bytes: Int, every interval: Duration) {
      self.bytes = bytes
      self.interval = interval
    }
  }

  /// The treatment of a new connection before its first byte is read.
  public enum AcceptAction: Sendable, Hashable {
    /// Serve it normally.
    case serve
    /// Serve it after a delay.
    case delay(Duration)
    /// Close it (FIN).
    case close
    /// Reset it (RST).
    case reset
    /// Ignore it until the client leaves.
    case stall
  }

  /// Limits, timeouts and hooks of a server.
  public struct Configuration: Sendable {
    package var limits = Limits()
    /// The maximum number of simultaneous connections; 256 by default.
    ///
    /// Further ones wait in the system's queue.
    package var maximumConnections = 256
    /// The maximum length of the queue of unaccepted connections; 511 by default.
    ///
    /// The system may allow fewer.
    package var backlog = 511
    /// The maximum time of a connection without a request; 60 seconds by default.
    package var idleTimeout = Duration.seconds(60)
    /// The maximum time for a request head from its first byte; 10 seconds by default.
    ///
    /// Beyond it, the response is 408.
    package var headTimeout = Duration.seconds(10)
    /// The maximum time without progress of a body, in either direction; 60 seconds by default.
    package var transferTimeout = Duration.seconds(60)
    /// The maximum time for a client that is still sending to read the last response; 1 second by default.
    package var lingerTime = Duration.seconds(1)
    /// The delay before accepting each connection; zero by default.
    package var acceptDelay = Duration.zero
    /// The number of bytes of a request body to read per interval; `nil` for no limit.
    package var uploadPace: Pace?
    /// The size of the system's receive buffer for each connection, in bytes; `nil` for the system's default.
    ///
    /// With `uploadPace`, a small buffer lets the client notice the pace early.
    package var receiveBufferSize: Int?
    /// Whether responses have a Date field; true by default.
    package var sendsDate = true
    /// The stack size of a connection's thread, in bytes, at least 128 KiB; 512 KiB by default.
    package var threadStackSize = 524_288
    /// Decides how to treat a new connection, given its number; `nil` serves all connections.
    public var onAccept: (@Sendable (_ connection: Int) -> AcceptAction)?
    /// Responds early to the head of a request with a body, as servers do with 401, 413 or 417.
    ///
    /// The server then doesn't read the body, and closes the connection. If the closure is `nil` or returns `nil`, the
    /// request continues normally.
    public var earlyResponse: (@Sendable (ServerRequest) -> ServerResponse?)?
    /// Called on the connection's thread after every response.
    public var onRequest: (@Sendable (ServerLogEntry) -> Void)?
    /// Called on the connection's thread at its end, with its number, once `statistics` no longer counts it.
    package var onClose: (@Sendable (_ connection: Int) -> Void)?

    /// Creates the default configuration.
    public init() {}
  }
}

extension LoopbackServer {
  /// A server's counts since its start.
  ///
  /// Requests are counted before their handlers run, bytes after the system has accepted them.
  public struct Statistics: Sendable, Hashable {
    /// The number of accepted connections.
    public var connectionsAccepted = 0
    package var connectionsOpen = 0
    /// The maximum number of simultaneous connections.
    public var connectionsPeak = 0
    /// The number of connections closed immediately because no thread could be created.
    package var connectionsDropped = 0
    /// The number of requests passed to the handler.
    public var requests = 0
    package var bytesReceived = 0
    package var bytesSent = 0

    package init() {}
  }
}

/// The log entry of one request.
public struct ServerLogEntry: Sendable {
  /// The end of a response.
  public enum Outcome: Sendable, Hashable {
    /// The response was sent completely.
    case answered
    /// A fault, or the closure of a streamed body, ended the response early.
    case cut
    /// The client left or stopped reading.
    case clientLeft
    /// The client's bytes weren't an acceptable request, for this reason.
    case refused(String)
    /// The server stopped.
    case stopped
  }

  /// The number of the connection, from 1.
  public let connection: Int
  /// The request; `nil` if it was malformed.
  public let request: ServerRequest?
  /// The sent status; `nil` if a fault prevented it.
  public let status: Int?
  /// The number of sent bytes, including the head.
  public let bytesSent: Int
  /// The time from the handler's return to the last byte, including delays.
  public let duration: Duration
  /// The end of the response.
  public let outcome: Outcome
}
