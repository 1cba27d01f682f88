public import Foundation

/// A child process that runs to completion, with its output discarded.
///
/// Foundation's `Process` reports the exit too late for measurements.
public struct ChildProcess {
  private let path: String
  private let arguments: [String]
  private let environment: [String: String]

  /// Creates a child process, which inherits this process's environment by default.
  public init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs the program, and returns its duration in seconds.
  @discardableResult
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
    guard error == 0 else { throw BenchmarkError("\(path) can't be started: \(String(cString: strerror(error)))") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let end = DispatchTime.now().uptimeNanoseconds
    guard status == 0 else {
      throw BenchmarkError("\(path) \(arguments.joined(separator: " ")) failed with status \(status)")
    }
    return Double(end - start) / 1e9
  }

  /// Runs a program, and returns its output.
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
      throw BenchmarkError("\(path) failed with status \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs a program, and returns a function that looks up its printed `name=value` figures; missing figures are NaN.
  public static func figures(_ path: String, _ arguments: [String]) throws -> (String) -> Double {
    let output = try output(path, arguments)
    let pairs = output.split(whereSeparator: \.isWhitespace).compactMap { word -> (String, Double)? in
      let parts = word.split(separator: "=")
      guard parts.count == 2, let value = Double(parts[1]) else { return nil }
      return (String(parts[0]), value)
    }
    guard !pairs.isEmpty else { throw BenchmarkError("\(path) printed '\(output)'") }
    let values = Dictionary(pairs) { $1 }
    return { values[$0] ?? .nan }
  }
}

/// The reason why a figure is missing.
public struct BenchmarkError: Error, CustomStringConvertible {
  /// The reason, as a sentence.
  public let description: String

  /// Creates an error with a reason, as a sentence.
  public init(_ description: String) { self.description = description }
}

extension Pipe {
  /// Reads a line, waiting until it is complete, or returns `nil` if the output ends first.
  public func readLine() -> String? {
    var line = Data()
    while let byte = try? fileHandleForReading.read(upToCount: 1), let first = byte.first {
      if first == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(first)
    }
    return nil
  }
}

/// A separate process that runs `fetch-counter serve`.
public final class ServedProgram {
  private struct Addresses: Decodable {
    let counterUrl: String
    let directoryUrl: String
    let marketsUrl: String
  }

  /// The environment variables that make another program use this process's services.
  public let environment: [String: String]
  /// The base URL of the counter service.
  public let counterURL: URL
  private let process: Process

  /// Starts the services of the `fetch-counter` program at a path, with additional options for `serve`.
  public init(_ program: String, _ options: [String] = []) throws {
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["serve", "--port", "0", "--json"] + options
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let addresses = try decoder.decode(Addresses.self, from: Data((output.readLine() ?? "").utf8))
    guard let counterURL = URL(string: addresses.counterUrl) else {
      throw BenchmarkError("\(program) serve didn't print its address")
    }
    self.counterURL = counterURL
    environment = [
      "FETCH_COUNTER_COUNTER_URL": addresses.counterUrl,
      "FETCH_COUNTER_DIRECTORY_URL": addresses.directoryUrl,
      "FETCH_COUNTER_MARKETS_URL": addresses.marketsUrl,
    ]
  }

  /// Stops the process.
  public func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
