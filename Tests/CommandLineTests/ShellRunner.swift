import Foundation

/// Runs shells that may or may not be installed.
enum ShellRunner {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The full path of a program found along PATH.
  static func path(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program in a folder, with a home of its own, so that no user's configuration is read.
  ///
  /// `programs` is a folder where programs are looked for before those of PATH.
  static func run(_ program: String, _ arguments: [String], in folder: URL, programs: URL? = nil) throws -> Outcome {
    let home = folder.appending(path: ".home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: path(of: program) ?? program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let usualPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = [
      "PATH": programs.map { "\($0.path):\(usualPath)" } ?? usualPath, "HOME": home.path(), "TERM": "dumb",
      "XDG_CONFIG_HOME": home.path(), "XDG_DATA_HOME": home.path(), "XDG_CACHE_HOME": home.path(),
      "LC_ALL": "C.UTF-8",
    ]
    // Files, not pipes: a full pipe would stop the program, and a file is whole once the program has ended.
    let output = folder.appending(path: ".output")
    let errors = folder.appending(path: ".errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// Calls the body with a new folder, which is removed afterwards.
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
