import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The interactive program in a pseudo-terminal of its own, as a person starts it.
final class InteractiveSession {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let controller: Int32
  private let terminal: Int32
  private let process: SpawnedProcess
  private let before: [UInt8]
  /// Everything that the program has written.
  private(set) var output: [UInt8] = []

  /// Starts the program on a terminal of 80 × 24 cells.
  init(_ program: ProgramUnderTest, _ arguments: [String] = [], terminalName: String = "xterm-256color") throws {
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
    environment["TERM"] = terminalName
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: arguments,
      environment: environment,
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

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  func send(signal number: Int32) { process.send(signal: number) }

  /// Waits until a text was written since the last wait; cells that stay the same are not written again.
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
        throw Failure(description: "Waited in vain for “\(text)”; written was: \(written.debugDescription)")
      }
      try await clock.sleep(for: .milliseconds(5))
    }
  }

  /// Waits for the end.
  func ending() async -> SpawnedProcess.Ending {
    // What nobody reads would keep the program from ending.
    while process.isRunning {
      // A test that is cancelled, as by its time limit, ends the program.
      if Task.isCancelled { process.send(signal: SIGKILL) }
      read()
      try? await Task.sleep(for: .milliseconds(5))
    }
    read()
    return await process.wait()
  }

  /// Whether the terminal is as it was before the program, in its settings and in what it shows.
  var isRestored: Bool {
    let text = String(decoding: output, as: UTF8.self)
    let entered = text.ranges(of: "\u{1b}[?1049h").count
    let left = text.ranges(of: "\u{1b}[?1049l").count
    return Self.settings(of: terminal) == before && entered <= left
  }

  private var seen = 0

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = systemRead(controller, &buffer)
      guard count > 0 else { return }
      output += buffer[..<count]
    }
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
