import TerminalTesting
import Testing

@Suite("Scripted clock")
struct ScriptedClockTests {
  @Test("advances only on request")
  func advancing() {
    let clock = ScriptedClock()
    let start = clock.now
    #expect(start.elapsed == .zero)
    clock.advance(by: .seconds(3))
    clock.advance(by: .milliseconds(500))
    #expect(clock.now.elapsed == .milliseconds(3_500))
    #expect(start.duration(to: clock.now) == .milliseconds(3_500))
    #expect(start < clock.now)
    #expect(!(clock.now < start))
    #expect(clock.deadlines.isEmpty)
    #expect(clock.minimumResolution == .zero)
  }

  @Test("advances to the deadline of a sleeper on request, but never back")
  func advancesItself() async throws {
    let clock = ScriptedClock()
    clock.advancesItself = true
    try await clock.sleep(until: clock.now.advanced(by: .seconds(5)), tolerance: nil)
    #expect(clock.now.elapsed == .seconds(5))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-3)), tolerance: nil)
    #expect(clock.now.elapsed == .seconds(5))
  }

  @Test("returns at once from a sleep until now or earlier")
  func past() async throws {
    let clock = ScriptedClock()
    clock.advance(by: .seconds(2))
    try await clock.sleep(until: clock.now, tolerance: nil)
    #expect(clock.now.elapsed == .seconds(2))
  }

  @Test("throws from a sleep in a cancelled task")
  func cancelled() async {
    let clock = ScriptedClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.deadlines.isEmpty)
  }
}
