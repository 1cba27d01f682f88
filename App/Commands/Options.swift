import Components
import Foundation

/// The options that are no settings, each declared once.
extension Option where Value == Bool {
  static var json: Self { .flag("json", summary: "Prints one JSON document.", isCommon: true) }
  static var plain: Self {
    .flag("plain", summary: "Prints linear text: no colour, no animation, no boxes.", excludes: ["json"])
  }
  static var quiet: Self { .flag("quiet", summary: "Prints nothing but results and failures.", excludes: ["verbose"]) }
  static var verbose: Self {
    .flag("verbose", summary: "Prints every request, and what the cache did, as one line on standard error.")
  }
  static var offline: Self { .flag("offline", summary: "Asks no service: answers from the cache only.") }
  static var refresh: Self {
    .flag("refresh", summary: "Asks the services, whatever is in the cache.", excludes: ["offline"])
  }
  static var noPager: Self {
    .flag("no-pager", summary: "Prints text that is longer than the terminal at once, without a pager.")
  }
  static var force: Self { .flag("force", summary: "Does not ask.", isCommon: true) }
}

extension Option where Value == ColorChoice {
  static var color: Self {
    .value("color", .choice(), default: "auto", summary: "When to use colour.")
  }
}

extension Option where Value == Int {
  static var times: Self {
    .value(
      "times",
      .integer(in: 1...1_000_000),
      placeholder: "N",
      default: "1",
      summary: "How often to fetch.",
      isCommon: true
    )
  }
  static var concurrency: Self {
    .value(
      "concurrency",
      .integer(in: 1...256),
      placeholder: "N",
      default: "1",
      summary: "How many fetches at a time, with --times."
    )
  }
  static var port: Self {
    .value(
      "port",
      .port,
      default: "8000",
      summary: "Where to listen on 127.0.0.1; 0 picks a free port.",
      isCommon: true
    )
  }
}

extension Option where Value == String? {
  static var logFile: Self {
    .optional(
      "log",
      .file,
      placeholder: "FILE",
      summary: "Appends what happens to a file, one JSON object a line.",
      environmentVariable: "FETCH_COUNTER_LOG"
    )
  }
}

extension Option where Value == LogLevel {
  static var logLevel: Self {
    .value(
      "log-level",
      .choice(),
      default: LogLevel.info.rawValue,
      summary: "The least that an entry of the log must matter."
    )
  }
}

extension Option where Value == [FlagAssignment] {
  static var flag: Self {
    .repeated(
      "flag",
      FlagAssignment.rule,
      placeholder: "FLAG=VALUE",
      summary: "Sets a feature flag for this run."
    )
  }
}
