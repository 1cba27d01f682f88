import CommandLine
import Components

extension Option where Value == Bool {
  static var json: Self { .flag("json", summary: "Print one JSON document.", isCommon: true) }
  static var plain: Self {
    .flag(
      "plain",
      summary: "Print plain text without color, animation or boxes; 'app' runs in line mode.",
      excludes: ["json"]
    )
  }
  static var quiet: Self {
    .flag("quiet", short: "q", summary: "Print only results and errors.", excludes: ["verbose"])
  }
  static var verbose: Self {
    .flag(
      "verbose",
      short: "v",
      summary: "Print each request and cache decision to standard error."
    )
  }
  static var offline: Self { .flag("offline", summary: "Use cached responses only.") }
  static var refresh: Self {
    .flag("refresh", summary: "Bypass the cache.", excludes: ["offline"])
  }
  static var force: Self { .flag("force", summary: "Don't ask for confirmation.", isCommon: true) }
  static var noPager: Self {
    .flag("no-pager", summary: "Don't use a pager for long text.")
  }
}

extension Option where Value == ColorChoice {
  static var color: Self {
    .value("color", .choice(), default: "auto", summary: "When to use color.")
  }
}

extension Option where Value == String? {
  static var logFile: Self {
    .optional(
      "log",
      .file,
      placeholder: "FILE",
      summary: "Append log entries to a file, one JSON object per line.",
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
      summary: "Minimum log level."
    )
  }
}

extension Option where Value == [FlagAssignment] {
  static var flag: Self {
    .repeated("flag", FlagAssignment.rule, placeholder: "FLAG=VALUE", summary: "Set a feature flag for this run.")
  }
}
