@testable import CommandLine

enum SampleProgram {
  static let tree = CommandTree(program)

  static var parser: CommandLineParser { CommandLineParser(tree) }

  static var program: CommandDeclaration {
    CommandDeclaration(
      name: "tool",
      summary: "Keeps parcels in order.",
      discussion: """
        Without a command it counts the parcels. Parcels are known by their number, which is printed on them, and are \
        kept in a folder.

        Nothing is sent anywhere.
        """,
      examples: [
        .init("tool --json", "Prints the number of parcels as JSON."),
        .init("tool list --top 3", "Lists the three newest parcels."),
      ],
      options: [
        Sample.json, Sample.verbose, Sample.profile, Sample.timeout, Sample.address,
        Sample.folder,
      ],
      exitStatuses: [.init(0, "Done."), .init(2, "The command line is wrong."), .init(130, "Interrupted.")],
      environment: [.init("NO_COLOR", "Turns colors off, with any value.")]
    ).with([list, send, group], requiresSubcommand: false)
  }

  static var list: CommandDeclaration {
    CommandDeclaration(
      name: "list",
      summary: "Lists parcels.",
      examples: [.init("tool list --tag red --tag blue", "Lists red and blue parcels.")],
      options: [
        Sample.top, Sample.tag, Sample.sort, Sample.reverse, Sample.days,
        Sample.range, Sample.output,
        Sample.style,
      ]
    )
  }

  static var send: CommandDeclaration {
    CommandDeclaration(
      name: "send",
      summary: "Sends parcels.",
      arguments: [Sample.recipient, Sample.weight, Sample.notes],
      options: [Sample.insured, Sample.by]
    )
  }

  static var group: CommandDeclaration {
    CommandDeclaration(name: "flags", summary: "Shows and changes flags.").with([
      CommandDeclaration(name: "set", summary: "Sets a flag.", arguments: [Sample.flagName, Sample.flagValue]),
      CommandDeclaration(name: "show", summary: "Shows a flag.", arguments: [Sample.optionalFlagName]),
    ])
  }
}

extension CommandDeclaration {
  func with(_ subcommands: [CommandDeclaration], requiresSubcommand: Bool = true) -> Self {
    var declaration = self
    declaration.subcommands = subcommands
    declaration.requiresSubcommand = requiresSubcommand
    return declaration
  }
}
