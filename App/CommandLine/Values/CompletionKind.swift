/// What a shell should offer when completing a value.
enum CompletionKind: Equatable, Sendable {
  /// Nothing: the value is free text or a number.
  case nothing

  /// The words of a closed set, or those that are suggested.
  case choices

  /// Names of files (and of the folders on the way).
  case files

  /// Names of folders.
  case folders
}
