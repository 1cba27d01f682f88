/// One command of the program, with its subcommands; the program itself is the outermost one.
struct CommandSpecification: Sendable {
  /// A command line and what it does.
  struct Example: Sendable {
    var commandLine: String
    var summary: String

    init(_ commandLine: String, _ summary: String) {
      self.commandLine = commandLine
      self.summary = summary
    }
  }

  /// A status with which the program ends.
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

  /// A file or folder that the program reads or keeps.
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

  /// What the command does, as one sentence.
  var summary: String

  /// More about it, for its own help page; paragraphs are separated by empty lines.
  var discussion = ""

  /// Command lines to copy, the most useful first.
  var examples: [Example] = []

  /// Positional arguments in their order; only for commands without subcommands.
  var arguments: [ArgumentSpecification] = []

  /// The options that are understood after this command's name, those of its subcommands excepted.
  var options: [OptionSpecification] = []

  /// The commands that are selected by the next word.
  var subcommands: [CommandSpecification] = []

  /// Whether the command needs one of its subcommands; without meaning when it has none.
  var requiresSubcommand = true

  /// Whether the command prints while it goes on, so that none of it may wait in a pager.
  var printsAsItGoes = false

  /// Statuses with which the program ends; usually of the outermost command.
  var exitStatuses: [ExitStatus] = []

  /// Environment variables beside those of the options.
  var environment: [EnvironmentVariable] = []

  /// Files and folders, for the manual page; usually of the outermost command.
  var files: [FileLocation] = []
}

extension CommandSpecification {
  /// The subcommand with a name.
  func subcommand(named name: String) -> CommandSpecification? {
    subcommands.first { $0.name == name }
  }
}
