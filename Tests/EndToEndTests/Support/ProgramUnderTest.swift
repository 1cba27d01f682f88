import Foundation

/// The built executable, run as a person or a script would run it.
struct ProgramUnderTest: Sendable {
  struct Outcome: Sendable {
    let exitCode: Int32
    let signal: Int32?
    let output: String
    let messages: String

    /// Returns the JSON document on standard output.
    func document() throws -> [String: Any] {
      guard let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] else {
        throw CocoaError(.propertyListReadCorrupt)
      }
      return document
    }

    /// Returns the `error` member of the JSON document.
    func failure() throws -> [String: Any] { try document()["error"] as? [String: Any] ?? [:] }
  }

  /// The executable from this build, or the executable in `FETCH_COUNTER_EXECUTABLE`, such as a release build.
  static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["FETCH_COUNTER_EXECUTABLE"] { return URL(filePath: path) }
    return Bundle.main.bundleURL.appending(path: "fetch-counter")
  }()

  let folder: TemporaryFolder
  var environment: [String: String] = [:]

  init(in folder: TemporaryFolder, environment: [String: String] = [:]) {
    self.folder = folder
    self.environment = environment
  }

  /// The default data folder.
  var dataFolder: URL { folder.url.appending(path: "data/fetch-counter") }

  /// The folder for the data of the services inside the program.
  var sampleFolder: URL { dataFolder.appending(path: "sample") }

  /// Copies the sample data to the data folder, as data of other services.
  func copySampleData() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: sampleFolder.path) {
      try FileManager.default.copyItem(at: sampleFolder.appending(path: name), to: dataFolder.appending(path: name))
    }
  }

  /// The default location of the count file, with the service inside the program.
  var countFile: URL { sampleFolder.appending(path: "count.json") }

  func run(_ arguments: String..., input: String = "") async throws -> Outcome {
    try await start(arguments, input: input).outcome()
  }

  /// Starts the program, which the test must end.
  func start(_ arguments: [String], input: String = "") throws -> RunningProgram {
    try RunningProgram(executable: Self.executable, arguments: arguments, environment: cleanEnvironment, input: input)
  }

  /// The tests' environment without variables that would change the program's behavior.
  var cleanEnvironment: [String: String] {
    var clean = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("FETCH_COUNTER_") && !name.hasPrefix("XDG_") && !name.lowercased().hasSuffix("_proxy")
    }
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM", "PAGER", "LESS"] {
      clean[name] = nil
    }
    clean["HOME"] = folder.url.path
    // Otherwise, commands report that the data is invented.
    clean["FETCH_COUNTER_PROFILE"] = "sample"
    clean["XDG_DATA_HOME"] = folder.url.appending(path: "data").path
    clean.merge(environment) { _, given in given }
    return clean
  }
}
