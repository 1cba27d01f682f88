public import Foundation

/// `fetch-counter serve` in a process of its own.
public final class ServedProgram {
  private struct Addresses: Decodable {
    let counterUrl: String
    let directoryUrl: String
    let marketsUrl: String
  }

  /// What tells a program to use these services.
  public let environment: [String: String]
  /// The counter's service.
  public let counterURL: URL
  private let process: Process

  /// Starts it.
  ///
  /// - Parameters:
  ///   - program: The path of `fetch-counter`.
  ///   - options: Options of `serve`.
  /// - Throws: Why there are no services.
  public init(_ program: String, _ options: [String] = []) throws {
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["serve", "--port", "0", "--json"] + options
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) { line.append(byte) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let addresses = try decoder.decode(Addresses.self, from: line)
    guard let counterURL = URL(string: addresses.counterUrl) else {
      throw ChildProcess.Failure(description: "\(program) serve printed no address")
    }
    self.counterURL = counterURL
    environment = [
      "FETCH_COUNTER_COUNTER_URL": addresses.counterUrl,
      "FETCH_COUNTER_DIRECTORY_URL": addresses.directoryUrl,
      "FETCH_COUNTER_MARKETS_URL": addresses.marketsUrl,
    ]
  }

  /// Ends it.
  public func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
