/// Limits retries to a share of the recent requests, so that they don't make an overload worse.
///
/// A limit per request isn't enough: if every request of a service fails, three attempts each triple its load. Several clients of one service can share
/// a budget.
public final class RetryBudget: Sendable {
  private let ratio: Double
  private let minimum: Double
  private let time: TimeSource
  private let window: Locked<SlidingWindow<Double>>

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - ratio: The allowed retries per request; 0.2 by default.
  ///   - minimumPerSecond: The retries per second that are allowed in addition, for clients that send few requests.
  ///   - window: The time for which requests are counted.
  ///   - clock: The clock for the window.
  public init(
    ratio: Double = 0.2,
    minimumPerSecond: Double = 1,
    window: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    precondition(ratio >= 0 && minimumPerSecond >= 0 && window > .zero, "a budget has no negative parts and a window")
    self.ratio = ratio
    minimum = minimumPerSecond * window.seconds
    time = TimeSource(clock)
    self.window = Locked(SlidingWindow(length: window, empty: 0))
  }

  func deposit() {
    let now = time.now
    window.withLock { window in
      window.advance(to: now)
      window.current += ratio
    }
  }

  /// Takes a retry out of the budget; `false` if it is used up.
  func withdraw() -> Bool {
    let now = time.now
    return window.withLock { window in
      window.advance(to: now)
      guard window.slots.reduce(minimum, +) >= 1 - 1e-9 else { return false }
      window.current -= 1
      return true
    }
  }
}
