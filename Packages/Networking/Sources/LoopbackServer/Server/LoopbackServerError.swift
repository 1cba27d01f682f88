public import Foundation

/// Why a server could not be started.
public enum LoopbackServerError: Error, Equatable, Sendable {
  /// The port is not in 0…65535.
  case portOutOfRange(Int)
  /// Another socket listens on the port.
  case portInUse(Int)
  /// The port needs rights that this program does not have, as those below 1024 usually do.
  case permissionDenied(port: Int)
  /// The path of a Unix domain socket is empty, or longer than the system allows.
  case socketPathTooLong(String)
  /// There is another file at the path of a Unix domain socket, or another server listens on it.
  case socketPathInUse(String)
  /// A call of the operating system failed, with its error number and name.
  case socketFailure(Int32, operation: String)
}

extension LoopbackServerError: LocalizedError, CustomStringConvertible {
  /// What happened and what helps, in sentences for people.
  public var description: String {
    switch self {
    case .portOutOfRange(let port):
      "There is no port \(port). Choose one between 1 and 65535, or 0 for any free one."
    case .portInUse(let port):
      "Port \(port) on 127.0.0.1 is in use by another program. Stop that program, choose another port, "
        + "or use 0 for any free one."
    case .permissionDenied(let port):
      "This program may not listen on port \(port). Choose a port from 1024 on, or 0 for any free one."
    case .socketPathTooLong(let path):
      "The path '\(path)' cannot be that of a socket. Choose one of at most 100 bytes, for instance in /tmp."
    case .socketPathInUse(let path):
      "There is already a file or another server at '\(path)'. Remove it or choose another path."
    case .socketFailure(let number, _) where number == EMFILE || number == ENFILE:
      "The server could not be started: too many open files. Raise the limit, for example with `ulimit -n 256`, "
        + "or close some programs."
    case .socketFailure(let number, let operation):
      "The server could not be started: \(operation) failed (\(String(cString: strerror(number)))). "
        + "If too many files or threads are in use, close some programs and try again."
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
