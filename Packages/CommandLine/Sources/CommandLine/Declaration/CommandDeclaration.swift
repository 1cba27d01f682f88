/// A command's declaration: its name, help text, options, arguments and subcommands.
public struct CommandDeclaration: Sendable {
  /// An example command line, with a summary of what it does.
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

  /// An exit status that the program can return.
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

  /// The word that selects the command, or the program's name for the outermost command.
  public let name: String

  /// Other words that select the command; help and completions don't offer them.
  let aliases: [String]
  var summary: String
  let discussion: String

  /// Example command lines, most useful ones first.
  public internal(set) var examples: [Example]
  var arguments: [ArgumentDeclaration]

  /// The options that the command accepts in addition to those of its parent commands.
  public internal(set) var options: [OptionDeclaration]

  /// The subcommands, which the next word on the command line selects.
  public internal(set) var subcommands: [CommandDeclaration]

  /// Whether the command line must contain a subcommand; ignored if there are no subcommands.
  public internal(set) var requiresSubcommand: Bool

  /// The name of the subcommand that runs if the command line contains none, or `nil` if there is no default.
  public internal(set) var defaultSubcommand: String?
  let printsAsItGoes: Bool
  let exitStatuses: [ExitStatus]

  /// The environment variables that the command reads in addition to its options' variables.
  public let environment: [Entry]
  let files: [Entry]

  /// Creates a declaration without subcommands, which ``CommandNode`` adds later.
  ///
  /// `aliases` are earlier names that keep working. Empty lines separate the paragraphs of `discussion`. Help lists examples and options in the given order.
  /// `printsAsItGoes` marks commands that print while they work, because a pager would delay their output.
  /// `environment` lists variables other than the options' variables. The outermost command usually declares the exit
  /// statuses and the files for the manual page.
  public init(
    name: String,
    aliases: [String] = [],
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
    self.aliases = aliases
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

/// An option with any value type, as listed in a command's declaration.
public protocol DeclaredOption: Sendable {
  var declaration: OptionDeclaration { get }
}

/// A positional argument with any value type, as listed in a command's declaration.
public protocol DeclaredArgument: Sendable {
  var declaration: ArgumentDeclaration { get }
}

extension Option: DeclaredOption {}

extension Argument: DeclaredArgument {}

extension OptionDeclaration: DeclaredOption {
  /// The option declaration itself.
  public var declaration: Self { self }
}

extension ArgumentDeclaration: DeclaredArgument {
  /// The argument declaration itself.
  public var declaration: Self { self }
}

extension CommandDeclaration {
  var implicitSubcommand: CommandDeclaration? { defaultSubcommand.flatMap { subcommand(named: $0) } }

  func subcommand(named name: String) -> CommandDeclaration? {
    subcommands.first { $0.name == name || $0.aliases.contains(name) }
  }

  var allEnvironment: [Entry] {
    options.compactMap { option in option.environmentVariable.map { Entry($0, "The same as --\(option.name).") } }
      + environment
  }
}
