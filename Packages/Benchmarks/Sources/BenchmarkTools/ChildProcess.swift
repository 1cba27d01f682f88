public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that is run to its end with its output dropped.
///
/// Started with posix_spawn and awaited with waitpid: Foundation's Process learns of an end only some milliseconds later.
public struct ChildProcess {
  /// A program that could not be run, or failed.
  public struct Failure: Error, CustomStringConvertible {
    /// What happened.
    public let description: String

    /// Says what happened.
    public init(description: String) { self.description = description }
  }

  private let path: String
  private let arguments: [String]
  private let environment: [String: String]

  /// Describes a run; with the environment of this process unless there is another one.
  public init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs it.
  ///
  /// - Returns: The seconds from before its start until its end is known.
  public func measure() throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let argumentTexts = ([path] + arguments).map { strdup($0) } + [nil]
    let environmentTexts = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argumentTexts + environmentTexts { free(text) } }

    var process: pid_t = 0
    let start = DispatchTime.now().uptimeNanoseconds
    let error = posix_spawn(&process, path, &actions, nil, argumentTexts, environmentTexts)
    guard error == 0 else {
      throw Failure(description: "\(path) can't be started: \(String(cString: strerror(error)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let end = DispatchTime.now().uptimeNanoseconds
    guard status == 0 else {
      throw Failure(description: "\(path) \(arguments.joined(separator: " ")) failed with status \(status)")
    }
    return Double(end - start) / 1e9
  }

  /// What a program prints; it must succeed.
  public static func output(_ path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(path) failed with status \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
