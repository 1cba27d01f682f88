import Foundation

/// A started process whose output goes to files, so it never blocks and tests can read its output at any time.
final class RunningProgram: Sendable {
  private let process: SpawnedProcess
  private let outputFile: URL
  private let messagesFile: URL
  private let files: TemporaryFolder

  init(executable: URL, arguments: [String], environment: [String: String], input: String, folder: URL? = nil) throws {
    files = try TemporaryFolder()
    outputFile = files.url.appending(path: "output")
    messagesFile = files.url.appending(path: "messages")
    let inputFile = files.url.appending(path: "input")
    try Data(input.utf8).write(to: inputFile)
    process = try SpawnedProcess(
      executable: executable.path,
      arguments: arguments,
      environment: environment,
      folder: folder?.path,
      input: .file(inputFile.path),
      output: .file(outputFile.path),
      messages: .file(messagesFile.path)
    )
  }

  var identifier: Int32 { process.identifier }

  var output: String { Self.text(of: outputFile) }

  func send(signal number: Int32) { process.send(signal: number) }

  /// Waits until the program ends, or kills it if the test is cancelled, for example after its time limit.
  func outcome() async -> ProgramUnderTest.Outcome {
    let ending = await process.wait()
    return ProgramUnderTest.Outcome(
      exitCode: ending.exitCode,
      signal: ending.signal,
      output: output,
      messages: Self.text(of: messagesFile)
    )
  }

  /// Waits until the output satisfies a condition, and fails if the program ends first.
  func waitForOutput(_ condition: (String) -> Bool) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    while !condition(output) {
      struct NoOutput: Error { let output: String }
      guard clock.now < deadline, process.isRunning || condition(output) else { throw NoOutput(output: output) }
      try await clock.sleep(for: .milliseconds(2))
    }
  }

  /// Waits until `serve` has printed all addresses, and returns the address of a service.
  func servedAddress(of service: String = "Counter") async throws -> String {
    struct NoAddress: Error { let output: String }
    try await waitForOutput { $0.hasSuffix("\n") }
    for line in output.split(separator: "\n") where line.hasPrefix(service) {
      if let address = line.split(separator: " ").last { return String(address) }
    }
    throw NoAddress(output: output)
  }

  private static func text(of file: URL) -> String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
