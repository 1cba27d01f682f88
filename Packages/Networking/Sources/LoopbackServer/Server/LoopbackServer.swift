public import Foundation

/// A small HTTP/1.1 server on 127.0.0.1 for tests, demos and fault injection.
///
/// It listens when `init` returns, and serves until `stop()` or the release of the last reference.
///
/// Every connection has its own thread, on which the handler may block. Nothing outside this machine can reach it.
///
/// ```swift
/// let server = try LoopbackServer { request in
///   .json(["path": request.path])
/// }
/// defer { server.stop() }
/// print(server.url)  // http://127.0.0.1:49152/
/// ```
public final class LoopbackServer: Sendable {
  /// Responds to a request.
  ///
  /// Called on the connection's thread, for several connections at the same time.
  public typealias Handler = @Sendable (ServerRequest) -> ServerResponse

  private let core: ServerCore

  /// Starts a server on a port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: The port, 1…65535; 0 chooses a free one.
  ///   - configuration: Limits, timeouts and hooks.
  ///   - handler: Responds to the requests.
  /// - Throws: `LoopbackServerError` if the port isn't available.
  public init(
    port: Int = 0,
    configuration: Configuration = .init(),
    handler: @escaping Handler
  ) throws(LoopbackServerError) {
    core = try ServerCore(.port(port), configuration: configuration, handler: handler)
  }

  /// Starts a server on a Unix domain socket that only this user can access.
  ///
  /// The file is removed when the server stops; a stale file of a dead server is replaced.
  /// - Parameters:
  ///   - path: The path of the socket; systems allow only about a hundred bytes.
  ///   - configuration: Limits, timeouts and hooks. A reset is an ordinary close on such a socket.
  ///   - handler: Responds to the requests.
  /// - Throws: `LoopbackServerError` if the path isn't available.
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

  /// The port that the server listens on.
  ///
  /// 0 for a Unix domain socket.
  public var port: Int { core.listener.port }

  package var unixSocketPath: String? { core.listener.path }

  /// `http://127.0.0.1:PORT/`, or `http://localhost/` for a Unix domain socket.
  public var url: URL {
    guard let url = URL(string: unixSocketPath == nil ? "http://127.0.0.1:\(port)/" : "http://localhost/") else {
      preconditionFailure("A loopback address with port \(port) is always a URL.")
    }
    return url
  }

  /// The counts so far.
  public var statistics: Statistics { core.statistics }

  /// Stops listening, closes every connection and waits for the threads to end.
  ///
  /// A second call only waits. Delays, streams and faults end immediately; the call waits for everything else that a
  /// handler does. Within a handler, it starts the stop but doesn't wait, because it would wait for its own thread.
  public func stop() {
    core.stop(isLastReference: false)
  }
}

/// The failure to start a server.
public enum LoopbackServerError: Error, Equatable, Sendable {
  /// The port is not in 0…65535.
  case portOutOfRange(Int)
  /// Another socket listens on the port.
  case portInUse(Int)
  /// The program isn't allowed to use the port, which is usual for ports below 1024.
  case permissionDenied(port: Int)
  /// The path of a Unix domain socket is empty, or longer than the system allows.
  case socketPathTooLong(String)
  /// Another file exists at the path of a Unix domain socket, or another server listens on it.
  case socketPathInUse(String)
  /// A system call failed, with its error number and name.
  case socketFailure(Int32, operation: String)
}

extension LoopbackServerError: LocalizedError, CustomStringConvertible {
  /// The problem and its fix, in sentences for people.
  public var description: String {
    switch self {
    case .portOutOfRange(let port):
      "Port \(port) doesn't exist. Choose a port between 1 and 65535, or 0 for any free one."
    case .portInUse(let port):
      "Port \(port) on 127.0.0.1 is in use by another program. Stop that program, choose another port, "
        + "or use 0 for any free one."
    case .permissionDenied(let port):
      "This program may not listen on port \(port). Choose a port from 1024 on, or 0 for any free one."
    case .socketPathTooLong(let path):
      "The path '\(path)' can't be used for a socket. Choose one of at most 100 bytes, for example in /tmp."
    case .socketPathInUse(let path):
      "A file or another server already exists at '\(path)'. Remove it or choose another path."
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
