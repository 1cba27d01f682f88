import CommandLine
import Components

/// The program's own options, without those of settings.
extension Option where Value == Bool {
  static var json: Self { .flag("json", summary: "Prints one JSON document.", isCommon: true) }
  static var plain: Self {
    .flag(
      "plain",
      summary: "Print linear text without color, animation or boxes; app works line by line.",
      excludes: ["json"]
    )
  }
  static var quiet: Self {
    .flag("quiet", short: "q", summary: "Prints nothing but results and failures.", excludes: ["verbose"])
  }
  static var verbose: Self {
    .flag(
      "verbose",
      short: "v",
      summary: "Prints every request, and what the cache did, as one line on standard error."
    )
  }
  static var offline: Self { .flag("offline", summary: "Asks no service: answers from the cache only.") }
  static var refresh: Self {
    .flag("refresh", summary: "Asks the services, whatever is in the cache.", excludes: ["offline"])
  }
  static var force: Self { .flag("force", summary: "Doesn't ask for confirmation.", isCommon: true) }
  static var noPager: Self {
    .flag("no-pager", summary: "Prints text that is longer than the terminal at once, without a pager.")
  }
}

extension Option where Value == ColorChoice {
  static var color: Self {
    .value("color", .choice(), default: "auto", summary: "When to use colour.")
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
    .repeated("flag", FlagAssignment.rule, placeholder: "FLAG=VALUE", summary: "Sets a feature flag for this run.")
  }
}
