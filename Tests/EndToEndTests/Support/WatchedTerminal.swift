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
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let controller: Int32
  private let terminal: Int32
  private let process: SpawnedProcess
  private let before: [UInt8]
  private var modes = TerminalModeReader()

  /// Starts the program on a terminal of 80 × 24 cells.
  init(_ program: ProgramUnderTest, _ arguments: [String]) throws {
    var controller: Int32 = -1
    var terminal: Int32 = -1
    var window = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &terminal, nil, nil, &window) == 0 else {
      throw Failure(description: "There is no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    let name = ttyname(terminal).map { String(cString: $0) } ?? "/dev/tty"
    for descriptor in [controller, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(controller, F_SETFL, fcntl(controller, F_GETFL) | O_NONBLOCK)
    self.controller = controller
    self.terminal = terminal
    before = Self.settings(of: terminal)
    var environment = program.cleanEnvironment
    environment["TERM"] = "xterm-256color"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: arguments,
      environment: environment,
      // What is exported goes there.
      folder: program.folder.url.path,
      // Opened rather than inherited, so that it becomes the terminal that the keys' signals come from.
      input: .file(name),
      output: .descriptor(terminal),
      messages: .descriptor(terminal),
      ownSession: true
    )
  }

  deinit {
    process.send(signal: SIGKILL)
    close(controller)
    close(terminal)
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
    if Self.settings(of: terminal) != before { result.append("the settings are others") }
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
      let count = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { try await read(for: .milliseconds(5)) }
    }
  }

  /// Makes the window another size, of which the system tells the program.
  func resize(columns: Int, rows: Int) {
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &window)
  }

  func send(signal number: Int32) { process.send(signal: number) }

  /// Takes what was written.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = systemRead(controller, &buffer)
      guard count > 0 else { return }
      for byte in buffer[..<count] { modes.read(byte) }
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
        throw Failure(description: "Waited in vain until \(what); it is \(state), and \(spoiltModes).")
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

  private static func settings(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
