public import NetworkingFoundation

/// A small HTTP/1.1 server on 127.0.0.1 for tests, demos and fault injection.
///
/// The server listens as soon as `init` returns, until `stop()` is called or the last reference is released.
///
/// Every connection has its own thread, so the handler may block. Other machines can't connect.
///
/// ```swift
/// let server = try LoopbackServer { request in
///   .json(["path": request.path])
/// }
/// defer { server.stop() }
/// print(server.url)  // http://127.0.0.1:49152/
/// ```
public final class LoopbackServer: Sendable {
  /// A closure that returns the response to a request; several connection threads may call it at the same time.
  public typealias Handler = @Sendable (ServerRequest) -> ServerResponse

  private let core: ServerCore

  /// Starts a server on a port on 127.0.0.1, or on a free port if `port` is 0.
  ///
  /// - Throws: ``LoopbackServerError`` if the server can't listen on the port.
  public init(
    port: Int = 0,
    configuration: Configuration = .init(),
    handler: @escaping Handler
  ) throws(LoopbackServerError) {
    core = try ServerCore(.port(port), configuration: configuration, handler: handler)
  }

  /// Starts a server on a Unix domain socket that only this user can access; systems limit paths to about 100 bytes.
  ///
  /// The socket file is removed when the server stops. A stale file from a crashed server is replaced. On a Unix domain
  /// socket, a reset is an ordinary close.
  ///
  /// - Throws: ``LoopbackServerError`` if the server can't listen on the socket.
  public init(
    unixSocket path: String,
    configuration: Configuration = .init(),
    handler: @escaping Handler
  ) throws(LoopbackServerError) {
    core = try ServerCore(.unixSocket(path), configuration: configuration, handler: handler)
  }

  deinit {
    core.stop(isLastReference: true)
  }

  /// The server's port; 0 for a Unix domain socket.
  public var port: Int { core.listener.port }

  package var unixSocketPath: String? { core.listener.path }

  /// The server's URL: `http://127.0.0.1:PORT/` or `https://localhost:PORT/`; without a port for a Unix domain socket.
  public var url: URL {
    let base = core.usesTLS ? "https://localhost" : unixSocketPath == nil ? "http://127.0.0.1" : "http://localhost"
    guard let url = URL(string: unixSocketPath == nil ? "\(base):\(port)/" : "\(base)/") else {
      preconditionFailure("A loopback address with port \(port) is always a URL.")
    }
    return url
  }

  /// The event counts so far.
  public var statistics: Statistics { core.statistics }

  /// Stops listening, closes all connections and waits for their threads to end.
  ///
  /// Delays, streams and faults end immediately; other work in handlers must finish first. Later calls only wait for
  /// the threads. A call from a handler doesn't wait, because the handler would be waiting for its own thread.
  public func stop() {
    core.stop(isLastReference: false)
  }
}

/// The reason a server can't start.
public enum LoopbackServerError: Error, Equatable, Sendable {
  /// The port isn't in the range 0 to 65535.
  case portOutOfRange(Int)
  /// Another socket is listening on the port.
  case portInUse(Int)
  /// The program isn't permitted to use the port, usually because the port is below 1024.
  case permissionDenied(port: Int)
  /// The path to a Unix domain socket is empty or longer than the system permits.
  case socketPathTooLong(String)
  /// The path to a Unix domain socket refers to another kind of file, or another server is listening on it.
  case socketPathInUse(String)
  /// OpenSSL can't be loaded, for the given reason.
  case tlsUnavailable(reason: String)
  /// An OpenSSL function failed.
  case tlsFailure(operation: String)
  /// A system call failed, with the given error number and name.
  case socketFailure(Int32, operation: String)
}

extension LoopbackServerError: LocalizedError, CustomStringConvertible {
  /// Sentences that describe the problem and its fix.
  public var description: String {
    switch self {
    case .portOutOfRange(let port):
      "Port \(port) doesn't exist. Choose a port between 1 and 65535, or 0 for any free port."
    case .portInUse(let port):
      "Port \(port) on 127.0.0.1 is in use by another program. Stop that program, choose another port, "
        + "or use 0 for any free port."
    case .permissionDenied(let port):
      "This program isn't allowed to listen on port \(port). Choose port 1024 or higher, or 0 for any free port."
    case .socketPathTooLong(let path):
      "The path '\(path)' can't be used for a socket. Choose a path of at most 100 bytes, for example in /tmp."
    case .socketPathInUse(let path):
      "A file or another server already exists at '\(path)'. Remove it, or choose another path."
    case .tlsUnavailable(let reason):
      "TLS needs OpenSSL 1.1.1 or newer (\(reason)). Install it: the Debian package is libssl3t64, libssl3 or libssl1.1, "
        + "depending on the version."
    case .tlsFailure(let operation):
      "The TLS certificates could not be created: \(operation) failed. Check OpenSSL's configuration file and the free memory."
    case .socketFailure(let number, _) where number == EMFILE || number == ENFILE:
      "The server could not be started: too many open files. Raise the limit, for example with `ulimit -n 256`, "
        + "or close some programs."
    case .socketFailure(let number, let operation):
      "The server could not be started: \(operation) failed (\(String(cString: strerror(number)))). "
        + "If too many files or threads are in use, close some programs and try again."
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
