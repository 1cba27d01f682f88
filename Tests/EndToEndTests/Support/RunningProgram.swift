import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A started process whose output is read continuously, so that it never blocks and tests can wait for its output.
final class RunningProgram: Sendable {
  private let process: SpawnedProcess
  private let standardOutput: ProgramOutput
  private let messagesFile: URL
  private let files: TemporaryFolder

  init(executable: URL, arguments: [String], environment: [String: String], input: String, folder: URL? = nil) throws {
    files = try TemporaryFolder()
    messagesFile = files.url.appending(path: "messages")
    let inputFile = files.url.appending(path: "input")
    try Data(input.utf8).write(to: inputFile)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SpawnedProcess.Failure(description: "There is no pipe: \(String(cString: strerror(errno)))")
    }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[1]) }
    let standardOutput = ProgramOutput(reading: ends[0])
    self.standardOutput = standardOutput
    process = try SpawnedProcess(
      executable: executable.path,
      arguments: arguments,
      environment: environment,
      folder: folder?.path,
      input: .file(inputFile.path),
      output: .descriptor(ends[1]),
      messages: .file(messagesFile.path),
      atEnd: { standardOutput.complete() }
    )
  }

  var identifier: Int32 { process.identifier }

  var output: String { String(decoding: standardOutput.bytes, as: UTF8.self) }

  func send(signal number: Int32) { process.send(signal: number) }

  /// Waits until the program ends.
  func outcome() async -> ProgramUnderTest.Outcome {
    let ending = await process.wait()
    return ProgramUnderTest.Outcome(
      exitCode: ending.exitCode,
      signal: ending.signal,
      output: output,
      messages: (try? Data(contentsOf: messagesFile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    )
  }

  /// Waits until the output satisfies a condition, and fails if the program ends first.
  func waitForOutput(_ condition: (String) -> Bool) async throws {
    struct NoOutput: Error { let output: String }
    let found: Void? = await standardOutput.first { bytes in
      condition(String(decoding: bytes, as: UTF8.self)) ? () : nil
    }
    if found == nil { throw NoOutput(output: output) }
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
}
