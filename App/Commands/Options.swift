import Components
import Foundation

/// The options of the program and of its commands, each declared once.
extension OptionDeclaration where Value == Bool {
  static var json: Self { .flag("json", summary: "Prints one JSON document.", isCommon: true) }
  static var plain: Self {
    .flag("plain", summary: "Prints linear text: no colour, no animation, no boxes.", excludes: ["json"])
  }
  static var quiet: Self { .flag("quiet", summary: "Prints nothing but results and failures.", excludes: ["verbose"]) }
  static var verbose: Self { .flag("verbose", summary: "Prints every request as one line on standard error.") }
  static var force: Self { .flag("force", summary: "Does not ask.") }
}

extension OptionDeclaration where Value == ColorChoice {
  static var color: Self {
    .value("color", .choice(), default: "auto", summary: "When to use colour.")
  }
}

extension OptionDeclaration where Value == Duration {
  static var timeout: Self {
    .value(
      "timeout",
      .duration(in: .milliseconds(1) ... .seconds(86_400)),
      default: "15s",
      summary: "Gives up a request after this long."
    )
  }
}

extension OptionDeclaration where Value == Int {
  static var times: Self { .value("times", .integer(in: 1...1_000_000), default: "1", summary: "How often to fetch.") }
  static var port: Self {
    .value("port", .port, default: "8000", summary: "Where to listen on 127.0.0.1; 0 picks a free port.")
  }
}

extension OptionDeclaration where Value == String? {
  static var dataFolder: Self {
    .optional(
      "data-dir",
      .folder,
      placeholder: "DIR",
      summary: "Where the count is kept.",
      isCommon: true,
      defaultText: "$XDG_DATA_HOME/fetch-counter",
      environmentVariable: "FETCH_COUNTER_DATA_DIR"
    )
  }
}

extension OptionDeclaration where Value == URL? {
  static var counterURL: Self {
    .optional(
      "counter-url",
      .webAddress,
      placeholder: "URL",
      summary: "The counter service to use.",
      isCommon: true,
      defaultText: "the one inside the program",
      environmentVariable: "FETCH_COUNTER_COUNTER_URL"
    )
  }
}
