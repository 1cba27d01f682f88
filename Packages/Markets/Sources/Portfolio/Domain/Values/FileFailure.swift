/// A file operation that the system refused.
public struct FileFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A clause such as `could not write it: the disk is full (ENOSPC)`, for a sentence that names the file.
  public let description: String
  /// A sentence that says what to do; `nil` when there is nothing in general.
  public let recoverySuggestion: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - description: A clause that names the operation and the system's reason, safe to print.
  ///   - recoverySuggestion: A sentence that says what to do.
  public init(_ description: String, recoverySuggestion: String?) {
    self.description = description
    self.recoverySuggestion = recoverySuggestion
  }
}
