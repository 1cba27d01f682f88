extension LoopbackServer {
  package struct Limits: Sendable, Hashable {
    /// The maximum length of the request line, in bytes; longer lines are rejected with 414.
    package var requestLineBytes = 8_192
    /// The maximum total length of the header or trailer lines, in bytes; longer sections are rejected with 431.
    package var headerBytes = 65_536
    /// The maximum number of header fields; requests with more fields are rejected with 431.
    package var headerFields = 100
    /// The maximum size of the body, in bytes; larger bodies are rejected with 413.
    package var bodyBytes = 67_108_864
    /// The maximum length of a line with a chunk size and extensions, in bytes; longer lines are rejected with 400.
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

  /// The action for a new connection before anything is read from it.
  public enum AcceptAction: Sendable, Hashable {
    /// Serves the connection normally.
    case serve
    /// Serves the connection after a delay.
    case delay(Duration)
    /// Closes the connection (FIN).
    case close
    /// Resets the connection (RST).
    case reset
    /// Ignores the connection until the client disconnects.
    case stall
    /// Refuses the TLS handshake with an alert.
    case refuseHandshake
  }

  /// A server's limits, timeouts and hooks.
  public struct Configuration: Sendable {
    package var limits = Limits()
    /// The maximum number of concurrent connections.
    ///
    /// A further connection waits in the system's queue until a connection ends. To make room, responses end their
    /// connections, and the connection that has waited longest for a request, or the rest of one, is closed.
    package var maximumConnections = 256
    /// The minimum wait for a request before a connection is closed to make room.
    package var patience = Duration.milliseconds(100)
    /// The maximum number of connections in the system's queue; the system may restrict it further.
    package var backlog = 511
    /// The maximum time that a connection stays open without a request.
    package var idleTimeout = Duration.seconds(60)
    /// The maximum time to receive a whole request head; slower requests are rejected with 408.
    package var headTimeout = Duration.seconds(10)
    /// The maximum time without progress while a body is received or sent.
    package var transferTimeout = Duration.seconds(60)
    /// The maximum time to wait for a client that is still sending to read the final response.
    package var lingerTime = Duration.seconds(1)
    /// The delay before accepting each connection.
    package var acceptDelay = Duration.zero
    /// The number of request body bytes to read per interval; `nil` for no limit.
    package var uploadPace: Pace?
    /// The receive buffer size in bytes, or `nil` for the default; a small size makes `uploadPace` take effect sooner.
    package var receiveBufferSize: Int?
    package var sendsDate = true
    /// The stack size of a connection thread, in bytes; at least 128 KiB.
    package var threadStackSize = 524_288
    /// The TLS settings; `nil` for connections without TLS.
    public var tls: ServerTLS?
    /// A closure that serves each connection instead of HTTP.
    package var script: (@Sendable (ConnectionSocket) -> ConnectionEnd)?
    /// A closure that selects the action for each new connection by its number; if `nil`, all connections are served.
    public var onAccept: (@Sendable (_ connection: Int) -> AcceptAction)?
    /// A closure that can respond to a request head before the body is read, as servers do with 401, 413 or 417.
    ///
    /// If it returns `nil`, the request continues. Otherwise, the body isn't read and the connection closes.
    public var earlyResponse: (@Sendable (ServerRequest) -> ServerResponse?)?
    /// A closure that is called on the connection's thread after every response.
    public var onRequest: (@Sendable (ServerLogEntry) -> Void)?
    /// A closure called on a connection's thread when the connection has ended and `statistics` no longer counts it.
    package var onClose: (@Sendable (_ connection: Int) -> Void)?

    /// Creates a configuration with default limits and without hooks; with TLS, clients connect to `localhost`.
    public init(tls: ServerTLS? = nil) { self.tls = tls }
  }
}

extension LoopbackServer {
  /// A server's event counts since it started.
  ///
  /// Requests are counted before their handlers run; bytes are counted after the system has accepted them.
  public struct Statistics: Sendable, Hashable {
    /// The number of accepted connections.
    public var connectionsAccepted = 0
    package var connectionsOpen = 0
    /// The maximum number of connections that were open at the same time.
    public var connectionsPeak = 0
    /// The number of connections closed because no thread could be created.
    package var connectionsDropped = 0
    /// The number of requests passed to the handler.
    public var requests = 0
    package var bytesReceived = 0
    package var bytesSent = 0

    package init() {}
  }
}

/// A log entry for one request.
public struct ServerLogEntry: Sendable {
  /// The outcome of sending a response.
  public enum Outcome: Sendable, Hashable {
    /// The response was sent completely.
    case answered
    /// A fault, or the closure that writes a streamed body, cut off the response.
    case cut
    /// The client disconnected or stopped reading.
    case clientLeft
    /// The client's bytes weren't a valid request, for the given reason.
    case refused(String)
    /// The server stopped.
    case stopped
  }

  /// The connection's number, counted from 1.
  public let connection: Int
  /// The request; `nil` if it was malformed.
  public let request: ServerRequest?
  /// The status that was sent; `nil` if a fault prevented it.
  public let status: Int?
  /// The number of bytes sent, including the head.
  public let bytesSent: Int
  /// The time from the handler's return to the last byte, including delays.
  public let duration: Duration
  /// The outcome of sending the response.
  public let outcome: Outcome
}
