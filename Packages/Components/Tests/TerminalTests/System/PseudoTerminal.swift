import Components
import Foundation
import PseudoTerminals
import TerminalTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pseudo-terminal that runs a program, with a simulated screen.
///
/// It is confined to one thread. Waits end with output or with the end of the program; a hanging program fails them after
/// five minutes.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var model: ModelTerminal
  private(set) var output: [UInt8] = []
  private var master: Int32
  /// The program's end of the terminal, which stays open so the settings outlive the program.
  private var slave: Int32
  private(set) var pid: pid_t = 0
  private let before: [UInt8]
  /// The reading end of a pipe that the kernel closes when the program and all programs that it started have ended.
  private let lifeline: Int32

  private static let patience: TimeInterval = 300

  /// Starts a program in a new session with this controlling terminal.
  init(_ command: [String], environment: [String: String] = [:], size: Size = Size(width: 40, height: 8)) throws {
    var name = [CChar](repeating: 0, count: 128)
    master = pseudo_terminal_open(&name, name.count)
    guard master >= 0 else { throw Failure(description: "There is no pseudo-terminal: \(errno)") }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    slave = open(path, O_RDWR | O_NOCTTY)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    model = ModelTerminal(size: size)
    before = Self.settings(of: slave)
    var ends: [Int32] = [-1, -1]
    guard pseudo_terminal_lifeline(&ends) == 0 else { throw Failure(description: "There is no pipe: \(errno)") }
    lifeline = ends[0]
    defer { close(ends[1]) }
    setWindow(size)
    pid = try Self.spawn(command, terminal: path, lifeline: ends[1], environment: environment)
  }

  deinit {
    if pid > 0 {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    close(lifeline)
    closeBoth()
  }

  private func closeBoth() {
    if slave >= 0 { close(slave) }
    if master >= 0 { close(master) }
    slave = -1
    master = -1
  }

  static let probe = Bundle.main.bundleURL.appending(path: "terminal-probe").path

  private static func spawn(
    _ command: [String],
    terminal: String,
    lifeline: Int32,
    environment: [String: String]
  ) throws -> pid_t {
    var variables = ProcessInfo.processInfo.environment
    variables["TERM"] = "xterm-256color"
    variables["SWIFT_BACKTRACE"] = "enable=no"
    // A sanitizer's handlers would hide the signal that ends the program.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      let handlers = ["abort", "segv", "sigbus", "sigfpe", "sigill"].map { "handle_\($0)=0" }
      variables[name] = ([variables[name]].compactMap { $0 } + handlers).joined(separator: ":")
    }
    for name in ["TERM_PROGRAM", "KONSOLE_VERSION", "COLORTERM", "NO_COLOR"] { variables[name] = nil }
    variables.merge(environment) { $1 }
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let assignments: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + assignments { free(word) } }
    let pid = pseudo_terminal_spawn(words, assignments, terminal, lifeline)
    guard pid > 0 else { throw Failure(description: "\(command[0]) cannot be started: \(errno)") }
    return pid
  }

  // MARK: User actions

  /// Types short text, for which the terminal must have room.
  func type(_ text: String) {
    if sendSome(Array(text.utf8)[...]) < text.utf8.count { Issue.record("The terminal doesn't accept “\(text)”") }
  }

  /// Sends bytes while reading the program's output, so neither side blocks the other.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let taken = sendSome(rest)
      rest = rest.dropFirst(taken)
      guard taken == 0 else { continue }
      guard try waitForEvent(Int16(POLLIN | POLLOUT), "\(rest.count) bytes are accepted") != .end else {
        throw Failure(description: "The program ended before it read \(rest.count) bytes")
      }
      readSome()
    }
  }

  private func sendSome(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, bytes.prefix(4_096).withUnsafeBytes { write(master, $0.baseAddress, $0.count) })
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

  func hangUp() { closeBoth() }

  /// Stops the terminal's output as Ctrl-S does.
  func stopOutput() { tcflow(slave, TCOOFF) }

  /// Changes the settings like a program that doesn't restore them.
  func spoilSettings() {
    var settings = termios()
    tcgetattr(slave, &settings)
    settings.c_lflag |= tcflag_t(ICANON | ECHO)
    tcsetattr(slave, TCSANOW, &settings)
  }

  // MARK: The screen

  var text: String { model.screen.lines.joined(separator: "\n") }

  /// Returns the bytes of the terminal's settings, without padding.
  static func settings(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  /// Whether the terminal has its original settings, byte for byte.
  var hasSettingsFromBefore: Bool { Self.settings(of: slave) == before }

  /// Whether keys are delivered without line editing.
  var isRaw: Bool {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
  }

  var foreground: pid_t { tcgetpgrp(master) }

  /// Whether any sent bytes are still unread.
  var hasUnreadInput: Bool {
    var count: Int32 = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// The program's peak memory use, in bytes, or `nil` if the system doesn't report it.
  var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1_024 }
  }

  /// Reads the program's output until a condition is true.
  func wait(until what: String, _ condition: (PseudoTerminal) -> Bool) throws {
    while !condition(self) {
      // After the end, the rest of the output can still make the condition true.
      guard try waitForEvent(Int16(POLLIN), what) == .end else {
        readSome()
        continue
      }
      guard readSome() else { throw Failure(description: "The program ended before \(what):\n\(report)") }
    }
  }

  func wait(untilShown text: String) throws { try wait(until: "“\(text)” is shown") { $0.text.contains(text) } }

  /// Waits until the program has ended, and returns its exit status or the negated signal number.
  ///
  /// With `isRead`, the method reads the program's output while waiting instead of afterward.
  func waitForEnd(isRead: Bool = true) throws -> Int32 {
    while try waitForEvent(isRead ? Int16(POLLIN) : 0, "the program has ended") != .end { readSome() }
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    pid = 0
    while readSome() {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : -signal
  }

  private enum Event { case terminal, end }

  /// Waits until the terminal is ready for reading or writing, or all programs have ended.
  private func waitForEvent(_ events: Int16, _ what: String) throws -> Event {
    var waits = [
      pollfd(fd: master, events: events, revents: 0),
      pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0),
    ]
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      let count = poll(&waits, 2, Int32(max(deadline.timeIntervalSinceNow * 1000, 0)))
      if count > 0 { return waits[0].revents & events != 0 ? .terminal : .end }
      if count < 0, errno == EINTR { continue }
      throw Failure(description: "Timed out waiting until \(what):\n\(report)")
    }
  }

  private var report: String {
    "\(text)\n" + String(decoding: output.suffix(400), as: UTF8.self).debugDescription
  }

  /// Reads the available output once, and returns whether there was any.
  @discardableResult
  private func readSome() -> Bool {
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 0) > 0, wait.revents & Int16(POLLIN) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += buffer.prefix(count)
    model.feed(buffer.prefix(count))
    return true
  }
}
