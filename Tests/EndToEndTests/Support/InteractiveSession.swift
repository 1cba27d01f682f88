import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The interactive program in a pseudo-terminal, along with its complete output.
final class InteractiveSession {
  private let terminal: ProgramTerminal
  private var process: SpawnedProcess { terminal.process }
  private(set) var output: [UInt8] = []

  init(_ program: ProgramUnderTest, _ arguments: [String] = [], terminalName: String = "xterm-256color") throws {
    terminal = try ProgramTerminal(program, arguments, name: terminalName)
  }

  func type(_ text: String) { terminal.type(text.utf8) }

  func send(signal number: Int32) { process.send(signal: number) }

  /// Waits until the program has written the text since the previous wait; unchanged cells aren't written again.
  func waits(for text: String) async throws {
    let start = seen
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    while true {
      read()
      let written = String(decoding: output[start...], as: UTF8.self)
      if written.contains(text) {
        seen = output.count
        return
      }
      guard clock.now < deadline, process.isRunning else {
        throw ProgramTerminal.Failure(
          description: "“\(text)” was never written. The output was: \(written.debugDescription)"
        )
      }
      try await clock.sleep(for: .milliseconds(5))
    }
  }

  func ending() async -> SpawnedProcess.Ending {
    // Unread output would prevent the program from ending.
    while process.isRunning {
      // If the test is cancelled, for example after its time limit, kill the program.
      if Task.isCancelled { process.send(signal: SIGKILL) }
      read()
      try? await Task.sleep(for: .milliseconds(5))
    }
    read()
    return await process.wait()
  }

  /// Whether the terminal's settings and modes are the same as before the program started.
  var isRestored: Bool {
    let text = String(decoding: output, as: UTF8.self)
    let entered = text.ranges(of: "\u{1b}[?1049h").count
    let left = text.ranges(of: "\u{1b}[?1049l").count
    return terminal.hasItsSettings && entered <= left
  }

  private var seen = 0

  private func read() { terminal.read { output += $0 } }
}
