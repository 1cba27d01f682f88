import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The interactive program in a pseudo-terminal; only terminal modes are stored, so the program can run for hours.
final class WatchedTerminal {
  private let terminal: ProgramTerminal
  private var modes = TerminalModeReader()
  private var process: SpawnedProcess { terminal.process }

  init(_ program: ProgramUnderTest, _ arguments: [String]) throws {
    terminal = try ProgramTerminal(program, arguments, name: "xterm-256color", folder: program.folder.url.path)
  }

  var isRunning: Bool { process.isRunning }

  var written: Int { modes.count }

  /// Whether the program has taken over the screen.
  var isTaken: Bool { modes.set.contains(1049) }

  /// Descriptions of the modes that differ from the modes before the program started.
  var spoiltModes: [String] {
    var result = modes.set.symmetricDifference(TerminalModeReader.initial).sorted().map { "mode \($0) has changed" }
    if modes.isCursorHidden { result.append("the cursor is hidden") }
    if modes.keyboardLevel != 0 { result.append("keyboard modes are still pushed") }
    if !terminal.hasItsSettings { result.append("the settings have changed") }
    return result
  }

  /// The program's resident memory, in bytes; `nil` if the system doesn't report it.
  var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process.identifier)/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Whether the program is stopped; `nil` if the system doesn't report it.
  var isStopped: Bool? {
    guard let text = try? String(contentsOfFile: "/proc/\(process.identifier)/stat", encoding: .utf8) else {
      return nil
    }
    // The state follows the name, which is in parentheses.
    return text.split(separator: ")").last?.split(separator: " ").first == "T"
  }

  /// Types all bytes, no matter how slowly the program reads them.
  func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty, isRunning {
      rest = rest.dropFirst(terminal.type(rest))
      if !rest.isEmpty { try await read(for: .milliseconds(5)) }
    }
  }

  /// Resizes the terminal; the system notifies the program.
  func resize(columns: Int, rows: Int) { terminal.resize(columns: columns, rows: rows) }

  func send(signal number: Int32) { process.send(signal: number) }

  /// Reads the output and pauses, as a person would between two keys.
  func read(for pause: Duration) async throws {
    try await Task.sleep(for: pause)
    read()
  }

  /// Reads the output until the program has taken over the screen.
  func readUntilTaken() async throws {
    read()
    while !isTaken {
      guard await terminal.output.first({ $0.isEmpty ? nil : () }) != nil else {
        throw ProgramTerminal.Failure(description: "The program ended before it took over the screen: \(spoiltModes).")
      }
      read()
    }
  }

  /// Presses Ctrl-C until the program ends.
  ///
  /// A key may be lost in an unfinished escape sequence, or open a question that the next one confirms.
  func quit() async throws -> SpawnedProcess.Ending {
    while isRunning {
      read()
      if isTaken {
        terminal.type([0x03])
      } else if isStopped == true {
        // The program may have stopped again after it was continued.
        send(signal: SIGCONT)
      }
      try await read(for: .milliseconds(100))
    }
    let ending = await process.wait()
    read()
    return ending
  }

  private func read() {
    for byte in terminal.output.take() { modes.read(byte) }
  }
}
