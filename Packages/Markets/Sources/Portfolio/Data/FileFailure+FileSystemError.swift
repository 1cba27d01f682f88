import Persistence

extension FileFailure {
  /// Puts a file system's error into words, without the path, which can be that of a temporary file.
  init(_ error: FileSystemError) {
    let suggestion = error.code.cure
    self.init(
      "could not \(error.operation.rawValue) it: \(error.code)",
      recoverySuggestion: suggestion.isEmpty ? nil : suggestion
    )
  }
}
