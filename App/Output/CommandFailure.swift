/// Why a command failed, as it is told to the user or the calling script.
struct CommandFailure: Error, Equatable {
  /// The exit code.
  var exitCode: ExitCode
  /// A stable word for scripts.
  var kind: String
  /// What happened, as a sentence.
  var message: String
  /// What to do about it.
  var hint: String?
  /// Whether it was told already, within the command's own document.
  var isReported = false
}
