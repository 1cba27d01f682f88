extension LoopbackServer {
  /// How much a client may send.
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

    /// Makes the default limits.
    package init() {}
  }

  /// So many bytes in each interval.
  package struct Pace: Sendable, Hashable {
    /// The bytes, at least 1.
    package var bytes: Int
    /// The time between them.
    package var interval: Duration

    /// Makes a pace.
    package init(bytes: Int, every interval: Duration) {
      self.bytes = bytes
      self.interval = interval
    }
  }

  /// What is done with a new connection before anything is read from it.
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
    /// How much a client may send.
    package var limits = Limits()
    /// The most connections at the same time, 256 by default; further ones wait in the system's queue.
    package var maximumConnections = 256
    /// The length of the queue of connections that wait to be accepted, 511 by default; the system may allow fewer.
    package var backlog = 511
    /// How long a connection may be open without a request; 60 seconds by default.
    package var idleTimeout = Duration.seconds(60)
    /// How long the head of a request may take from its first byte on, 10 seconds by default; 408 beyond it.
    package var headTimeout = Duration.seconds(10)
    /// How long a body may stand still, in either direction; 60 seconds by default.
    package var transferTimeout = Duration.seconds(60)
    /// How long a client that still sends may take to read the last answer; 1 second by default.
    package var lingerTime = Duration.seconds(1)
    /// How long to wait before each connection is accepted; none by default.
    package var acceptDelay = Duration.zero
    /// Bytes of a request body that are read in each interval; nil for as fast as they come.
    package var uploadPace: Pace?
    /// The size of the system's receive buffer of each connection in bytes; nil for the system's choice.
    ///
    /// With `uploadPace` a small one makes the client feel the pace early.
    package var receiveBufferSize: Int?
    /// Whether answers have a Date field; true by default.
    package var sendsDate = true
    /// The stack of a connection's thread in bytes, 512 KiB by default and at least 128 KiB.
    package var threadStackSize = 524_288
    /// Decides what is done with a new connection, which is given by its number; nil serves all.
    public var onAccept: (@Sendable (_ connection: Int) -> AcceptAction)?
    /// May answer a request that has a body on its head alone, as 401, 413 or 417 do in practice.
    ///
    /// The body of the request is then neither awaited nor read, and the connection is closed. Nil from it, or no
    /// closure, goes on.
    public var earlyResponse: (@Sendable (ServerRequest) -> ServerResponse?)?
    /// Is told of every answer after it was sent, on the connection's thread.
    public var onRequest: (@Sendable (ServerLogEntry) -> Void)?
    /// Is told of every connection that has ended, by its number, after it left `statistics`; on the connection's thread.
    package var onClose: (@Sendable (_ connection: Int) -> Void)?

    /// Makes the default configuration.
    public init() {}
  }
}

extension LoopbackServer {
  /// What a server has done since its start.
  ///
  /// A request is counted before its handler runs; bytes after they were handed to the system.
  public struct Statistics: Sendable, Hashable {
    /// The connections that were accepted.
    public var connectionsAccepted = 0
    /// The connections that are open now.
    package var connectionsOpen = 0
    /// The most connections that were open at the same time.
    public var connectionsPeak = 0
    /// The connections that were closed at once because no thread could be made for them.
    package var connectionsDropped = 0
    /// The requests that a handler was given.
    public var requests = 0
    /// The bytes that clients sent.
    package var bytesReceived = 0
    /// The bytes that were sent to clients.
    package var bytesSent = 0

    /// No activity.
    public init() {}
  }
}

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
