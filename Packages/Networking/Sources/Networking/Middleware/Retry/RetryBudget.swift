import Foundation

/// Keeps retries from making an overload worse: they may be a fraction of the requests of the last seconds, and no more.
///
/// A count per request does not do that: when every request of a service fails, three attempts each triple its load. Several clients of one
/// service can share a budget.
///
/// `@unchecked Sendable`: `slots` and `newest` are guarded by `lock`.
public final class RetryBudget: @unchecked Sendable {
  /// The retries that are allowed for each request.
  public let ratio: Double
  /// The retries per second that are allowed besides, so that a client that asks seldom may retry.
  public let minimumPerSecond: Double
  /// How far back requests are counted.
  public let window: Duration

  private static let slotCount = 10
  private let time: TimeSource
  private let lock = Lock()
  private var slots = [Double](repeating: 0, count: slotCount)
  private var newest = 0

  /// Makes a budget.
  ///
  /// - Parameters:
  ///   - ratio: The retries that are allowed for each request; a fifth, unless said otherwise.
  ///   - minimumPerSecond: The retries per second that are allowed besides.
  ///   - window: How far back requests are counted.
  ///   - clock: What that is measured with.
  public init(
    ratio: Double = 0.2,
    minimumPerSecond: Double = 1,
    window: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    precondition(ratio >= 0 && minimumPerSecond >= 0 && window > .zero, "a budget has no negative parts and a window")
    self.ratio = ratio
    self.minimumPerSecond = minimumPerSecond
    self.window = window
    time = TimeSource(clock)
  }

  /// Counts a request.
  func deposit() {
    lock.withLock {
      let slot = currentSlot()
      slots[slot] += ratio
    }
  }

  /// Takes a retry out; `false` where there is none.
  func withdraw() -> Bool {
    lock.withLock {
      let slot = currentSlot()
      guard slots.reduce(minimumPerSecond * window.seconds, +) >= 1 - 1e-9 else { return false }
      slots[slot] -= 1
      return true
    }
  }

  /// The slot of this moment, after those that are too old were emptied.
  private func currentSlot() -> Int {
    let now = Int(time.now.seconds / window.seconds * Double(Self.slotCount))
    if now > newest {
      for stale in max(newest + 1, now - Self.slotCount + 1)...now { slots[stale % Self.slotCount] = 0 }
      newest = now
    }
    return newest % Self.slotCount
  }
}
