import Basics

/// A clock that advances only when a test advances it.
public final class ScriptedClock: Clock, Sendable {
  /// A point in time, measured from the clock's creation.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the clock's creation.
    public let elapsed: Duration

    /// Returns whether the first instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

    /// Returns the duration from this instant to another one.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var time = Instant(elapsed: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var lastNumber = 0
    var onSleep: (@Sendable () -> Void)?
    var advancesItself = false
  }

  private let state = Locked(State())

  /// Creates a clock at time zero.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { state.withLock { $0.time } }

  /// The deadlines of all sleepers, earliest first, which tests check to avoid advancing the clock too early.
  public var deadlines: [Instant] { state.withLock { $0.sleepers.values.map(\.deadline).sorted() } }

  /// Whether a task that sleeps advances the clock to its deadline, instead of waiting for a test to do that.
  public var advancesItself: Bool {
    get { state.withLock { $0.advancesItself } }
    set {
      state.withLock { $0.advancesItself = newValue }
      if newValue, let last = deadlines.last { advance(by: now.duration(to: last)) }
    }
  }

  /// A closure that is called when a task has begun to sleep.
  package var onSleep: (@Sendable () -> Void)? {
    get { state.withLock { $0.onSleep } }
    set { state.withLock { $0.onSleep = newValue } }
  }

  /// The minimum resolution of the clock: zero.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock and wakes all sleepers that are due, earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.time = state.time.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.time }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Suspends until the clock reaches a deadline, or throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if state.advancesItself { state.time = max(state.time, deadline) }
          if deadline <= state.time { return .success(()) }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let result { continuation.resume(with: result) } else { onSleep?() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelled.remove(number) }
  }
}
