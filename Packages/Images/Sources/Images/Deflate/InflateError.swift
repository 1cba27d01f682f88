/// Why a compressed stream can't be expanded.
enum InflateError: Error, Equatable {
  /// The stream ends too early.
  case truncated
  /// The stream breaks the rules, near which byte of it and how.
  case damaged(offset: Int, reason: String)
}
