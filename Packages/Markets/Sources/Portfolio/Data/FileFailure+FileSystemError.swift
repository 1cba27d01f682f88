import Basics
import Persistence

extension FileFailure {
  /// Describes a file system's error without the path, which can be that of a temporary file.
  init(_ error: FileSystemError) {
    self.init(
      "could not \(error.operation.rawValue) it: \(error.code)",
      recoverySuggestion: error.code.recoverySuggestion
    )
  }
}
