import Basics

/// Why a file could not be read at all.
public enum UnreadableReason: Sendable, Hashable {
  /// The system refused.
  case system(FileSystemError)
  /// There is something else than a file of bytes at the path.
  case notAFile(FileKind)
  /// The file is larger than the store accepts.
  case tooLarge(size: Int, limit: Int)
}

extension UnreadableReason: CustomStringConvertible {
  /// A clause that says what is wrong.
  public var description: String {
    switch self {
    case .system(let error): error.description
    case .notAFile(.folder): "there is a folder in place of the file"
    case .notAFile: "there is a pipe, socket or device in place of the file"
    case .tooLarge(let size, let limit): "it has \(size) bytes, more than the \(limit) that are accepted"
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .system(let error): error.code.recoverySuggestion
    case .notAFile: "Move away what is there, or use another path."
    case .tooLarge: "Move the file away if it is not what it should be."
    }
  }
}
