import Foundation

/// A started process whose output goes to files, so that nothing can block it and the test may look at any time.
final class RunningProgram: Sendable {
  private let process: Process
  private let outputFile: URL
  private let messagesFile: URL
  private let files: TemporaryFolder
  private let ended = Ended()

  init(executable: URL, arguments: [String], environment: [String: String], input: String, folder: URL? = nil) throws {
    files = try TemporaryFolder()
    outputFile = files.url.appending(path: "output")
    messagesFile = files.url.appending(path: "messages")
    let inputFile = files.url.appending(path: "input")
    try Data(input.utf8).write(to: inputFile)
    try Data().write(to: outputFile)
    try Data().write(to: messagesFile)
    process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: messagesFile)
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
  }

  var identifier: Int32 { process.processIdentifier }

  /// What was written to standard output so far.
  var output: String { Self.text(of: outputFile) }

  func send(signal number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end.
  ///
  /// A test that is cancelled, as by its time limit, ends the process.
  func outcome() async -> ProgramUnderTest.Outcome {
    await withTaskCancellationHandler {
      await ended.wait()
    } onCancel: {
      send(signal: SIGKILL)
    }
    let isSignal = process.terminationReason == .uncaughtSignal
    return ProgramUnderTest.Outcome(
      exitCode: isSignal ? 128 + process.terminationStatus : process.terminationStatus,
      signal: isSignal ? process.terminationStatus : nil,
      output: output,
      messages: Self.text(of: messagesFile)
    )
  }

  /// Waits until the output satisfies a condition; fails when the program ends before.
  func waitForOutput(_ condition: (String) -> Bool) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    while !condition(output) {
      struct NoOutput: Error { let output: String }
      guard clock.now < deadline, process.isRunning || condition(output) else { throw NoOutput(output: output) }
      try await clock.sleep(for: .milliseconds(2))
    }
  }

  private static func text(of file: URL) -> String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Something that happens once, and those who wait for it.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
private final class Ended: @unchecked Sendable {
  private let lock = NSLock()
  private var hasHappened = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func signal() {
    let waiters = lock.withLock {
      hasHappened = true
      defer { self.waiters = [] }
      return self.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOver = lock.withLock {
        if !hasHappened { waiters.append(waiter) }
        return hasHappened
      }
      if isOver { waiter.resume() }
    }
  }
}
