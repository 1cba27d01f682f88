public import Basics

/// The operations of a ``FileSystem``, named after what people would call them.
public enum FileSystemOperation: String, Sendable, Hashable, CaseIterable {
  /// `open(2)`.
  case open
  /// `close(2)`.
  case close
  /// `pread(2)`.
  case read
  /// `pwrite(2)`.
  case write
  /// `ftruncate(2)`.
  case truncate
  /// `fsync(2)`.
  case synchronize
  /// `flock(2)` with `LOCK_EX | LOCK_NB`.
  case lock
  /// `flock(2)` with `LOCK_UN`.
  case unlock
  /// `stat(2)` or `fstat(2)`.
  case status
  /// `fchmod(2)`.
  case setMode = "set the permissions of"
  /// `fchown(2)`.
  case setOwner = "set the owner of"
  /// `rename(2)`.
  case rename
  /// `link(2)`.
  case link = "make a second name for"
  /// `unlink(2)`.
  case unlink = "remove"
  /// `mkdir(2)`.
  case makeFolder = "create the folder"
  /// `opendir(3)` and `readdir(3)`.
  case list
  /// `readlink(2)`.
  case readLink = "follow the link"
}

/// A file operation that the system refused: which one, on which path, with which code.
public struct FileSystemError: Error, Sendable, Hashable {
  /// The operation that failed.
  public let operation: FileSystemOperation
  /// The path that it was applied to.
  public let path: String
  /// The system's error code.
  public let code: SystemErrorCode

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed.
  ///   - path: The path that it was applied to.
  ///   - code: The system's error code.
  public init(_ operation: FileSystemOperation, _ path: String, _ code: SystemErrorCode) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension FileSystemError: CustomStringConvertible {
  /// A clause such as `could not open "/data/count.json": permission denied (EACCES)`.
  public var description: String {
    "could not \(verb) \"\(path.printable)\": \(code)"
  }

  private var verb: String {
    switch operation {
    case .synchronize: "write to disk"
    case .status: "look at"
    default: operation.rawValue
    }
  }
}
