import BenchmarkTools
import Foundation

/// The program in a pseudo-terminal; its output is read only while a method waits for it or discards it.
final class TerminalSession {
  /// `POSIX_SPAWN_SETSID`, which the Linux C libraries declare only as an extension.
  private static let newSession: Int16 = 0x80

  private var output: [UInt8] = []
  private let identifier: pid_t

  /// The start time on the ``DispatchTime`` clock, in nanoseconds.
  let started: UInt64
  private let controller: Int32
  private var hasEnded = false

  init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    columns: UInt16 = 100,
    rows: UInt16 = 30
  ) throws {
    var terminal: Int32 = -1
    var controller: Int32 = -1
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &terminal, nil, nil, &size) == 0, let name = ttyname(terminal) else {
      throw BenchmarkError("Couldn't open a pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    self.controller = controller
    defer { close(terminal) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes the session's terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    let argumentTexts = ([path] + arguments).map { strdup($0) } + [nil]
    let environmentTexts = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argumentTexts + environmentTexts { free(text) } }

    var process: pid_t = 0
    started = DispatchTime.now().uptimeNanoseconds
    let error = posix_spawn(&process, path, &actions, &attributes, argumentTexts, environmentTexts)
    guard error == 0 else {
      close(controller)
      throw BenchmarkError("\(path) can't be started: \(String(cString: strerror(error)))")
    }
    identifier = process
  }

  deinit {
    if !hasEnded {
      _ = kill(identifier, SIGKILL)
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }
    close(controller)
  }

  /// Types keys after discarding all output so far, and returns the time of the first key press in nanoseconds.
  @discardableResult
  func type(_ keys: String) throws -> UInt64 {
    _ = readAvailable(for: 0)
    output.removeAll(keepingCapacity: true)
    let bytes = Array(keys.utf8)
    let time = DispatchTime.now().uptimeNanoseconds
    guard write(controller, bytes, bytes.count) == bytes.count else {
      throw BenchmarkError("The program doesn't accept keys: \(String(cString: strerror(errno)))")
    }
    return time
  }

  /// Reads until the output contains the given text, and returns the time in nanoseconds.
  func wait(for text: String, seconds: Double = 20) throws -> UInt64 {
    let wanted = Array(text.utf8)
    let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    while !contains(wanted) {
      let now = DispatchTime.now().uptimeNanoseconds
      guard now < deadline, readAvailable(for: Int32((deadline - now) / 1_000_000) + 1) else {
        throw BenchmarkError(
          "'\(text)' doesn't appear on the screen, which shows: \(String(decoding: output.suffix(2_000), as: UTF8.self).debugDescription)"
        )
      }
    }
    return DispatchTime.now().uptimeNanoseconds
  }

  func waitUntilQuiet(milliseconds: Int32 = 300, atMost seconds: Double = 5) {
    let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    while readAvailable(for: milliseconds), DispatchTime.now().uptimeNanoseconds < deadline {}
  }

  func byteCount(during milliseconds: Int32) -> Int {
    output.removeAll(keepingCapacity: true)
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(milliseconds) * 1_000_000
    while true {
      let now = DispatchTime.now().uptimeNanoseconds
      guard now < end, readAvailable(for: Int32((end - now) / 1_000_000) + 1) else { return output.count }
    }
  }

  /// Presses `q` and waits until the program exits.
  func quit() throws {
    try type("q")
    while readAvailable(for: 10_000) {}
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    hasEnded = true
    guard status == 0 else { throw BenchmarkError("The program ended with status \(status)") }
  }

  /// Returns a value from the process status in MiB: `VmRSS` for resident memory, or `VmHWM` for its maximum.
  func memory(_ key: String) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") } ?? ""
    guard let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) }) else {
      throw BenchmarkError("The system doesn't report \(key) of process \(identifier)")
    }
    return kibibytes / 1_024
  }

  private func contains(_ wanted: [UInt8]) -> Bool {
    guard output.count >= wanted.count else { return false }
    return (0...(output.count - wanted.count)).contains { start in
      output[start] == wanted[0] && output[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }

  /// Reads available output, waiting up to a timeout, and returns whether any output arrived.
  private func readAvailable(for milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += buffer[..<count]
    return true
  }
}
