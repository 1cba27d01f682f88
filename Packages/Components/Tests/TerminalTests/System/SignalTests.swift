import BasicsTesting
import Components
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A signal as a test argument.
struct SignalRow: Sendable, CustomTestStringConvertible {
  let number: Int32
  var testDescription: String { "\(number)" }

  /// The signals that end a process by default (POSIX), excluding signals that are ignored, stop it or continue it.
  static let ending: [SignalRow] = catchable.filter { !harmless.contains($0.number) }

  static let harmless: [Int32] = [SIGCHLD, SIGURG, SIGWINCH, SIGCONT]

  /// The signals that request an orderly exit, and one for each other kind of handler.
  static let representative = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGUSR1, SIGALRM].map(SignalRow.init)

  /// All signals that a program may handle, except for signals that the C library reserves for itself.
  private static let catchable: [SignalRow] = (1...64).filter { number in
    var action = sigaction()
    let stops = [SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU]
    return !stops.contains(number) && sigaction(number, nil, &action) == 0
  }
  .map(SignalRow.init)
}

@Suite("Signals to a program in a pseudo-terminal", .serialized)
struct SignalTests {
  /// Whether these tests run without ThreadSanitizer, which handles fatal signals late and would distort the results.
  private static let hasOwnSignals = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") == nil

  private static let batch = 16

  /// A short time for an orderly exit, in seconds, for programs that can't exit.
  private static let hurry = ["PROBE_GRACE": "1"]

  /// A time for an orderly exit that no test run reaches.
  private static let patience = ["PROBE_GRACE": "86400"]

  /// Starts and prepares a program for each fatal signal, and expects the signal to end the program.
  private func end(
    _ environment: [String: String] = [:],
    isRead: Bool = true,
    rows: [SignalRow] = SignalRow.ending,
    _ act: (PseudoTerminal, Int32) throws -> Void
  ) throws {
    var rest = rows[...]
    while !rest.isEmpty {
      let rows = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      let terminals = try PseudoTerminal.withProbes(rows.count, environment)
      for (terminal, row) in zip(terminals, rows) { try act(terminal, row.number) }
      for (terminal, row) in zip(terminals, rows) {
        let end = try terminal.waitForEnd(isRead: isRead)
        #expect(end == -row.number)
        terminal.expectRestored("after signal \(row.number)")
      }
    }
  }

  @Test(
    "restores the terminal and ends the program with the received signal",
    .enabled(if: Self.hasOwnSignals, "ThreadSanitizer handles fatal signals itself")
  )
  func everySignal() throws {
    #expect(SignalRow.ending.count > 20)
    try end { $0.signal($1) }
  }

  @Test("keeps the program running after signals that are harmless by default", arguments: SignalRow.harmless)
  func harmless(_ signal: Int32) throws {
    // Given
    let terminal = try PseudoTerminal.withProbe()
    // When
    terminal.signal(signal)
    terminal.type("x")
    // Then
    try terminal.wait(untilShown: "Key x")
    terminal.type("q")
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    terminal.expectRestored("after signal \(signal)")
  }

  @Test(
    "restores a terminal that accepts no output",
    .enabled(if: Self.hasOwnSignals, "ThreadSanitizer handles fatal signals itself")
  )
  func blockedTerminal() throws {
    let rows = LongTests.areEnabled ? SignalRow.ending : SignalRow.representative
    try end(Self.hurry, isRead: false, rows: rows) { terminal, signal in
      try terminal.block()
      terminal.signal(signal)
    }
  }

  @Test(
    "restores a terminal whose output is stopped",
    .enabled(if: Self.hasOwnSignals, "ThreadSanitizer handles fatal signals itself"),
    arguments: [true, false]
  )
  func stoppedTerminal(isFull: Bool) throws {
    try end(Self.hurry, isRead: false, rows: SignalRow.representative) { terminal, signal in
      if isFull { try terminal.block() }
      terminal.stopOutput()
      terminal.signal(signal)
    }
  }

  @Test("ends a program on the second signal if the terminal accepts no output")
  func secondSignalWhileBlocked() throws {
    // Given: a program that has a day to exit
    let terminal = try PseudoTerminal.withProbe(Self.patience)
    try terminal.block()
    // When: two signals, which may arrive in any order
    terminal.signal(SIGTERM)
    terminal.signal(SIGINT)
    // Then
    let end = try terminal.waitForEnd(isRead: false)
    #expect([SIGTERM, SIGINT].contains(-end))
    terminal.expectRestored("after the second signal")
  }

