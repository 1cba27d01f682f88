/// What is wrong with a command line.
///
/// The words within are as they were typed; ``message`` and ``hint`` make them harmless.
enum UsageError: Error, Equatable, Sendable {
  /// A word is not a command there; `commands` is the path to where it stands, the program's name first.
  case unknownCommand(String, after: [String], suggestion: String?)

  /// Only a group of commands was named, or nothing.
  case missingCommand(after: [String], available: [String])

  /// An option is not understood there. `owner` is the path of a command that does understand it.
  case unknownOption(String, command: [String], suggestion: String?, owner: [String]?)

  /// An option was given twice that can be given once.
  case repeatedOption(String, first: String)

  /// Two options were given that exclude each other.
  case conflictingOptions(String, String)

  /// An option stands without its value; `next` is the word that follows, when it cannot be the value.
  case missingValue(option: String, expectation: String, example: String, next: String?)

  /// A flag was given a value.
  case unexpectedValue(option: String, value: String)

  /// An option or argument has a value that is not acceptable; a word that may hold a secret is masked.
  case invalidValue(subject: String, word: String, problem: ValidationError, expectation: String, example: String)

  /// An option is missing that must be given.
  case missingOption(String, command: [String], summary: String, example: String)

  /// A positional argument is missing.
  case missingArgument(String, command: [String], summary: String, usage: String)

  /// A word is left over after all arguments.
  case unexpectedArgument(String, command: [String], usage: String)
}
