import Foundation

/// What the command line and the environment say, the command line first.
///
/// Each setting is found when it is needed, so that a command does not fail for what it has no use for.
struct Settings: Sendable {
  /// How long a request may take.
  let timeout: Duration

  private let givenCounterURL: URL?
  private let givenDataFolder: String?
  private let environment: [String: String]

  init(_ invocation: Invocation, environment: [String: String]) {
    timeout = invocation[.timeout]
    givenCounterURL = invocation[.counterURL]
    givenDataFolder = invocation[.dataFolder]
    self.environment = environment
  }

  /// The counter service; `nil` for the one inside the program.
  func counterURL() throws(CommandFailure) -> URL? {
    if let givenCounterURL { return givenCounterURL }
    return try Self.address(.counterURL, environment: environment)
  }

  /// Where data is kept.
  func dataFolder() throws(CommandFailure) -> String {
    if let givenDataFolder { return givenDataFolder }
    return try Self.dataFolder(environment: environment)
  }

  /// A web address from the environment, checked by the same rule as on the command line.
  private static func address(
    _ option: OptionDeclaration<URL?>,
    environment: [String: String]
  ) throws(CommandFailure) -> URL? {
    guard let name = option.specification.environmentVariable, let word = environment[name], !word.isEmpty else {
      return nil
    }
    do throws(ValueProblem) {
      return try option.read([word])
    } catch {
      throw CommandFailure(
        exitCode: .usage,
        kind: "configuration",
        message: "The environment variable \(name) is no usable address: \(error.reason).",
        hint: "Set it to an address such as http://localhost:8000, or unset it."
      )
    }
  }

  /// By the XDG Base Directory Specification: relative paths in XDG variables are ignored.
  private static func dataFolder(environment: [String: String]) throws(CommandFailure) -> String {
    if let own = environment["FETCH_COUNTER_DATA_DIR"], !own.isEmpty { return own }
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return base + "/fetch-counter" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/share/fetch-counter" }
    throw CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "There is no place to keep the count: HOME is not set.",
      hint: "Name a folder with --data-dir or the environment variable FETCH_COUNTER_DATA_DIR."
    )
  }
}
