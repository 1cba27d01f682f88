/// The declaration of a command: its name, its texts, and the words that it understands.
public struct CommandDeclaration: Sendable {
  /// A command line to copy, with a summary of its effect.
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

  /// A status with which the program exits.
  public struct ExitStatus: Sendable {
    let code: Int32
    let meaning: String

    /// Creates an exit status.
    public init(_ code: Int32, _ meaning: String) {
      self.code = code
      self.meaning = meaning
    }
  }

  /// An environment variable, file or folder.
  public struct Entry: Sendable {
    /// The variable's name or the file's path.
    public let name: String
    let summary: String

    /// Creates an entry.
    public init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// The word that selects the command; for the outermost one, the program's name.
  public let name: String
  var summary: String
  let discussion: String

  /// Command lines to copy, the most useful first.
  public internal(set) var examples: [Example]
  var arguments: [ArgumentDeclaration]

  /// The options that the command accepts in addition to those of its parent commands.
  public internal(set) var options: [OptionDeclaration]

  /// The commands that the next word selects.
  public internal(set) var subcommands: [CommandDeclaration]

  /// Whether the command needs one of its subcommands; unused without subcommands.
  public internal(set) var requiresSubcommand: Bool

  /// The name of the subcommand that runs if a line names none; `nil` without such a command.
  public internal(set) var defaultSubcommand: String?
  let printsAsItGoes: Bool
  let exitStatuses: [ExitStatus]

  /// Environment variables in addition to those of the options.
  public let environment: [Entry]
  let files: [Entry]

  /// Creates a declaration; ``CommandNode`` adds the subcommands.
  ///
  /// - Parameters:
  ///   - name: The word that selects the command; for the outermost one, the program's name.
  ///   - summary: One sentence about the command.
  ///   - discussion: Further help, for the command's own page; empty lines separate paragraphs.
  ///   - examples: Command lines to copy, the most useful first.
  ///   - arguments: The positional arguments in their order; empty for commands with subcommands.
  ///   - options: The options in the order of the help page.
  ///   - printsAsItGoes: Whether the command prints while it works, so that its output can't wait in a pager.
  ///   - exitStatuses: The program's exit statuses, usually declared by the outermost command.
  ///   - environment: Environment variables in addition to those of the options.
  ///   - files: Files and folders for the manual page, usually declared by the outermost command.
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

/// An option in a command's list of options, whatever the type of its value.
public protocol DeclaredOption: Sendable {
  var declaration: OptionDeclaration { get }
}

/// A positional argument in a command's list of arguments, whatever the type of its value.
public protocol DeclaredArgument: Sendable {
  var declaration: ArgumentDeclaration { get }
}

extension Option: DeclaredOption {}

extension Argument: DeclaredArgument {}

extension OptionDeclaration: DeclaredOption {
  /// The declaration itself.
  public var declaration: Self { self }
}

extension ArgumentDeclaration: DeclaredArgument {
  /// The declaration itself.
  public var declaration: Self { self }
}

extension CommandDeclaration {
  /// The subcommand that runs if a line names none.
  var implicitSubcommand: CommandDeclaration? { defaultSubcommand.flatMap { subcommand(named: $0) } }

  func subcommand(named name: String) -> CommandDeclaration? {
    subcommands.first { $0.name == name }
  }

  /// The environment variables of the options, then the additional ones.
  var allEnvironment: [Entry] {
    options.compactMap { option in option.environmentVariable.map { Entry($0, "The same as --\(option.name).") } }
      + environment
  }
}
