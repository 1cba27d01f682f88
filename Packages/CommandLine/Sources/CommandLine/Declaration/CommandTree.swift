/// The declaration of a whole program, with `help`, `--help` and `--version` added.
public struct CommandTree: Sendable {
  /// The declaration of the program itself.
  public let root: CommandDeclaration

  /// Adds `help`, `--help` and `--version` to a declaration; `helpDiscussion` follows the summary of `help`.
  init(_ program: CommandDeclaration, helpDiscussion: String = "") {
    var root = program
    root.options += [Option.help.declaration, Option.version.declaration]
    if !root.subcommands.isEmpty {
      root.subcommands.append(
        CommandDeclaration(
          name: CommandDeclaration.helpName,
          summary: "Show help for a command.",
          discussion: helpDiscussion,
          arguments: [Argument.helpTopic]
        )
      )
    }
    self.root = root
  }

  /// All commands with their paths, in declaration order, with parent commands before their subcommands.
  public var all: [(path: [String], command: CommandDeclaration)] {
    func list(_ command: CommandDeclaration, at path: [String]) -> [(path: [String], command: CommandDeclaration)] {
      [(path, command)] + command.subcommands.flatMap { list($0, at: path + [$0.name]) }
    }
    return list(root, at: [])
  }

  /// Returns the program and the commands along a path that omits the program's name, or `nil` if there is no such
  /// command.
  func commands(along path: [String]) -> [CommandDeclaration]? {
    var commands = [root]
    for name in path {
      guard let next = commands[commands.count - 1].subcommand(named: name) else { return nil }
      commands.append(next)
    }
    return commands
  }

  /// Returns the path of the first command that declares an option with a given name.
  func path(ofOption name: String) -> [String]? {
    all.first { $0.command.options.contains { $0.name == name } }?.path
  }
}

extension Option where Value == Bool {
  static var help: Self { .flag("help", short: "h", summary: "Show this help.", isCommon: true) }
  static var version: Self { .flag("version", summary: "Print the version.") }
}

extension CommandDeclaration {
  static let helpName = "help"
}

extension Argument where Value == [String] {
  fileprivate static var helpTopic: Self {
    .repeated("COMMAND", .text, summary: "Command to explain.")
  }
}

extension CommandTree {
  /// Returns the mistakes in the declarations as sentences, for the program's tests.
  ///
  /// `internalCommand` is the first word of undeclared commands, such as a command that prints values for completions.
  public func validate(internalCommand: String? = nil) -> [String] {
    all.flatMap { entry -> [String] in
      let commands = commands(along: entry.path) ?? []
      let name = commands.map(\.name).joined(separator: " ")
      return
        (mistakesInNames(of: commands) + mistakesInArguments(of: entry.command) + mistakesInTexts(of: entry.command)
        + mistakesInSuggestions(of: entry.command, internalCommand))
        .map { "\(name): \($0)" }
    }
  }

  private func mistakesInNames(of commands: [CommandDeclaration]) -> [String] {
    guard let command = commands.last else { return [] }
    var mistakes: [String] = []
    if !([command.name] + command.aliases).allSatisfy(Self.isName) {
      mistakes.append("the command's name must consist of a-z, 0-9 and single dashes")
    }
    let options = commands.flatMap(\.options)
    mistakes += Self.duplicates(in: options.flatMap(\.longSpellings)).map { "\($0) is declared twice along the path" }
    mistakes += Self.duplicates(in: options.compactMap(\.shortName)).map { "-\($0) is declared twice along the path" }
    mistakes += Self.duplicates(in: command.subcommands.flatMap { [$0.name] + $0.aliases }).map {
      "the command \($0) is declared twice"
    }
    if let name = command.defaultSubcommand, command.implicitSubcommand == nil {
      mistakes.append("the default command \(name) is not declared")
    }
    for option in command.options {
      if !Self.isName(option.name) { mistakes.append("--\(option.name) must consist of a-z, 0-9 and single dashes") }
      // Digits would make negative numbers ambiguous.
      if let letter = option.shortName, !(letter.isASCII && letter.isLetter) {
        mistakes.append("-\(letter) is not an ASCII letter")
      }
      for excluded in option.excludedNames where !options.contains(where: { $0.name == excluded }) {
        mistakes.append("--\(option.name) excludes --\(excluded), which is not declared along the path")
      }
      if let value = option.value { mistakes += Self.mistakes(in: value, of: "--\(option.name)") }
      if let word = option.defaultText, let value = option.value, (try? value.check(word)) == nil, !word.contains(" ") {
        mistakes.append("the default \(word) of --\(option.name) is not a valid value")
      }
    }
    return mistakes
  }

  private func mistakesInArguments(of command: CommandDeclaration) -> [String] {
    var mistakes = Self.duplicates(in: command.arguments.map(\.name)).map { "the argument \($0) is declared twice" }
    if !command.arguments.isEmpty, !command.subcommands.isEmpty {
      mistakes.append("a command with subcommands cannot have arguments")
    }
    for (argument, next) in zip(command.arguments, command.arguments.dropFirst()) {
      if argument.isRepeating { mistakes.append("\(argument.name) takes all words, so \(next.name) gets none") }
      if !argument.isRequired, next.isRequired { mistakes.append("\(next.name) is required after \(argument.name)") }
    }
    return mistakes + command.arguments.flatMap { Self.mistakes(in: $0.value, of: $0.name) }
  }

  private func mistakesInTexts(of command: CommandDeclaration) -> [String] {
    var texts = [("the command", command.summary)]
    texts += command.options.map { ("--" + $0.name, $0.summary) } + command.arguments.map { ($0.name, $0.summary) }
    texts += command.examples.map { ("the example \($0.commandLine)", $0.summary) }
    var mistakes = texts.filter { !$0.1.hasSuffix(".") }.map {
      "\($0.0) has a summary that does not end with a period"
    }
    let parser = CommandLineParser(self)
    for example in command.examples {
      // Only simple command lines are parsed, because pipes and quotation marks are for the shell.
      let words = example.commandLine.split(separator: " ").map(String.init)
      guard words.first == root.name else {
        mistakes.append("the example \(example.commandLine) does not begin with \(root.name)")
        continue
      }
      guard !example.commandLine.contains(where: { "|<>\"'&;$\\`*".contains($0) }) else { continue }
      do {
        _ = try parser.parse(Array(words.dropFirst()))
      } catch {
        mistakes.append("the example \(example.commandLine) is wrong: \(error.message)")
      }
    }
    return mistakes
  }

  private func mistakesInSuggestions(of command: CommandDeclaration, _ internalCommand: String?) -> [String] {
    let values =
      command.options.compactMap { option in option.value.map { ("--" + option.name, $0) } }
      + command.arguments.map { ($0.name, $0.value) }
    return values.compactMap { subject, value in
      let words = value.suggestionCommand
      guard !words.isEmpty, words.first != internalCommand, (try? CommandLineParser(self).parse(words)) == nil else {
        return nil
      }
      return "the command '\(words.joined(separator: " "))' for the words of \(subject) is wrong"
    }
  }

  private static func mistakes(in value: ValueDeclaration, of subject: String) -> [String] {
    let words = (value.choices + value.suggestions).map(\.word)
    var mistakes = duplicates(in: words).map { "the choice \($0) of \(subject) is declared twice" }
    for word in [value.example] + words where (try? value.check(word)) == nil {
      mistakes.append("\(word) is listed as a choice or example of \(subject), but is not a valid value")
    }
    return mistakes
  }

  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    }
  }

  private static func duplicates<Element: Hashable>(in elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { !seen.insert($0).inserted }
  }
}
