/// The help of a command as a JSON document, from the same declaration as the page: `help --json`.
///
/// Its keys are the same for every command: `command`, `summary`, `discussion`, `usage`, `examples`, `arguments`, `options`,
/// `environment`, `exit_statuses` and `commands`. The last one holds the same document for each subcommand, so that the program's own tells all.
/// Options are those that the command declares; it understands those of the commands around it, too.
struct HelpDocument: Encodable, Sendable {
  private let commands: [CommandDeclaration]

  /// The help of the command at a path, as ``HelpPage`` has it.
  init(_ tree: CommandTree, path: [String] = []) {
    self.init(tree.commands(along: path) ?? [tree.root])
  }

  private init(_ commands: [CommandDeclaration]) { self.commands = commands }

  private enum CodingKeys: String, CodingKey {
    case command, summary, discussion, usage, examples, arguments, options, environment, commands
    case exitStatuses = "exit_statuses"
  }

  func encode(to encoder: any Encoder) throws {
    let command = commands[commands.count - 1]
    let environment = command.options.compactMap { option in
      option.environmentVariable.map { CommandDeclaration.EnvironmentVariable($0, "The same as --\(option.name).") }
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(commands.map(\.name).joined(separator: " "), forKey: .command)
    try container.encode(command.summary, forKey: .summary)
    try container.encode(command.discussion, forKey: .discussion)
    try container.encode(UsageLine.text(for: commands), forKey: .usage)
    try container.encode(
      command.examples.map { Example(commandLine: $0.commandLine, summary: $0.summary) },
      forKey: .examples
    )
    try container.encode(command.arguments.map(ArgumentEntry.init), forKey: .arguments)
    try container.encode(command.options.map(OptionEntry.init), forKey: .options)
    try container.encode(
      (environment + command.environment).map { Variable(name: $0.name, summary: $0.summary) },
      forKey: .environment
    )
    try container.encode(
      command.exitStatuses.map { ExitStatus(code: $0.code, meaning: $0.meaning) },
      forKey: .exitStatuses
    )
    try container.encode(command.subcommands.map { HelpDocument(commands + [$0]) }, forKey: .commands)
  }
}

extension HelpDocument {
  private struct Example: Encodable {
    let commandLine: String
    let summary: String

    enum CodingKeys: String, CodingKey {
      case summary
      case commandLine = "command_line"
    }
  }

  private struct Variable: Encodable {
    let name: String
    let summary: String
  }

  private struct ExitStatus: Encodable {
    let code: Int32
    let meaning: String
  }

  /// A word that may stand for a value.
  private struct Word: Encodable {
    let word: String
    let summary: String

    init(_ choice: Choice) {
      word = choice.word
      summary = choice.summary
    }
  }

  private struct ArgumentEntry: Encodable {
    let declaration: ArgumentDeclaration

    init(_ declaration: ArgumentDeclaration) { self.declaration = declaration }

    enum CodingKeys: String, CodingKey {
      case name, summary, expects, choices, required, repeatable
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(declaration.name, forKey: .name)
      try container.encode(declaration.summary, forKey: .summary)
      try container.encode(declaration.value.expectation, forKey: .expects)
      try container.encode(declaration.value.choices.map(Word.init), forKey: .choices)
      try container.encode(declaration.isRequired, forKey: .required)
      try container.encode(declaration.isRepeating, forKey: .repeatable)
    }
  }

  private struct OptionEntry: Encodable {
    let declaration: OptionDeclaration

    init(_ declaration: OptionDeclaration) { self.declaration = declaration }

    enum CodingKeys: String, CodingKey {
      case name, short, summary, value, expects, choices, required, repeatable, negatable, excludes
      case defaultText = "default"
      case environmentVariable = "environment_variable"
    }

    /// With null where there is nothing, so that every option has the same keys.
    func encode(to encoder: any Encoder) throws {
      let value = declaration.value
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("--" + declaration.name, forKey: .name)
      try container.encode(declaration.shortName.map { "-\($0)" }, forKey: .short)
      try container.encode(declaration.summary, forKey: .summary)
      try container.encode(value?.placeholder, forKey: .value)
      try container.encode(value?.expectation, forKey: .expects)
      try container.encode((value?.choices ?? []).map(Word.init), forKey: .choices)
      try container.encode(declaration.isRequired, forKey: .required)
      try container.encode(declaration.isRepeatable, forKey: .repeatable)
      try container.encode(declaration.isNegatable, forKey: .negatable)
      try container.encode(declaration.excludedNames.map { "--" + $0 }, forKey: .excludes)
      try container.encode(declaration.defaultText, forKey: .defaultText)
      try container.encode(declaration.environmentVariable, forKey: .environmentVariable)
    }
  }
}
