/// A limit on retries as a share of recent requests, so that retries don't worsen an overload.
///
/// A limit per request isn't enough: with three attempts each, the load triples if every request fails. Several clients
/// of a service can share one budget.
public final class RetryBudget: Sendable {
  private let ratio: Double
  private let minimum: Double
  private let time: TimeSource
  private let window: Locked<SlidingWindow<Double>>

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - ratio: The number of retries allowed per request.
  ///   - minimumPerSecond: The number of additional retries per second, for clients that send few requests.
  ///   - window: The time for which past requests count toward the budget.
  ///   - clock: The clock for measuring the window.
  public init(
    ratio: Double = 0.2,
    minimumPerSecond: Double = 1,
    window: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    precondition(
      ratio >= 0 && minimumPerSecond >= 0 && window > .zero,
      "a retry budget needs a nonnegative ratio and minimum, and a positive window"
    )
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

  /// Takes a retry from the budget; returns `false` if it is used up.
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
