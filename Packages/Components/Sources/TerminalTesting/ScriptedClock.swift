import Foundation

/// A clock that stands still until a test moves it.
public final class ScriptedClock: Clock, @unchecked Sendable {
  // The lock protects the time and those who sleep.

  /// A time of the clock: how far it was moved since it was made.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the clock was made.
    public let elapsed: Duration

    /// Orders by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }

    /// The time after a while.
    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

    /// The time from this to another one.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = NSLock()
  private var time = Instant(elapsed: .zero)
  private var sleepers: [Int: Sleeper] = [:]
  private var cancelled: Set<Int> = []
  private var lastNumber = 0

  /// Creates a clock.
  public init() {}

  /// The time that it shows.
  public var now: Instant { lock.withLock { time } }

  /// The times that somebody sleeps until, the earliest first: what a test looks at that must not move the clock too early.
  public var deadlines: [Instant] { lock.withLock { sleepers.values.map(\.deadline).sorted() } }

  /// Nothing is shorter than what it can show.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock, and wakes those whose time has come, the earliest first.
  public func advance(by duration: Duration) {
    let due = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= time }
      for number in due.keys { sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until the clock was moved to a time; throws `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = lock.withLock {
          if cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= time { return .success(()) }
          sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = lock.withLock {
        let sleeper = sleepers.removeValue(forKey: number)
        if sleeper == nil { cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    _ = lock.withLock { cancelled.remove(number) }
  }
}
