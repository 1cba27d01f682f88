import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The interactive program in a pseudo-terminal of which only the modes are kept, so that it can be used for hours.
final class WatchedTerminal {
  private let terminal: ProgramTerminal
  private var modes = TerminalModeReader()
  private var process: SpawnedProcess { terminal.process }

  /// Starts the program in a folder of its own, where it exports to.
  init(_ program: ProgramUnderTest, _ arguments: [String]) throws {
    terminal = try ProgramTerminal(program, arguments, name: "xterm-256color", folder: program.folder.url.path)
  }

  /// Whether the program has not ended.
  var isRunning: Bool { process.isRunning }

  /// How many bytes it has written.
  var written: Int { modes.count }

  /// Whether the screen is the program's.
  var isTaken: Bool { modes.set.contains(1049) }

  /// The modes of the terminal that are not as they were before the program.
  var spoiltModes: [String] {
    var result = modes.set.symmetricDifference(TerminalModeReader.initial).sorted().map { "mode \($0) is another" }
    if modes.isCursorHidden { result.append("the cursor is hidden") }
    if modes.keyboardLevel != 0 { result.append("keys are told apart") }
    if !terminal.hasItsSettings { result.append("the settings are others") }
    return result
  }

  /// The memory of the program that is resident, in bytes; nil where the system does not tell.
  var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process.identifier)/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Whether it was stopped; nil where the system does not tell.
  var isStopped: Bool? {
    guard let text = try? String(contentsOfFile: "/proc/\(process.identifier)/stat", encoding: .utf8) else {
      return nil
    }
    // The state comes after the name, which is in parentheses.
    return text.split(separator: ")").last?.split(separator: " ").first == "T"
  }

  /// Types bytes, all of them, however slowly the program takes them.
  func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty, isRunning {
      let count = terminal.type(rest)
      if count > 0 { rest = rest.dropFirst(count) } else { try await read(for: .milliseconds(5)) }
    }
  }

  /// Makes the window another size, of which the system tells the program.
  func resize(columns: Int, rows: Int) { terminal.resize(columns: columns, rows: rows) }

  func send(signal number: Int32) { process.send(signal: number) }

  /// Takes what was written.
  func read() {
    terminal.read { bytes in
      for byte in bytes { modes.read(byte) }
    }
  }

  /// Takes what is written for a while.
  func read(for time: Duration) async throws {
    let end = ContinuousClock.now + time
    while process.isRunning, ContinuousClock.now < end {
      read()
      try await Task.sleep(for: .milliseconds(2))
    }
    read()
  }

  /// Takes what is written until something is so.
  func read(until what: String, _ condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while !condition() {
      guard ContinuousClock.now < deadline else {
        let state = isStopped == true ? "stopped" : isRunning ? "running" : "ended"
        throw ProgramTerminal.Failure(description: "Waited in vain until \(what); it is \(state), and \(spoiltModes).")
      }
      try await read(for: .milliseconds(5))
      // One that has ended writes nothing more.
      if !process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  /// How it ended; call it when it is not running any more.
  func ending() async -> SpawnedProcess.Ending {
    let ending = await process.wait()
    read()
    return ending
  }
}
