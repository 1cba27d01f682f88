import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The interactive program in its own pseudo-terminal, started as a person would start it.
final class ProgramTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let process: SpawnedProcess
  let output: ProgramOutput
  private let controller: Int32
  private let terminal: Int32
  private let before: [UInt8]

  /// Starts the program on a terminal with 80 × 24 cells.
  ///
  /// The name is the terminal's name in `TERM`. The folder is the working directory, which receives exports.
  init(_ program: ProgramUnderTest, _ arguments: [String], name: String, folder: String? = nil) throws {
    var controller: Int32 = -1
    var terminal: Int32 = -1
    var window = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &terminal, nil, nil, &window) == 0 else {
      throw Failure(description: "There is no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    let path = ttyname(terminal).map { String(cString: $0) } ?? "/dev/tty"
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    let output = ProgramOutput(reading: controller)
    self.output = output
    self.controller = controller
    self.terminal = terminal
    before = Self.settings(of: terminal)
    var environment = program.cleanEnvironment
    environment["TERM"] = name
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: arguments,
      environment: environment,
      folder: folder,
      // The program opens the terminal itself. The terminal then becomes its controlling terminal, and keys can send
      // signals.
      input: .file(path),
      output: .descriptor(terminal),
      messages: .descriptor(terminal),
      ownSession: true,
      atEnd: { output.complete() }
    )
  }

  deinit {
    process.send(signal: SIGKILL)
    close(terminal)
  }

  /// Whether the terminal's settings are the same as before the program started, byte for byte.
  var hasItsSettings: Bool { Self.settings(of: terminal) == before }

  /// Types as many bytes as the terminal accepts at once, and returns their number.
  @discardableResult
  func type(_ bytes: some Collection<UInt8>) -> Int {
    max(Array(bytes).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }, 0)
  }

  /// Resizes the terminal; the system notifies the program.
  func resize(columns: Int, rows: Int) {
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &window)
  }

  private static func settings(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }
}
