import Foundation

@testable import CommandLine

enum Sample {
  enum Order: String, CaseIterable {
    case name, price, weight
  }

  static var json: Option<Bool> {
    .flag("json", short: "j", summary: "Prints one JSON document.", isCommon: true)
  }
  static var verbose: Option<Bool> { .flag("verbose", short: "v", summary: "Prints details.") }
  static var reverse: Option<Bool> { .flag("reverse", short: "r", summary: "Reverses the order.") }

  static var insured: Option<Bool?> {
    .negatableFlag("insured", summary: "Insures the parcel.", defaultText: "the folder's rule")
  }

  static var profile: Option<String> {
    .value("profile", .text, placeholder: "NAME", default: "sample", summary: "The services to use.")
  }

  static var folder: Option<String?> {
    .optional("data-dir", .folder, placeholder: "DIR", summary: "The folder for parcels.")
  }
  static var output: Option<String?> {
    .optional("output", short: "o", .file, placeholder: "FILE", summary: "Writes to a file.")
  }
  /// An option whose choices contain characters that are special to shells.
  static var style: Option<String?> {
    .optional(
      "style",
      .choice([Choice("it's", "Bob's: a \"style\""), "$(date)", "a:b", "c\\d", "e f"]),
      summary: "The output style."
    )
  }
  static var range: Option<String?> {
    .optional("range", .choice(["1d", "1w", "1m"]), summary: "The time range.", excludes: ["days"])
  }

  static var timeout: Option<Duration?> {
    .optional(
      "timeout",
      short: "t",
      .duration(in: .milliseconds(1) ... .seconds(3_600)),
      placeholder: "DURATION",
      summary: "Maximum time for replies.",
      isCommon: true,
      defaultText: "15s",
      environmentVariable: "TOOL_TIMEOUT"
    )
  }

  static var address: Option<URL?> {
    .optional(
      "service-url",
      .webAddress,
      placeholder: "URL",
      summary: "The service's address.",
      environmentVariable: "TOOL_SERVICE_URL"
    )
  }

  static var top: Option<Int?> {
    .optional(
      "top",
      short: "n",
      .integer(in: 1...250),
      placeholder: "N",
      summary: "The maximum number.",
      isCommon: true
    )
  }
  static var days: Option<Int?> {
    .optional("days", .integer(in: -7...365), placeholder: "N", summary: "The number of days.")
  }

  static var tag: Option<[String]> {
    .repeated("tag", .text, placeholder: "TAG", summary: "Shows parcels with one of these tags.")
  }

  static var sort: Option<Order> {
    .value("sort", .choice { "By \($0.rawValue)" }, default: "name", summary: "The property to sort by.")
  }

  static var by: Option<Carrier> {
    .required("by", .choice(), placeholder: "CARRIER", summary: "Parcel carrier.")
  }

  enum Carrier: String, CaseIterable {
    case post, pigeon
  }

  static var recipient: Argument<String> { .required("WHO", .text, summary: "The recipient.") }
  static var flagName: Argument<String> { .required("FLAG", .text, summary: "The flag's name.") }
  static var flagValue: Argument<String> {
    .required("VALUE", .choice(["on", "off"]), summary: "The new value.")
  }

  static var optionalFlagName: Argument<String?> { .optional("FLAG", .text, summary: "The flag's name.") }

  static var weight: Argument<Decimal> {
    .required("WEIGHT", .decimal(from: 0, isLowestIncluded: false), summary: "Kilograms.")
  }

  static var notes: Argument<[String]> { .repeated("NOTE", .text, summary: "Text on the parcel.") }
}
