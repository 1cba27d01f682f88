import BasicsTesting
import Foundation
import Testing

/// A test that runs the built program in a terminal with random input and failing services.
///
/// `FETCH_COUNTER_SOAK_SECONDS` sets the duration; otherwise, the number of actions is fixed.
/// `FETCH_COUNTER_SOAK_SEED` sets the seed.
@Suite("Interactive soak test")
struct InteractiveSoakTests {
  static let seconds = number("FETCH_COUNTER_SOAK_SECONDS")
  private static let seed = number("FETCH_COUNTER_SOAK_SEED") ?? 1
  private static let actions = LongTests.rounds(byDay: 30, byNight: 300)
  /// The interval between memory readings, and between a start and the first reading after it.
  ///
  /// The interval is long because filling all caches and creating all lazy values takes about 15,000 keys. If random
  /// input ends the program earlier, the interval starts again.
  private static let interval = Duration.seconds(max(360, (seconds ?? 0) / 10))

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let faults = [
    "status-500:0.03", "status-503:0.03", "status-429:0.01", "not-json:0.03", "close:0.03", "reset:0.03",
    "truncate:0.03", "garbage:0.03", "slow:0.01", "late:0.005", "stall:0.005",
  ]

  @Test("never crashes or leaks memory under random input, and restores the terminal")
  func soak() async throws {
    let folder = try TemporaryFolder()
    let program = ProgramUnderTest(in: folder)
    let services = try program.start(
      ["serve", "--port", "0"] + Self.faults.flatMap { ["--fault", $0] }
    )
    defer { services.send(signal: SIGTERM) }
    var arguments = ["app", "--timeout", "500ms"]
    for service in ["Counter", "Directory", "Markets"] {
      arguments += ["--\(service.lowercased())-url", try await services.servedAddress(of: service)]
    }

    var typist = RandomTypist(seed: UInt64(Self.seed))
    let start = ContinuousClock.now
    var (actions, starts, growths): (Int, Int, [String]) = (0, 0, [])
    var isOver: Bool {
      Self.seconds.map { ContinuousClock.now >= start + .seconds($0) } ?? (actions >= Self.actions)
    }
    while !isOver {
      // Given: the program is started, or restarted after input that ended it
      let terminal = try WatchedTerminal(program, arguments)
      starts += 1
      try await terminal.readUntilTaken()
      let begin = ContinuousClock.now
      var next = begin + Self.interval
      var readings: [Int] = []

      // When: the program is used
      while terminal.isRunning, !isOver {
        if ContinuousClock.now >= next {
          next += Self.interval
          if let resident = try await Self.residentAtRest(terminal) { readings.append(resident) }
        }
        try await typist.act(on: terminal)
        try await terminal.read(for: typist.pause())
        actions += 1
      }
      if !readings.isEmpty, let resident = try await Self.residentAtRest(terminal) { readings.append(resident) }

      // Then
      let ending = try await terminal.quit()
      #expect(ending.signal == nil, "after \(actions) actions")
      #expect(ending.exitCode == 0, "after \(actions) actions")
      #expect(terminal.spoiltModes == [], "after \(actions) actions")
      guard let before = readings.first, let after = readings.last, readings.count > 1 else { continue }
      let growth = Double(after) / Double(before) - 1
      growths.append(readings.map { "\($0 / 1_024)" }.joined(separator: ", ") + " KiB")
      #expect(growth <= 0.05, "\(growths)")
    }
    print("\(actions) actions, \(starts) starts, resident: \(growths)")
  }

  /// Returns the program's resident memory while it is idle on its first screen.
  private static func residentAtRest(_ terminal: WatchedTerminal) async throws -> Int? {
    terminal.resize(columns: 100, rows: 30)
    // Escape closes dialogs, forms, menus and searches.
    for _ in 0..<4 {
      try await terminal.send([0x1B])
      try await terminal.read(for: .milliseconds(80))
    }
    try await terminal.send(Array("1".utf8))
    try await terminal.read(for: .milliseconds(1_500))
    return terminal.isRunning ? terminal.resident : nil
  }
}
