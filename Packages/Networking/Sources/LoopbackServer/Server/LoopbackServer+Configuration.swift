extension LoopbackServer {
  package struct Limits: Sendable, Hashable {
    /// The longest request line in bytes, 8 KiB by default; 414 beyond it.
    package var requestLineBytes = 8_192
    /// The most bytes of all header lines together, and of all trailer lines, 64 KiB by default; 431 beyond it.
    package var headerBytes = 65_536
    /// The most header fields, 100 by default; 431 beyond it.
    package var headerFields = 100
    /// The largest body in bytes, 64 MiB by default; 413 beyond it.
    package var bodyBytes = 67_108_864
    /// The longest line with the size of a chunk and its extensions in bytes, 1 KiB by default; 400 beyond it.
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
    /// It is served.
    case serve
    /// It is served after a while.
    case delay(Duration)
    /// It is closed (FIN).
    case close
    /// It is reset (RST).
    case reset
    /// It is left alone until the client leaves.
    case stall
  }

  /// Limits, timeouts and hooks of a server.
  public struct Configuration: Sendable {
    package var limits = Limits()
    /// The most connections at the same time, 256 by default; further ones wait in the system's queue.
    package var maximumConnections = 256
    /// The length of the queue of connections that wait to be accepted, 511 by default; the system may allow fewer.
    package var backlog = 511
    /// The maximum time of a connection without a request; 60 seconds by default.
    package var idleTimeout = Duration.seconds(60)
    /// The maximum time for the head of a request from its first byte on, 10 seconds by default; 408 beyond it.
    package var headTimeout = Duration.seconds(10)
    /// The maximum time without progress of a body, in either direction; 60 seconds by default.
    package var transferTimeout = Duration.seconds(60)
    /// The maximum time for a client that is still sending to read the last response; 1 second by default.
    package var lingerTime = Duration.seconds(1)
    /// The wait before each connection is accepted; none by default.
    package var acceptDelay = Duration.zero
    /// Bytes of a request body that are read in each interval; nil for as fast as they come.
    package var uploadPace: Pace?
    /// The size of the system's receive buffer of each connection in bytes; nil for the system's choice.
    ///
    /// With `uploadPace` a small one makes the client feel the pace early.
    package var receiveBufferSize: Int?
    /// Whether responses have a Date field; true by default.
    package var sendsDate = true
    /// The stack of a connection's thread in bytes, 512 KiB by default and at least 128 KiB.
    package var threadStackSize = 524_288
    /// Decides on a new connection by its number; `nil` serves all.
    public var onAccept: (@Sendable (_ connection: Int) -> AcceptAction)?
    /// Responds to the head of a request with a body, as servers do with 401, 413 or 417.
    ///
    /// The body of the request is then neither awaited nor read, and the connection is closed. Nil from it, or no
    /// closure, goes on.
    public var earlyResponse: (@Sendable (ServerRequest) -> ServerResponse?)?
    /// Called on the connection's thread after every response.
    public var onRequest: (@Sendable (ServerLogEntry) -> Void)?
    /// Called on the connection's thread after every connection, with its number, when `statistics` doesn't count it any more.
    package var onClose: (@Sendable (_ connection: Int) -> Void)?

    /// Makes the default configuration.
    public init() {}
  }
}

extension LoopbackServer {
  /// A server's counts since its start.
  ///
  /// A request is counted before its handler runs; bytes after they were handed to the system.
  public struct Statistics: Sendable, Hashable {
    /// The connections that were accepted.
    public var connectionsAccepted = 0
    package var connectionsOpen = 0
    /// The most connections that were open at the same time.
    public var connectionsPeak = 0
    /// The connections that were closed at once because no thread could be made for them.
    package var connectionsDropped = 0
    /// The requests that a handler was given.
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