  @Test("restores the terminal only once if several signals arrive together")
  func signalsAtOnce() throws {
    let signals = [SIGTERM, SIGINT, SIGHUP]
    let terminals = try PseudoTerminal.withProbes(2 * Self.batch)
    for terminal in terminals { for signal in signals { terminal.signal(signal) } }
    for terminal in terminals {
      let end = try terminal.waitForEnd()
      #expect(signals.contains(-end))
      terminal.expectRestored("after three signals")
      let output = String(decoding: terminal.output, as: UTF8.self)
      #expect(output.ranges(of: "\u{1B}[23;0t").count == 1)
      #expect(output.ranges(of: "\u{1B}[<u").count == 1)
    }
  }

  @Test(
    "ends the program with a signal even if the previous handler returns",
    .enabled(if: Self.hasOwnSignals, "ThreadSanitizer handles fatal signals itself")
  )
  func returningHandlers() throws {
    let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT]
    try end(["PROBE_HANDLERS": "1"], rows: signals.map(SignalRow.init)) { $0.signal($1) }
  }

  @Test(
    "ends the program after the Swift runtime's backtrace for an external signal",
    .enabled(if: Self.hasOwnSignals, "ThreadSanitizer handles fatal signals itself")
  )
  func backtrace() throws {
    let setting = "enable=yes,interactive=no,limit=1,threads=crashed,images=none,output-to=/dev/null,symbolicate=off"
    try end(["SWIFT_BACKTRACE": setting], rows: [SIGSEGV, SIGABRT].map(SignalRow.init)) { $0.signal($1) }
  }

  @Test(
    "restores the terminal after traps, crashes and stack overflows",
    .enabled(if: Self.hasOwnSignals, "ThreadSanitizer handles fatal signals itself"),
    arguments: ["t", "T", "i", "v", "a"],
    [[:], ["PROBE_HANDLERS": "1"]]
  )
  func crashes(_ key: String, environment: [String: String]) throws {
    // Given
    let terminal = try PseudoTerminal.withProbe(environment)
    // When
    terminal.type(key)
    // Then
    let end = try terminal.waitForEnd()
    let expected: [Int32] = key == "a" ? [SIGABRT] : key == "v" ? [SIGSEGV, SIGBUS] : [SIGILL, SIGTRAP]
    #expect(expected.contains(-end), "\(end)")
    terminal.expectRestored("after key \(key)")
  }

  @Test("ends a hanging program after a grace period")
  func hanging() throws {
    let terminal = try PseudoTerminal.withProbe()
    try terminal.hang()
    terminal.signal(SIGTERM)
    let end = try terminal.waitForEnd()
    #expect(end == -SIGTERM)
    terminal.expectRestored("after hanging")
  }

  @Test("ends a hanging program on the second signal")
  func hangingWithSecondSignal() throws {
    let terminal = try PseudoTerminal.withProbe(Self.patience)
    try terminal.hang()
    terminal.signal(SIGTERM)
    terminal.signal(SIGINT)
    let end = try terminal.waitForEnd()
    #expect([SIGTERM, SIGINT].contains(-end))
    terminal.expectRestored("after hanging")
  }

  @Test("ends the program with SIGHUP when the terminal is closed", arguments: ["", "x", "b", "dumb"])
  func hangUp(_ activity: String) throws {
    // Given
    let environment = activity == "dumb" ? ["TERM": "dumb"] : [:]
    let terminals =
      try activity == "dumb"
      ? (0..<8).map { _ in try PseudoTerminal([PseudoTerminal.probe], environment: environment) }
      : PseudoTerminal.withProbes(8)
    for terminal in terminals {
      try terminal.wait(untilShown: "Ready")
      if activity.count == 1 { terminal.type(activity) }
      // When
      terminal.hangUp()
    }
    // Then
    let ends = try terminals.map { try $0.waitForEnd() }
    #expect(ends == Array(repeating: -SIGHUP, count: ends.count))
  }

  @Test("ends the program with SIGHUP even if it was started with that signal ignored")
  func hangUpIgnored() throws {
    // Given: a shell that reports how the program ended
    let folder = FileManager.default.temporaryDirectory.appending(path: "hang-up-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let status = folder.appending(path: "status")
    let script = "trap '' HUP; '\(PseudoTerminal.probe)'; echo $? > '\(status.path)'"
    let terminal = try PseudoTerminal(["/bin/sh", "-c", script])
    try terminal.wait(untilShown: "Ready")
    // When
    terminal.hangUp()
    _ = try terminal.waitForEnd()
    // Then
    let text = try String(contentsOf: status, encoding: .utf8)
    #expect(text == "\(128 + SIGHUP)\n")
  }
}
