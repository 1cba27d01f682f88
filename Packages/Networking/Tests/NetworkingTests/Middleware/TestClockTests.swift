import Foundation
import NetworkingTesting
import Testing

@Suite("Test clock")
struct TestClockTests {
  @Test("wakes the tasks that are due and lets the other tasks sleep")
  func wakes() async throws {
    let clock = TestClock()
    let woken = Shared<[Int]>([])
    async let first: Void = sleep(2, on: clock, woken)
    await clock.waitForSleepers(1)
    async let second: Void = sleep(5, on: clock, woken)
    await clock.waitForSleepers(2)
    #expect(clock.sleepTimes == [.seconds(2), .seconds(5)])
    // When: time passes, but only the first sleeper is due
    clock.advance(by: .seconds(3))
    try await first
    #expect(woken.value == [2])
    #expect(clock.sleeperCount == 1)
    #expect(clock.now.offset == .seconds(3))
    clock.advance(by: .seconds(2))
    try await second
    #expect(woken.value == [2, 5])
  }

  @Test("returns immediately if the deadline is in the past")
  func doesNotSleepForNothing() async throws {
    let clock = TestClock()
    try await clock.sleep(until: clock.now)
    #expect(clock.sleeperCount == 0)
  }

  @Test("ends a task's sleep if the task is cancelled before or during the sleep")
  func cancels() async {
    let clock = TestClock()
    let asleep = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    asleep.cancel()
    await #expect(throws: CancellationError.self) { try await asleep.value }
    #expect(clock.sleeperCount == 0)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await early.value }
  }

  @Test("advances the date together with the clock")
  func movesDate() {
    let clock = TestClock()
    let start = clock.date
    clock.advance(by: .milliseconds(1500))
    #expect(clock.date.timeIntervalSince(start) == 1.5)
  }

  private func sleep(_ seconds: Int, on clock: TestClock, _ woken: Shared<[Int]>) async throws {
    try await clock.sleep(for: .seconds(seconds))
    woken.update { $0.append(seconds) }
  }
}
