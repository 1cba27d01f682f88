extension UsageError {
  /// What is wrong, as one sentence for people; safe to print.
  var message: String {
    switch self {
    case .unknownCommand(let word, let path, _):
      return path.count < 2
        ? "There is no command \(VisibleText.quoted(word))."
        : "'\(path.joined(separator: " "))' has no command \(VisibleText.quoted(word))."
    case .missingCommand(let path, _):
      return "A command is missing after '\(path.joined(separator: " "))'."
    case .unknownOption(let word, let command, _, _):
      return "'\(command.joined(separator: " "))' has no option \(VisibleText.quoted(word))."
    case .repeatedOption(let word, let first):
      return word == first
        ? "\(word) is given twice, but can be given only once."
        : "\(word) is given after \(first), but only one of them can be given, and only once."
    case .conflictingOptions(let first, let second):
      return "\(first) and \(second) cannot be given together."
    case .missingValue(let option, _, _, let next):
      let end = next.map { "; \(VisibleText.quoted($0)) after it is not taken for one" } ?? ""
      return "\(option) needs a value\(end)."
    case .unexpectedValue(let option, let value):
      return "\(option) takes no value, but is given \(VisibleText.quoted(value))."
    case .invalidValue(let subject, let word, let problem, _, _):
      return "\(VisibleText.quoted(word)) is not a value for \(subject): \(problem.reason)."
    case .missingOption(let option, let command, _, _):
      return "'\(command.joined(separator: " "))' needs the option \(option)."
    case .missingArgument(let name, let command, _, _):
      return "'\(command.joined(separator: " "))' needs \(name)."
    case .unexpectedArgument(let word, let command, _):
      return "\(VisibleText.quoted(word)) is one word too many for '\(command.joined(separator: " "))'."
    }
  }

  /// What to do about it, as one sentence for people; safe to print.
  var hint: String {
    switch self {
    case .unknownCommand(_, let path, let suggestion):
      return Self.didYouMean(suggestion) ?? Self.seeHelp(of: path, for: "lists the commands")
    case .missingCommand(let path, let available):
      return "Name one of: \(available.joined(separator: ", ")). "
        + Self.seeHelp(of: path, for: "says what they do")
    case .unknownOption(let word, let command, let suggestion, let owner):
      if let owner {
        return "It is an option of '\(owner.joined(separator: " "))' and stands after that command's name."
      }
      if let suggestion { return "Did you mean \(VisibleText.escaping(suggestion))?" }
      let operand = word.hasPrefix("-") ? " To pass the word itself, write -- before it." : ""
      return Self.seeHelp(of: command, for: "lists the options") + operand
    case .repeatedOption(let word, let first):
      return word == first ? "Leave one of them out." : "Leave \(word) or \(first) out."
    case .conflictingOptions(let first, let second):
      return "Leave \(first) or \(second) out."
    case .missingValue(let option, let expectation, let example, let next):
      let written = "Write \(expectation), for example: \(option) \(example)"
      guard let next, next.hasPrefix("-"), next != "--", option.hasPrefix("--") else { return written }
      return "\(written). A value that begins with a dash is written \(option)=\(VisibleText.escaping(next))"
    case .unexpectedValue(let option, _):
      return "Write \(option) alone."
    case .invalidValue(let subject, _, let problem, let expectation, let example):
      let start = problem.suggestion.map { "Did you mean \(VisibleText.escaping($0))? " } ?? ""
      let written = subject.hasPrefix("-") ? "\(subject) \(example)" : example
      return "\(start)It must be \(expectation), for example: \(written)"
    case .missingOption(_, _, let summary, let example):
      return "\(summary) For example: \(example)"
    case .missingArgument(let name, _, let summary, let usage):
      return "\(name): \(summary) Usage: \(usage)"
    case .unexpectedArgument(_, _, let usage):
      return "Usage: \(usage). Text with spaces needs quotation marks."
    }
  }

  private static func didYouMean(_ suggestion: String?) -> String? {
    suggestion.map { "Did you mean \(VisibleText.quoted($0))?" }
  }

  private static func seeHelp(of path: [String], for what: String) -> String {
    let command = ([path.first ?? "", "help"] + path.dropFirst()).joined(separator: " ")
    return "'\(command)' \(what)."
  }
}
