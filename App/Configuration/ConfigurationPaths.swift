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
  ///
  /// - Throws: That a path which somebody gave has no meaning.
  func fileToRead() throws(CommandFailure) -> (path: String, isRequired: Bool)? {
    if givenFile != nil || environment.setWord("FETCH_COUNTER_CONFIG") != nil { return try configurationFile() }
    // Without a home there is no file to look for; who needs the path itself is told.
    return try? configurationFile()
  }

  /// The configuration file, and whether somebody asked for exactly that one.
  func configurationFile() throws(CommandFailure) -> (path: String, isRequired: Bool) {
    if let path = givenFile ?? environment.setWord("FETCH_COUNTER_CONFIG") { return (try expanded(path), true) }
    return (try base("XDG_CONFIG_HOME", "/.config", for: "the configuration", cure: "--config") + "/config.json", false)
  }

  func dataFolder(given: String?) throws(CommandFailure) -> String {
    if let given { return try expanded(given) }
    return try base("XDG_DATA_HOME", "/.local/share", for: "data", cure: "--data-dir")
  }

  /// Where answers are kept, or nil where there is no place: a cache can be done without, unless somebody asked for one.
  func cacheFolder(given: String?) throws(CommandFailure) -> String? {
    if let given { return try expanded(given) }
    return try? base("XDG_CACHE_HOME", "/.cache", for: "the cache", cure: "--cache-dir")
  }

  /// A path with the home folder in the place of `~` at its beginning, which a shell replaces only where it sees it: not in files, nor
  /// after the sign in `--data-dir=~/data`.
  func expanded(_ path: String) throws(CommandFailure) -> String {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "configuration",
        message: "The path \(path) has no meaning: \(homeProblem).",
        hint: "Write the whole path, or set HOME."
      )
    }
    return home + path.dropFirst()
  }

  private func base(_ variable: String, _ folder: String, for what: String, cure: String) throws(CommandFailure)
    -> String
  {
    if let base = environment[variable], base.hasPrefix("/") { return base + "/fetch-counter" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + folder + "/fetch-counter" }
    throw CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "There is no place for \(what): \(homeProblem).",
      hint: "Name one with \(cure), or set HOME."
    )
  }

  private var homeProblem: String {
    let home = environment["HOME"] ?? ""
    return "HOME is \(home.isEmpty ? "not set" : "'\(home)', which is not absolute")"
  }
}

extension Option where Value == String? {
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
