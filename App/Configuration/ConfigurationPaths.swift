import Foundation

/// Where files are, by the XDG Base Directory Specification; relative paths in XDG variables are ignored.
struct ConfigurationPaths: Sendable {
  private let givenFile: String?
  private let environment: [String: String]

  init(_ invocation: Invocation, environment: [String: String]) {
    givenFile = invocation.value(of: .configurationFile)
    self.environment = environment
  }

  /// The configuration file as ``configurationFile()`` says, or nil where there is no place for one.
  func fileToRead() -> (path: String, isRequired: Bool)? { try? configurationFile() }

  /// The configuration file, and whether somebody asked for exactly that one.
  func configurationFile() throws(CommandFailure) -> (path: String, isRequired: Bool) {
    if let givenFile { return (givenFile, true) }
    if let path = environment.setWord("FETCH_COUNTER_CONFIG") { return (path, true) }
    return (try base("XDG_CONFIG_HOME", "/.config", for: "the configuration", cure: "--config") + "/config.json", false)
  }

  func dataFolder(given: String?) throws(CommandFailure) -> String {
    if let given { return given }
    return try base("XDG_DATA_HOME", "/.local/share", for: "data", cure: "--data-dir")
  }

  /// Where answers are kept, or nil where there is no place: a cache can be done without.
  func cacheFolder(given: String?) -> String? {
    given ?? (try? base("XDG_CACHE_HOME", "/.cache", for: "the cache", cure: "--cache-dir"))
  }

  private func base(_ variable: String, _ folder: String, for what: String, cure: String) throws(CommandFailure)
    -> String
  {
    if let base = environment[variable], base.hasPrefix("/") { return base + "/fetch-counter" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + folder + "/fetch-counter" }
    let home = environment["HOME"] ?? ""
    throw CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message:
        "There is no place for \(what): HOME is \(home.isEmpty ? "not set" : "'\(home)', which is not absolute").",
      hint: "Name one with \(cure), or set HOME."
    )
  }
}

extension OptionDeclaration where Value == String? {
  static var configurationFile: Self {
    .optional(
      "config",
      .file,
      placeholder: "FILE",
      summary: "The configuration file.",
      defaultText: "$XDG_CONFIG_HOME/fetch-counter/config.json",
      environmentVariable: "FETCH_COUNTER_CONFIG"
    )
  }
}
