import Basics
import CommandLine
import Foundation

/// The file paths according to the XDG Base Directory Specification; relative paths in XDG variables are ignored.
struct ConfigurationPaths: Sendable {
  private let givenFile: String?
  private let environment: [String: String]

  init(_ invocation: Invocation, environment: [String: String]) {
    givenFile = invocation.value(of: .configurationFile)
    self.environment = environment
  }

  /// Returns the configuration file to read; `nil` if neither a path nor a home directory is set.
  func fileToRead() throws(CommandFailure) -> (path: String, isRequired: Bool)? {
    if givenFile != nil || environment.setWord("FETCH_COUNTER_CONFIG") != nil { return try configurationFile() }
    return try? configurationFile()
  }

  func configurationFile() throws(CommandFailure) -> (path: String, isRequired: Bool) {
    if let path = givenFile ?? environment.setWord("FETCH_COUNTER_CONFIG") { return (try expanded(path), true) }
    return (
      try base("XDG_CONFIG_HOME", "/.config", for: "the configuration", option: "--config") + "/config.json", false
    )
  }

  func dataFolder(given: String?) throws(CommandFailure) -> String {
    if let given { return try expanded(given) }
    return try base("XDG_DATA_HOME", "/.local/share", for: "data", option: "--data-dir")
  }

  /// Returns the directory for cached responses; `nil` if no directory is specified and there is no home directory.
  func cacheFolder(given: String?) throws(CommandFailure) -> String? {
    if let given { return try expanded(given) }
    return try? base("XDG_CACHE_HOME", "/.cache", for: "the cache", option: "--cache-dir")
  }

  /// Replaces a leading `~` with the home directory, because shells don't do this in files or in `--data-dir=~/data`.
  func expanded(_ path: String) throws(CommandFailure) -> String {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "configuration",
        message: "Couldn't expand the path \(path): \(homeProblem).",
        hint: "Use an absolute path, or set HOME."
      )
    }
    return home + path.dropFirst()
  }

  private func base(_ variable: String, _ folder: String, for what: String, option: String) throws(CommandFailure)
    -> String
  {
    if let base = environment[variable], base.hasPrefix("/") { return base + "/fetch-counter" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + folder + "/fetch-counter" }
    throw CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "Couldn't find a folder for \(what): \(homeProblem).",
      hint: "Choose one with \(option), or set HOME."
    )
  }

  private var homeProblem: String {
    let home = environment["HOME"] ?? ""
    return "HOME is \(home.isEmpty ? "not set" : "'\(home)', which isn't an absolute path")"
  }
}

extension Option where Value == String? {
  static var configurationFile: Self {
    .optional(
      "config",
      .file,
      placeholder: "FILE",
      summary: "Configuration file.",
      defaultText: "$XDG_CONFIG_HOME/fetch-counter/config.json",
      environmentVariable: "FETCH_COUNTER_CONFIG"
    )
  }
}

/// A check for unknown environment variables that start with the program's prefix.
enum EnvironmentCheck {
  private static let prefix = SettingSpecification.environmentPrefix
  /// The prefix of flag variables, whose names the flag provider checks.
  static let flagPrefix = prefix + "FLAG_"

  static let known: [String] =
    Settings.all.map(\.environmentVariable)
    + [
      Option.configurationFile.declaration.environmentVariable,
      Option.logFile.declaration.environmentVariable,
    ].compactMap { $0 }

  static func unknownVariables(in environment: [String: String]) -> [String] {
    environment.filter { name, word in
      // An empty variable is treated as unset.
      name.hasPrefix(prefix) && !word.isEmpty && !name.hasPrefix(flagPrefix) && !known.contains(name)
    }
    .keys.sorted()
  }

  static func warning(about name: String) -> String {
    // Omit the common prefix, which would make all names similar.
    let ends = known.map { String($0.dropFirst(prefix.count)) }
    let nearest = Spelling.nearest(to: String(name.dropFirst(prefix.count)), among: ends, limit: 1).first
    let hint = nearest.map { "; did you mean \(prefix)\($0)?" } ?? "."
    return "Unknown environment variable \(name)\(hint)"
  }
}
