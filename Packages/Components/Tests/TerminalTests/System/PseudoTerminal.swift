import Components
import Foundation
import PseudoTerminals
import TerminalTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pseudo-terminal with a program in it, and a model of the terminal around it.
///
/// Used from one thread. Waits with `poll` for what the program writes, and for nothing else.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var model: ModelTerminal
  /// Everything that the program wrote.
  private(set) var output: [UInt8] = []
  private var master: Int32
  /// Kept open, so that the settings outlive the program.
  private var slave: Int32
  private(set) var pid: pid_t = 0
  private let before: [UInt8]

  /// How long a program may take for anything.
  private static let patience: TimeInterval = 20

  /// Starts a program in a new session whose terminal this is.
  init(_ command: [String], environment: [String: String] = [:], size: Size = Size(width: 40, height: 8)) throws {
    var name = [CChar](repeating: 0, count: 128)
    master = pseudo_terminal_open(&name, name.count)
    guard master >= 0 else { throw Failure(description: "There is no pseudo-terminal: \(errno)") }
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    slave = open(path, O_RDWR | O_NOCTTY)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    model = ModelTerminal(size: size)
    before = Self.settings(of: slave)
    setWindow(size)
    pid = try Self.spawn(command, terminal: path, environment: environment)
  }

  deinit {
    if pid > 0 {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    closeBoth()
  }

  private func closeBoth() {
    if slave >= 0 { close(slave) }
    if master >= 0 { close(master) }
    slave = -1
    master = -1
  }

  /// Where the program is that the package builds for this.
  static let probe = Bundle.main.bundleURL.appending(path: "terminal-probe").path

  private static func spawn(_ command: [String], terminal: String, environment: [String: String]) throws -> pid_t {
    var variables = ProcessInfo.processInfo.environment
    variables["TERM"] = "xterm-256color"
    variables["SWIFT_BACKTRACE"] = "enable=no"
    // A sanitizer's own handlers would hide how the program ends.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      let handlers = ["abort", "segv", "sigbus", "sigfpe", "sigill"].map { "handle_\($0)=0" }
      variables[name] = ([variables[name]].compactMap { $0 } + handlers).joined(separator: ":")
    }
    for name in ["TERM_PROGRAM", "KONSOLE_VERSION", "COLORTERM", "NO_COLOR"] { variables[name] = nil }
    variables.merge(environment) { $1 }
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let assignments: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + assignments { free(word) } }
    let pid = pseudo_terminal_spawn(words, assignments, terminal)
    guard pid > 0 else { throw Failure(description: "\(command[0]) cannot be started: \(errno)") }
    return pid
  }

  // MARK: What a person does

  func type(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  func resize(to size: Size) {
    setWindow(size)
    model.resize(to: size)
  }

  private func setWindow(_ size: Size) {
    var window = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  func signal(_ signal: Int32) { kill(pid, signal) }

  /// Closes the window.
  func hangUp() { closeBoth() }

  /// Changes the settings as a program would that does not give them back.
  func spoilSettings() {
    var settings = termios()
    tcgetattr(slave, &settings)
    settings.c_lflag |= tcflag_t(ICANON | ECHO)
    tcsetattr(slave, TCSANOW, &settings)
  }

  // MARK: What a person sees

  var text: String { model.screen.lines.joined(separator: "\n") }

  /// The bytes of the terminal's settings, with what is kept of them nowhere left out.
  static func settings(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  /// Whether the terminal's settings are those from before the program, byte for byte.
  var hasSettingsFromBefore: Bool { Self.settings(of: slave) == before }

  /// Whether keys come as they are pressed.
  var isRaw: Bool {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
  }

  /// The process group that has the terminal.
  var foreground: pid_t { tcgetpgrp(master) }

  /// Whether something that was sent has not been read by anybody.
  var hasUnreadInput: Bool {
    var count: Int32 = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// Reads what the program writes until something is so.
  func wait(until what: String, _ condition: (PseudoTerminal) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while !condition(self) {
      guard try readSome(before: deadline) else {
        throw Failure(
          description:
            "In vain until \(what):\n\(text)\n\(String(decoding: output.suffix(400), as: UTF8.self).debugDescription)"
        )
      }
    }
  }

  func wait(untilShown text: String) throws { try wait(until: "“\(text)” is shown") { $0.text.contains(text) } }

  /// Waits until the program has ended, and answers how: its status, or the signal as a negative number.
  func waitForEnd() throws -> Int32 {
    // The terminal is read meanwhile, since a program cannot end that cannot write.
    var status: Int32 = 0
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid { break }
      guard Date() < deadline else { throw Failure(description: "The program does not end:\n\(text)") }
      _ = try readSome(before: Date(timeIntervalSinceNow: 0.02))
    }
    pid = 0
    while try readSome(before: Date(timeIntervalSinceNow: 0)) {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : -signal
  }

  /// Reads once; false when there was nothing in time.
  private func readSome(before deadline: Date) throws -> Bool {
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(max(deadline.timeIntervalSinceNow * 1000, 0))
    guard poll(&wait, 1, milliseconds) > 0, wait.revents & Int16(POLLIN) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += buffer.prefix(count)
    model.feed(buffer.prefix(count))
    return true
  }
}
