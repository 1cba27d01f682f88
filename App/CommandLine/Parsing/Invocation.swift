/// What a command line asks for: the command, and the values of its options and arguments.
///
/// Values are read by declaration: `invocation[.timeout]`, `invocation[argument: .coin]`. All of them have been
/// checked when the command line was parsed.
struct Invocation: Equatable, Sendable {
  /// What is to be done with the command.
  enum Purpose: Equatable, Sendable {
    /// To run it.
    case run

    /// To show its help.
    case help

    /// To show the program's version.
    case version
  }

  /// The words under which flags are kept.
  static let on = "true"
  static let off = "false"

  /// What is to be done.
  let purpose: Purpose

  /// The command's names without the program's; empty for the program itself.
  let commandPath: [String]

  /// Whether the command prints while it goes on.
  let printsAsItGoes: Bool

  /// The words given for each option, by its name.
  private let optionWords: [String: [String]]

  /// The words given for each argument, by its name.
  private let argumentWords: [String: [String]]

  /// The names of all options that the command understands.
  private let knownOptions: Set<String>

  init(
    purpose: Purpose,
    commands: [CommandDeclaration],
    optionWords: [String: [String]],
    argumentWords: [String: [String]]
  ) {
    self.purpose = purpose
    self.commandPath = commands.dropFirst().map(\.name)
    self.optionWords = optionWords
    self.argumentWords = argumentWords
    printsAsItGoes = commands.last?.printsAsItGoes ?? false
    knownOptions = Set(commands.flatMap { $0.options.map(\.name) })
  }

  /// The value of an option.
  ///
  /// Reading one that the command does not declare is a programmer's error.
  subscript<Value>(option: Option<Value>) -> Value {
    let name = option.declaration.name
    precondition(understands(option), "--\(name) is not declared for \(commandPath.joined(separator: " "))")
    do {
      return try option.read(optionWords[name] ?? [])
    } catch {
      preconditionFailure("--\(name) was read with another declaration than it was parsed with: \(error.reason)")
    }
  }

  /// The value of a positional argument.
  ///
  /// Reading one that the command does not declare is a programmer's error.
  subscript<Value>(argument argument: Argument<Value>) -> Value {
    let name = argument.declaration.name
    guard let words = argumentWords[name] else {
      preconditionFailure("\(name) is not declared for \(commandPath.joined(separator: " "))")
    }
    do {
      return try argument.read(words)
    } catch {
      preconditionFailure("\(name) was read with another declaration than it was parsed with: \(error.reason)")
    }
  }

  /// Whether an option stands on the command line.
  func isGiven<Value>(_ option: Option<Value>) -> Bool {
    optionWords[option.declaration.name] != nil
  }

  /// The last word given for an option; nil when it is not given.
  func lastWord(ofOption name: String) -> String? { optionWords[name]?.last }

  /// Whether the command declares an option, so that it can be read.
  func understands<Value>(_ option: Option<Value>) -> Bool {
    knownOptions.contains(option.declaration.name)
  }
}
