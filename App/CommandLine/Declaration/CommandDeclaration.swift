/// The declaration of a command: its name, its texts, and the words that it understands.
///
/// The program itself is the outermost command.
struct CommandDeclaration: Sendable {
  /// A command line to copy, with its effect.
  struct Example: Sendable {
    var commandLine: String
    var summary: String

    init(_ commandLine: String, _ summary: String) {
      self.commandLine = commandLine
      self.summary = summary
    }
  }

  /// A status with which the program exits.
  struct ExitStatus: Sendable {
    var code: Int32
    var meaning: String

    init(_ code: Int32, _ meaning: String) {
      self.code = code
      self.meaning = meaning
    }
  }

  /// An environment variable that is not merely another way to give an option.
  struct EnvironmentVariable: Sendable {
    var name: String
    var summary: String

    init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// A file or folder that the program reads or writes.
  struct FileLocation: Sendable {
    var path: String
    var summary: String

    init(_ path: String, _ summary: String) {
      self.path = path
      self.summary = summary
    }
  }

  /// The word that selects the command; for the outermost one, the program's name.
  var name: String

  /// One sentence about the command.
  var summary: String

  /// Further help, for the command's own page; empty lines separate paragraphs.
  var discussion: String

  /// Command lines to copy, the most useful first.
  var examples: [Example]

  /// The positional arguments in their order; empty for commands with subcommands.
  var arguments: [ArgumentDeclaration]

  /// The options that the command understands in addition to those of the commands around it.
  var options: [OptionDeclaration]

  /// The commands that the next word selects.
  var subcommands: [CommandDeclaration]

  /// Whether the command needs one of its subcommands; unused without subcommands.
  var requiresSubcommand: Bool

  /// Whether the command prints while it works, so that its output can't wait in a pager.
  var printsAsItGoes: Bool

  /// The program's exit statuses, usually declared by the outermost command.
  var exitStatuses: [ExitStatus]

  /// Environment variables in addition to those of the options.
  var environment: [EnvironmentVariable]

  /// Files and folders for the manual page, usually declared by the outermost command.
  var files: [FileLocation]

  init(
    name: String,
    summary: String,
    discussion: String = "",
    examples: [Example] = [],
    arguments: [any DeclaredArgument] = [],
    options: [any DeclaredOption] = [],
    subcommands: [CommandDeclaration] = [],
    requiresSubcommand: Bool = true,
    printsAsItGoes: Bool = false,
    exitStatuses: [ExitStatus] = [],
    environment: [EnvironmentVariable] = [],
    files: [FileLocation] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.arguments = arguments.map(\.declaration)
    self.options = options.map(\.declaration)
    self.subcommands = subcommands
    self.requiresSubcommand = requiresSubcommand
    self.printsAsItGoes = printsAsItGoes
    self.exitStatuses = exitStatuses
    self.environment = environment
    self.files = files
  }
}

/// An option as a command lists it: an ``Option`` of any type, or its declaration.
protocol DeclaredOption: Sendable {
  var declaration: OptionDeclaration { get }
}

/// A positional argument as a command lists it: an ``Argument`` of any type, or its declaration.
protocol DeclaredArgument: Sendable {
  var declaration: ArgumentDeclaration { get }
}

extension Option: DeclaredOption {}

extension Argument: DeclaredArgument {}

extension OptionDeclaration: DeclaredOption {
  var declaration: Self { self }
}

extension ArgumentDeclaration: DeclaredArgument {
  var declaration: Self { self }
}

extension CommandDeclaration {
  /// The subcommand with a name.
  func subcommand(named name: String) -> CommandDeclaration? {
    subcommands.first { $0.name == name }
  }
}
