@testable import fetch_counter

/// A small program that has one of everything.
enum SampleProgram {
  static let tree = CommandTree(program)

  static var parser: CommandLineParser { CommandLineParser(tree) }

  static var program: CommandSpecification {
    CommandSpecification(
      name: "tool",
      summary: "Keeps parcels in order.",
      discussion: """
        Without a command it counts the parcels. Parcels are known by their number, which is printed on them, and are \
        kept in a folder.

        Nothing is sent anywhere.
        """,
      examples: [
        .init("tool --json", "Counts the parcels, for a program to read."),
        .init("tool list --top 3", "Lists the three newest parcels."),
      ],
      options: [
        .init(Sample.json), .init(Sample.verbose), .init(Sample.profile), .init(Sample.timeout), .init(Sample.address),
        .init(Sample.folder),
      ],
      subcommands: [list, send, group],
      requiresSubcommand: false,
      exitStatuses: [.init(0, "Done."), .init(2, "The command line is wrong."), .init(130, "Interrupted.")],
      environment: [.init("NO_COLOR", "Turns colours off, whatever its value.")]
    )
  }

  static var list: CommandSpecification {
    CommandSpecification(
      name: "list",
      summary: "Lists parcels.",
      examples: [.init("tool list --tag red --tag blue", "Lists what is red or blue.")],
      options: [
        .init(Sample.top), .init(Sample.tag), .init(Sample.sort), .init(Sample.reverse), .init(Sample.days),
        .init(Sample.range), .init(Sample.output),
        .init(Sample.style),
      ]
    )
  }

  static var send: CommandSpecification {
    CommandSpecification(
      name: "send",
      summary: "Sends parcels.",
      arguments: [.init(Sample.recipient), .init(Sample.weight), .init(Sample.notes)],
      options: [.init(Sample.insured), .init(Sample.by)]
    )
  }

  static var group: CommandSpecification {
    CommandSpecification(
      name: "flags",
      summary: "Shows and changes flags.",
      subcommands: [
        CommandSpecification(
          name: "set",
          summary: "Sets a flag.",
          arguments: [.init(Sample.flagName), .init(Sample.flagValue)]
        ),
        CommandSpecification(name: "show", summary: "Shows a flag.", arguments: [.init(Sample.optionalFlagName)]),
      ]
    )
  }
}
