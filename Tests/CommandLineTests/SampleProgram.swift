import Foundation

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
        .init(.json), .init(.verbose), .init(.profile), .init(.timeout), .init(.address), .init(.folder),
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
        .init(.top), .init(.tag), .init(.sort), .init(.reverse), .init(.days), .init(.range), .init(.output),
        .init(.style),
      ]
    )
  }

  static var send: CommandSpecification {
    CommandSpecification(
      name: "send",
      summary: "Sends parcels.",
      arguments: [.init(.recipient), .init(.weight), .init(.notes)],
      options: [.init(.insured), .init(.by)]
    )
  }

  static var group: CommandSpecification {
    CommandSpecification(
      name: "flags",
      summary: "Shows and changes flags.",
      subcommands: [
        CommandSpecification(name: "set", summary: "Sets a flag.", arguments: [.init(.flagName), .init(.flagValue)]),
        CommandSpecification(name: "show", summary: "Shows a flag.", arguments: [.init(.optionalFlagName)]),
      ]
    )
  }
}

enum SortOrder: String, CaseIterable {
  case name, price, weight
}

extension OptionDeclaration where Value == Bool {
  static var json: Self { .flag("json", short: "j", summary: "Prints one JSON document.", isCommon: true) }
  static var verbose: Self { .flag("verbose", short: "v", summary: "Tells more.") }
  static var reverse: Self { .flag("reverse", short: "r", summary: "Turns the order round.") }
}

extension OptionDeclaration where Value == Bool? {
  static var insured: Self {
    .negatableFlag("insured", summary: "Insures the parcel.", defaultText: "the folder's rule")
  }
}

extension OptionDeclaration where Value == String {
  static var profile: Self {
    .value("profile", .text, placeholder: "NAME", default: "sample", summary: "Which services are asked.")
  }
}

extension OptionDeclaration where Value == String? {
  static var folder: Self { .optional("data-dir", .folder, placeholder: "DIR", summary: "Where parcels are kept.") }
  static var output: Self { .optional("output", short: "o", .file, placeholder: "FILE", summary: "Writes to a file.") }
  /// Choices that a shell would take for its own.
  static var style: Self {
    .optional(
      "style",
      .choice([Choice("it's", "Bob's: a \"style\""), "$(date)", "a:b", "c\\d", "e f"]),
      summary: "How it looks."
    )
  }
  static var range: Self {
    .optional("range", .choice(["1d", "1w", "1m"]), summary: "How far back, in words.", excludes: ["days"])
  }
}

extension OptionDeclaration where Value == Duration? {
  static var timeout: Self {
    .optional(
      "timeout",
      short: "t",
      .duration(in: .milliseconds(1) ... .seconds(3_600)),
      placeholder: "DURATION",
      summary: "Gives up after this long.",
      isCommon: true,
      defaultText: "15s",
      environmentVariable: "TOOL_TIMEOUT"
    )
  }
}

extension OptionDeclaration where Value == URL? {
  static var address: Self {
    .optional(
      "service-url",
      .webAddress,
      placeholder: "URL",
      summary: "Where the service is.",
      environmentVariable: "TOOL_SERVICE_URL"
    )
  }
}

extension OptionDeclaration where Value == Int? {
  static var top: Self {
    .optional(
      "top",
      short: "n",
      .integer(in: 1...250),
      placeholder: "N",
      summary: "Shows only so many.",
      isCommon: true
    )
  }
  static var days: Self { .optional("days", .integer(in: -7...365), placeholder: "N", summary: "How far back.") }
}

extension OptionDeclaration where Value == [String] {
  static var tag: Self {
    .repeated("tag", .text, placeholder: "TAG", summary: "Shows only what has one of these tags.")
  }
}

extension OptionDeclaration where Value == SortOrder {
  static var sort: Self {
    .value("sort", .choice { "By \($0.rawValue)" }, default: "name", summary: "What the order goes by.")
  }
}

extension OptionDeclaration where Value == Carrier {
  static var by: Self { .required("by", .choice(), placeholder: "CARRIER", summary: "Who carries it.") }
}

enum Carrier: String, CaseIterable {
  case post, pigeon
}

extension ArgumentDeclaration where Value == String {
  static var recipient: Self { .required("WHO", .text, summary: "Whom it is for.") }
  static var flagName: Self { .required("FLAG", .text, summary: "The flag's name.") }
  static var flagValue: Self { .required("VALUE", .choice(["on", "off"]), summary: "What it is set to.") }
}

extension ArgumentDeclaration where Value == String? {
  static var optionalFlagName: Self { .optional("FLAG", .text, summary: "The flag's name.") }
}

extension ArgumentDeclaration where Value == Decimal {
  static var weight: Self {
    .required("WEIGHT", .decimal(from: 0, isLowestIncluded: false), summary: "Kilograms.")
  }
}

extension ArgumentDeclaration where Value == [String] {
  static var notes: Self { .repeated("NOTE", .text, summary: "What to write on it.") }
}
