import Foundation

@testable import fetch_counter

/// The options and arguments of the sample program; a namespace of their own keeps them apart from the real ones.
enum Sample {
  enum Order: String, CaseIterable {
    case name, price, weight
  }

  static var json: OptionDeclaration<Bool> {
    .flag("json", short: "j", summary: "Prints one JSON document.", isCommon: true)
  }
  static var verbose: OptionDeclaration<Bool> { .flag("verbose", short: "v", summary: "Tells more.") }
  static var reverse: OptionDeclaration<Bool> { .flag("reverse", short: "r", summary: "Turns the order round.") }

  static var insured: OptionDeclaration<Bool?> {
    .negatableFlag("insured", summary: "Insures the parcel.", defaultText: "the folder's rule")
  }

  static var profile: OptionDeclaration<String> {
    .value("profile", .text, placeholder: "NAME", default: "sample", summary: "Which services are asked.")
  }

  static var folder: OptionDeclaration<String?> {
    .optional("data-dir", .folder, placeholder: "DIR", summary: "Where parcels are kept.")
  }
  static var output: OptionDeclaration<String?> {
    .optional("output", short: "o", .file, placeholder: "FILE", summary: "Writes to a file.")
  }
  /// Choices that a shell would take for its own.
  static var style: OptionDeclaration<String?> {
    .optional(
      "style",
      .choice([Choice("it's", "Bob's: a \"style\""), "$(date)", "a:b", "c\\d", "e f"]),
      summary: "How it looks."
    )
  }
  static var range: OptionDeclaration<String?> {
    .optional("range", .choice(["1d", "1w", "1m"]), summary: "How far back, in words.", excludes: ["days"])
  }

  static var timeout: OptionDeclaration<Duration?> {
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

  static var address: OptionDeclaration<URL?> {
    .optional(
      "service-url",
      .webAddress,
      placeholder: "URL",
      summary: "Where the service is.",
      environmentVariable: "TOOL_SERVICE_URL"
    )
  }

  static var top: OptionDeclaration<Int?> {
    .optional(
      "top",
      short: "n",
      .integer(in: 1...250),
      placeholder: "N",
      summary: "Shows only so many.",
      isCommon: true
    )
  }
  static var days: OptionDeclaration<Int?> {
    .optional("days", .integer(in: -7...365), placeholder: "N", summary: "How far back.")
  }

  static var tag: OptionDeclaration<[String]> {
    .repeated("tag", .text, placeholder: "TAG", summary: "Shows only what has one of these tags.")
  }

  static var sort: OptionDeclaration<Order> {
    .value("sort", .choice { "By \($0.rawValue)" }, default: "name", summary: "What the order goes by.")
  }

  static var by: OptionDeclaration<Carrier> {
    .required("by", .choice(), placeholder: "CARRIER", summary: "Who carries it.")
  }

  enum Carrier: String, CaseIterable {
    case post, pigeon
  }

  static var recipient: ArgumentDeclaration<String> { .required("WHO", .text, summary: "Whom it is for.") }
  static var flagName: ArgumentDeclaration<String> { .required("FLAG", .text, summary: "The flag's name.") }
  static var flagValue: ArgumentDeclaration<String> {
    .required("VALUE", .choice(["on", "off"]), summary: "What it is set to.")
  }

  static var optionalFlagName: ArgumentDeclaration<String?> { .optional("FLAG", .text, summary: "The flag's name.") }

  static var weight: ArgumentDeclaration<Decimal> {
    .required("WEIGHT", .decimal(from: 0, isLowestIncluded: false), summary: "Kilograms.")
  }

  static var notes: ArgumentDeclaration<[String]> { .repeated("NOTE", .text, summary: "What to write on it.") }
}
