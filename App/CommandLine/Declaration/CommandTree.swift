/// The program's whole command line: what the declaration says, with `help`, `--help` and `--version` added.
struct CommandTree: Sendable {
  /// The program itself.
  let root: CommandDeclaration

  /// Completes a declaration; `helpDiscussion` is what the help of `help` says beyond its summary.
  init(_ program: CommandDeclaration, helpDiscussion: String = "") {
    var root = program
    root.options += [.help, .version]
    var help = CommandDeclaration.help
    help.discussion = helpDiscussion
    if !root.subcommands.isEmpty { root.subcommands.append(help) }
    self.root = root
  }

  /// The commands along a path, the program first; nil when there is no such command.
  ///
  /// The path is made of names without the program's: `["directory", "list"]`.
  func commands(along path: [String]) -> [CommandDeclaration]? {
    var commands = [root]
    for name in path {
      guard let next = commands[commands.count - 1].subcommand(named: name) else { return nil }
      commands.append(next)
    }
    return commands
  }

  /// All commands with their paths, outer before inner, in the order of declaration.
  var all: [(path: [String], command: CommandDeclaration)] {
    func list(_ command: CommandDeclaration, at path: [String]) -> [(path: [String], command: CommandDeclaration)] {
      [(path, command)] + command.subcommands.flatMap { list($0, at: path + [$0.name]) }
    }
    return list(root, at: [])
  }

  /// The path of the first command that declares an option of this name.
  func path(ofOption name: String) -> [String]? {
    all.first { $0.command.options.contains { $0.name == name } }?.path
  }
}

extension OptionDeclaration {
  /// `-h`, `--help`.
  static var help: Self {
    OptionDeclaration(name: "help", shortName: "h", form: .flag, summary: "Shows this help.", isCommon: true)
  }

  /// `--version`.
  static var version: Self {
    OptionDeclaration(name: "version", form: .flag, summary: "Shows the program's version.")
  }
}

extension CommandDeclaration {
  /// `help [COMMAND...]`.
  static var help: Self {
    CommandDeclaration(
      name: "help",
      summary: "Shows the help of a command, the same as --help after it.",
      arguments: [Argument.helpTopic]
    )
  }
}

extension Argument where Value == [String] {
  fileprivate static var helpTopic: Self {
    .repeated("COMMAND", .text, summary: "The command, as it is typed.")
  }
}
