import Foundation

/// The interactive program in a pseudo-terminal, along with its complete output.
final class InteractiveSession {
  private let terminal: ProgramTerminal
  private var searchStart = 0

  init(_ program: ProgramUnderTest, _ arguments: [String] = [], terminalName: String = "xterm-256color") throws {
    terminal = try ProgramTerminal(program, arguments, name: terminalName)
  }

  /// Everything that the program has written so far.
  var text: String { String(decoding: terminal.output.bytes, as: UTF8.self) }

  func type(_ text: String) { terminal.type(text.utf8) }

  func send(signal number: Int32) { terminal.process.send(signal: number) }

  /// Waits until the program has written the text after the previously found text; unchanged cells aren't written again.
  func waits(for text: String) async throws {
    let start = searchStart
    let end = await terminal.output.first { Data($0[start...]).range(of: Data(text.utf8))?.upperBound }
    guard let end else {
      let written = String(decoding: terminal.output.bytes[start...], as: UTF8.self)
      throw ProgramTerminal.Failure(
        description: "“\(text)” was never written. The output was: \(written.debugDescription)"
      )
    }
    searchStart = start + end
  }

  /// Waits until the program ends.
  func ending() async -> SpawnedProcess.Ending { await terminal.process.wait() }

  /// Whether the terminal's settings and modes are the same as before the program started.
  var isRestored: Bool {
    let text = text
    let entered = text.ranges(of: "\u{1b}[?1049h").count
    let left = text.ranges(of: "\u{1b}[?1049l").count
    return terminal.hasItsSettings && entered <= left
  }
}
