import Basics
public import Foundation

/// A command-line error, whose ``message`` and ``hint`` escape control characters in text from the command line.
public enum UsageError: Error, Equatable, Sendable {
  /// An unknown command.
  ///
  /// `after` contains the preceding commands, starting with the program's name.
  case unknownCommand(String, after: [String], suggestion: String?)

  /// A group of commands without a subcommand.
  case missingCommand(after: [String], available: [String])

  /// An option that the command doesn't accept.
  ///
  /// `owner` is the path of a command that accepts the option.
  case unknownOption(String, command: [String], suggestion: String?, owner: [String]?)

  /// A nonrepeatable option that is given twice.
  case repeatedOption(String, first: String)

  /// Two options that can't be combined.
  case conflictingOptions(String, String)

  /// An option without its value.
  ///
  /// `next` is the following word, if it can't be the value.
  case missingValue(option: String, expectation: String, example: String, next: String?)

  /// A flag with a value.
  case unexpectedValue(option: String, value: String)

  /// An invalid option or argument value, with secrets redacted in `word`.
  case invalidValue(subject: String, word: String, error: ValidationError, expectation: String, example: String)

  /// A missing required option.
  case missingOption(String, command: [String], summary: String, example: String)

  /// A missing required argument.
  case missingArgument(String, command: [String], summary: String, usage: String)

  /// An extra word after all arguments have their values.
  case unexpectedArgument(String, command: [String], usage: String)
}

extension UsageError {
  /// A one-sentence description of the error.
  public var message: String {
    switch self {
    case .unknownCommand(let word, let path, _):
      return path.count < 2
        ? "There is no command \(quoted(word))."
        : "'\(path.joined(separator: " "))' has no command \(quoted(word))."
    case .missingCommand(let path, _):
      return "A command is missing after '\(path.joined(separator: " "))'."
    case .unknownOption(let word, let command, _, _):
      return "'\(command.joined(separator: " "))' has no option \(quoted(word))."
    case .repeatedOption(let word, let first):
      return word == first
        ? "\(word) can be used only once."
        : "Use either \(first) or \(word), and only once."
    case .conflictingOptions(let first, let second):
      return "\(first) and \(second) can't be combined."
    case .missingValue(let option, _, _, let next):
      let end = next.map { "; \(quoted($0)) isn't read as its value" } ?? ""
      return "\(option) needs a value\(end)."
    case .unexpectedValue(let option, let value):
      return "\(option) takes no value, but got \(quoted(value))."
    case .invalidValue(let subject, let word, let error, _, _):
      return "\(quoted(word)) isn't a valid value for \(subject): \(error.reason)."
    case .missingOption(let option, let command, _, _):
      return "'\(command.joined(separator: " "))' needs the option \(option)."
    case .missingArgument(let name, let command, _, _):
      return "'\(command.joined(separator: " "))' needs \(name)."
    case .unexpectedArgument(let word, let command, _):
      return "'\(command.joined(separator: " "))' doesn't accept the argument \(quoted(word))."
    }
  }

  /// A recovery suggestion in one or two sentences.
  public var hint: String {
    switch self {
    case .unknownCommand(_, let path, let suggestion):
      return Self.didYouMean(suggestion) ?? Self.seeHelp(of: path, for: "lists the commands")
    case .missingCommand(let path, let available):
      return "Choose one of: \(available.joined(separator: ", ")). "
        + Self.seeHelp(of: path, for: "explains them")
    case .unknownOption(let word, let command, let suggestion, let owner):
      if let owner {
        return "It is an option for '\(owner.joined(separator: " "))' and belongs after that command."
      }
      if let suggestion { return "Did you mean \(escaped(suggestion))?" }
      let operand = word.hasPrefix("-") ? " To pass the word as an argument, write -- before it." : ""
      return Self.seeHelp(of: command, for: "lists the options") + operand
    case .repeatedOption(let word, let first):
      return word == first ? "Leave one of them out." : "Leave \(word) or \(first) out."
    case .conflictingOptions(let first, let second):
      return "Leave \(first) or \(second) out."
    case .missingValue(let option, let expectation, let example, let next):
      let written = "Use \(expectation). Example: \(option) \(example)"
      guard let next, next.hasPrefix("-"), next != "--", option.hasPrefix("--") else { return written }
      return "\(written). To pass a value that begins with a dash, write \(option)=\(escaped(next))"
    case .unexpectedValue(let option, _):
      return "Write \(option) without a value."
    case .invalidValue(let subject, _, let error, let expectation, let example):
      let start = error.suggestion.map { "Did you mean \(escaped($0))? " } ?? ""
      let written = subject.hasPrefix("-") ? "\(subject) \(example)" : example
      return "\(start)Use \(expectation). Example: \(written)"
    case .missingOption(_, _, let summary, let example):
      return "\(summary) Example: \(example)"
    case .missingArgument(let name, _, let summary, let usage):
      return "\(name): \(summary) Usage: \(usage)"
    case .unexpectedArgument(_, _, let usage):
      return "Usage: \(usage). Put text that contains spaces in quotation marks."
    }
  }

  private static func didYouMean(_ suggestion: String?) -> String? {
    suggestion.map { "Did you mean \(quoted($0))?" }
  }

  private static func seeHelp(of path: [String], for purpose: String) -> String {
    let command = ([path.first ?? "", "help"] + path.dropFirst()).joined(separator: " ")
    return "'\(command)' \(purpose)."
  }
}

extension UsageError: LocalizedError {
  /// A one-sentence description of the error.
  public var errorDescription: String? { message }

  /// A recovery suggestion in one or two sentences.
  public var recoverySuggestion: String? { hint }
}

private func escaped(_ text: String) -> String { text.escapingInvisibles(limit: 120) }

private func quoted(_ text: String) -> String { "'\(escaped(text))'" }
