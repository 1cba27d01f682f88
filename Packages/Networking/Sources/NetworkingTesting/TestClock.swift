internal import Networking
public import NetworkingFoundation

/// A clock that advances only when a test advances it, so tests don't spend time waiting.
///
/// ```swift
/// let clock = TestClock()
/// let retrier = RequestRetrier(clock: clock)
/// async let response = client.send(endpoint)
/// await clock.waitForSleepers()       // the first attempt has failed, the retrier waits
/// clock.advance(by: .seconds(1))      // the second attempt is made
/// ```
public final class TestClock: Clock {
  /// An instant on this clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    package let offset: Duration

    /// Returns the instant that follows this one by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether the left instant is earlier than the right one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Observer {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var current = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var lastNumber = 0
    var observers: [Observer] = []
  }

  private let startDate: Date
  private let state = Locked(State())

  /// Creates a clock at zero with an initial ``date``.
  public init(date: Date = Date(timeIntervalSince1970: 1_700_000_000)) { startDate = date }

  /// The current instant.
  public var now: Instant { state.withLock { $0.current } }

  /// The current date, which advances with the clock.
  public var date: Date {
    let (seconds, attoseconds) = now.offset.components
    return startDate.addingTimeInterval(TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18)
  }

  /// The resolution, which is zero because the clock is exact.
  public var minimumResolution: Duration { .zero }

  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The remaining sleep times of all sleeping tasks, in ascending order.
  public var sleepTimes: [Duration] {
    state.withLock { state in state.sleepers.values.map { state.current.duration(to: $0.deadline) }.sorted() }
  }

  /// Sleeps until the deadline; throws `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue(Sleeper(number: number, deadline: deadline, continuation: $0)) }
    } onCancel: {
      cancel(number)
    }
    guard isDue else { throw CancellationError() }
  }

  /// Advances the clock, and wakes the tasks whose deadlines have passed, in order of deadline.
  ///
  /// Woken tasks continue concurrently. Wait for their results, or until they sleep again (``waitForSleepers(_:)``).
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time does not run backwards")
    let due = state.withLock { state in
      let now = state.current.advanced(by: duration)
      state.current = now
      let due = state.sleepers.values.filter { $0.deadline <= now }
        .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
      for sleeper in due { state.sleepers[sleeper.number] = nil }
      return due
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }

  /// Waits until at least this many tasks are sleeping.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.observers.append(Observer(count: count, continuation: continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func enqueue(_ sleeper: Sleeper) {
    let (isDue, satisfied) = state.withLock { state -> (Bool?, [Observer]) in
      if state.cancelled.remove(sleeper.number) != nil { return (false, []) }
      if sleeper.deadline <= state.current { return (true, []) }
      state.sleepers[sleeper.number] = sleeper
      let count = state.sleepers.count
      let satisfied = state.observers.filter { $0.count <= count }
      state.observers.removeAll { $0.count <= count }
      return (nil, satisfied)
    }
    if let isDue { sleeper.continuation.resume(returning: isDue) }
    for observer in satisfied { observer.continuation.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      if let sleeper = state.sleepers.removeValue(forKey: number) { return sleeper }
      state.cancelled.insert(number)
      return nil
    }
    sleeper?.continuation.resume(returning: false)
  }
}
