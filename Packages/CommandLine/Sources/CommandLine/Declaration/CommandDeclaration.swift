/// The declaration of a command: its name, its texts, and its options, arguments and subcommands.
public struct CommandDeclaration: Sendable {
  /// An example command line, with a summary of its effect.
  public struct Example: Sendable {
    /// The command line, beginning with the program's name.
    public let commandLine: String
    let summary: String

    /// Creates an example.
    public init(_ commandLine: String, _ summary: String) {
      self.commandLine = commandLine
      self.summary = summary
    }
  }

  /// An exit status of the program.
  public struct ExitStatus: Sendable {
    let code: Int32
    let meaning: String

    /// Creates an exit status.
    public init(_ code: Int32, _ meaning: String) {
      self.code = code
      self.meaning = meaning
    }
  }

  /// An environment variable, file or directory.
  public struct Entry: Sendable {
    /// The name of the variable or the path of the file.
    public let name: String
    let summary: String

    /// Creates an entry.
    public init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// The word that selects the command.
  ///
  /// For the outermost command, the program's name.
  public let name: String
  var summary: String
  let discussion: String

  /// Example command lines, most useful first.
  public internal(set) var examples: [Example]
  var arguments: [ArgumentDeclaration]

  /// The options that the command accepts in addition to its parent commands' options.
  public internal(set) var options: [OptionDeclaration]

  /// The subcommands, selected by the next word.
  public internal(set) var subcommands: [CommandDeclaration]

  /// Whether the command line must name a subcommand.
  ///
  /// The value is ignored without subcommands.
  public internal(set) var requiresSubcommand: Bool

  /// The name of the subcommand that runs if the command line names none, or `nil` if there is no such subcommand.
  public internal(set) var defaultSubcommand: String?
  let printsAsItGoes: Bool
  let exitStatuses: [ExitStatus]

  /// Environment variables, in addition to those of the options.
  public let environment: [Entry]
  let files: [Entry]

  /// Creates a declaration without subcommands, which ``CommandNode`` adds.
  ///
  /// - Parameters:
  ///   - name: The word that selects the command. For the outermost command, the program's name.
  ///   - summary: A one-sentence description of the command.
  ///   - discussion: Further help for the command's own page. Empty lines separate paragraphs.
  ///   - examples: Example command lines, most useful first.
  ///   - arguments: The positional arguments in order. Empty for commands with subcommands.
  ///   - options: The options in the order of the help page.
  ///   - printsAsItGoes: Whether the command prints while it works, so that a pager would delay its output.
  ///   - exitStatuses: The program's exit statuses, usually declared by the outermost command.
  ///   - environment: Environment variables, in addition to those of the options.
  ///   - files: Files and directories for the manual page, usually declared by the outermost command.
  public init(
    name: String,
    summary: String,
    discussion: String = "",
    examples: [Example] = [],
    arguments: [any DeclaredArgument] = [],
    options: [any DeclaredOption] = [],
    printsAsItGoes: Bool = false,
    exitStatuses: [ExitStatus] = [],
    environment: [Entry] = [],
    files: [Entry] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.arguments = arguments.map(\.declaration)
    self.options = options.map(\.declaration)
    subcommands = []
    requiresSubcommand = true
    defaultSubcommand = nil
    self.printsAsItGoes = printsAsItGoes
    self.exitStatuses = exitStatuses
    self.environment = environment
    self.files = files
  }
}

/// An option with any value type, for a command's list of options.
public protocol DeclaredOption: Sendable {
  var declaration: OptionDeclaration { get }
}

/// A positional argument with any value type, for a command's list of arguments.
public protocol DeclaredArgument: Sendable {
  var declaration: ArgumentDeclaration { get }
}

extension Option: DeclaredOption {}

extension Argument: DeclaredArgument {}

extension OptionDeclaration: DeclaredOption {
  /// The option itself.
  public var declaration: Self { self }
}

extension ArgumentDeclaration: DeclaredArgument {
  /// The argument itself.
  public var declaration: Self { self }
}

extension CommandDeclaration {
  /// The subcommand that runs if the command line names none.
  var implicitSubcommand: CommandDeclaration? { defaultSubcommand.flatMap { subcommand(named: $0) } }

  func subcommand(named name: String) -> CommandDeclaration? {
    subcommands.first { $0.name == name }
  }

  /// The environment variables of the options, followed by the additional ones.
  var allEnvironment: [Entry] {
    options.compactMap { option in option.environmentVariable.map { Entry($0, "The same as --\(option.name).") } }
      + environment
  }
}
