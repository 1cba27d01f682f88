import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The built program in a terminal of its own, in the hands of somebody without a plan, over services that fail.
///
/// Four seconds unless `FETCH_COUNTER_SOAK_SECONDS` says otherwise; `FETCH_COUNTER_SOAK_SEED` changes what happens.
@Suite("The interactive program in use for long", .timeLimit(.minutes(180)))
struct InteractiveSoakTests {
  private static let seconds = number("FETCH_COUNTER_SOAK_SECONDS", otherwise: 4)
  private static let seed = number("FETCH_COUNTER_SOAK_SEED", otherwise: 1)
  /// How long after each start, and after each reading, memory is read: it takes some 15,000 keys until everything was there that is made once and
  /// all caches are full, and what is typed may end the program at any time.
  private static let interval = Duration.seconds(max(360, seconds / 10))

  private static func number(_ name: String, otherwise value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  /// What goes wrong in the services.
  private static let faults = [
    "status-500:0.03", "status-503:0.03", "status-429:0.01", "not-json:0.03", "close:0.03", "reset:0.03",
    "truncate:0.03", "garbage:0.03", "slow:0.01", "late:0.005", "stall:0.005",
  ]

  @Test("never dies, does not grow, and leaves the terminal as it was")
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
    while ContinuousClock.now < start + .seconds(Self.seconds) {
      // Given: the program, also where it was ended by what was typed
      let terminal = try WatchedTerminal(program, arguments)
      starts += 1
      try await terminal.read(until: "the program has the terminal") { terminal.isTaken }
      let begin = ContinuousClock.now
      var next = begin + Self.interval
      var readings: [Int] = []

      // When: it is used
      while terminal.isRunning, ContinuousClock.now < start + .seconds(Self.seconds) {
        if ContinuousClock.now >= next {
          next += Self.interval
          if let resident = try await Self.residentAtRest(terminal) { readings.append(resident) }
        }
        try await typist.act(on: terminal)
        try await terminal.read(for: typist.pause())
        actions += 1
      }
      if let resident = try await Self.residentAtRest(terminal) { readings.append(resident) }
      try await Self.quit(terminal)

      // Then
      let ending = await terminal.ending()
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

  /// What is resident when the program shows its first screen and nothing is on its way any more.
  private static func residentAtRest(_ terminal: WatchedTerminal) async throws -> Int? {
    terminal.resize(columns: 100, rows: 30)
    // Out of questions, forms, menus and searches.
    for _ in 0..<4 {
      try await terminal.send([0x1B])
      try await terminal.read(for: .milliseconds(80))
    }
    try await terminal.send(Array("1".utf8))
    try await terminal.read(for: .milliseconds(1_500))
    return terminal.isRunning ? terminal.resident : nil
  }

  /// Ends the program; a question whether it may is answered by asking again.
  private static func quit(_ terminal: WatchedTerminal) async throws {
    // Whatever was begun, such as half a sequence, is over by then.
    try await terminal.read(for: .milliseconds(100))
    try await terminal.send([0x03])
    try await terminal.read(for: .milliseconds(300))
    try await terminal.send([0x03])
    try await terminal.read(until: "the program ends") {
      // It may have stopped after it was told to go on.
      if terminal.isStopped == true { terminal.send(signal: SIGCONT) }
      return !terminal.isRunning
    }
  }
}
