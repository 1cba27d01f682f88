public import Foundation

/// A clock that stands still until a test moves it, so that nothing waits for real.
///
/// ```swift
/// let clock = TestClock()
/// let retrier = RequestRetrier(clock: clock)
/// async let response = client.send(endpoint)
/// await clock.waitForSleepers()       // the first attempt has failed, the retrier waits
/// clock.advance(by: .seconds(1))      // the second attempt is made
/// ```
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
public final class TestClock: Clock, @unchecked Sendable {
  /// A moment of this clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the left moment is earlier.
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

  private let lock = NSLock()
  private let startDate: Date
  private var current = Instant(offset: .zero)
  private var sleepers: [Int: Sleeper] = [:]
  private var cancelled: Set<Int> = []
  private var lastNumber = 0
  private var observers: [Observer] = []

  /// Makes a clock that stands at zero.
  ///
  /// - Parameter date: The time of day that ``date`` starts with.
  public init(date: Date = Date(timeIntervalSince1970: 1_700_000_000)) { startDate = date }

  /// The moment at which the clock stands.
  public var now: Instant { lock.withLock { current } }

  /// The time of day, which moves along.
  public var date: Date {
    let (seconds, attoseconds) = now.offset.components
    return startDate.addingTimeInterval(TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18)
  }

  /// None: it is exact.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep now.
  public var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// The times at which the sleeping tasks are due, from now, the next one first.
  public var sleepTimes: [Duration] {
    lock.withLock { sleepers.values.map { current.duration(to: $0.deadline) }.sorted() }
  }

  /// Sleeps until the clock was moved there.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue(Sleeper(number: number, deadline: deadline, continuation: $0)) }
    } onCancel: {
      cancel(number)
    }
    guard isDue else { throw CancellationError() }
  }

  /// Moves the clock, and wakes those whose time has come in the order of their deadlines.
  ///
  /// Woken tasks go on concurrently: wait for what they do, or with ``waitForSleepers(_:)`` until they sleep again.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time does not run backwards")
    let due = lock.withLock {
      current = current.advanced(by: duration)
      let due = sleepers.values.filter { $0.deadline <= current }
        .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
      for sleeper in due { sleepers[sleeper.number] = nil }
      return due
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }

  /// Waits until that many tasks sleep.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = lock.withLock {
        if sleepers.count >= count { return true }
        observers.append(Observer(count: count, continuation: continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func enqueue(_ sleeper: Sleeper) {
    let (isDue, satisfied) = lock.withLock { () -> (Bool?, [Observer]) in
      if cancelled.remove(sleeper.number) != nil { return (false, []) }
      if sleeper.deadline <= current { return (true, []) }
      sleepers[sleeper.number] = sleeper
      let satisfied = observers.filter { $0.count <= sleepers.count }
      observers.removeAll { $0.count <= sleepers.count }
      return (nil, satisfied)
    }
    if let isDue { sleeper.continuation.resume(returning: isDue) }
    for observer in satisfied { observer.continuation.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = lock.withLock { () -> Sleeper? in
      if let sleeper = sleepers.removeValue(forKey: number) { return sleeper }
      cancelled.insert(number)
      return nil
    }
    sleeper?.continuation.resume(returning: false)
  }
}
