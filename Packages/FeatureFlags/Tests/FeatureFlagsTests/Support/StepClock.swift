import Foundation

/// A clock that goes on when a test says so.
///
/// `@unchecked`: the variables are only touched while `lock` is held.
final class StepClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Duration { other.offset - offset }

    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  private var slept: [Duration] = []
  private let steps = AsyncStream<Void>.makeStream()
  private let sleeps = AsyncStream<Void>.makeStream()

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }
  /// How long each sleep was to last.
  var durations: [Duration] { lock.withLock { slept } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    lock.withLock { slept.append(deadline.offset - time.offset) }
    sleeps.continuation.yield()
    for await _ in steps.stream { break }
    try Task.checkCancellation()
    lock.withLock { time = deadline }
  }

  /// Waits until somebody sleeps and ends that sleep.
  func step() async {
    for await _ in sleeps.stream { break }
    steps.continuation.yield()
  }
}
