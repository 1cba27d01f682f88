/// An estimator for a task's rate and remaining time, based on its progress.
///
/// The rate is smoothed exponentially, twice, based on elapsed time. An observation's weight falls to a tenth after 15
/// seconds, regardless of the update frequency. As a result, bursts and pauses don't make the remaining time jump, but
/// a stall increases it. If the completed amount decreases, for example after a retry, the estimate restarts. The
/// caller provides the time.
public struct ProgressEstimator: Hashable, Sendable {
  var total: Double?
  /// The completed amount.
  public private(set) var completed: Double

  private var start: Duration
  private var lastChange: Duration
  private var smoothed = 0.0
  private var smoothedTwice = 0.0

  /// The number of seconds until an observation's weight has fallen to a tenth.
  private static let memory = 15.0

  /// Creates an estimator that starts at a given time.
  public init(total: Double?, completed: Double = 0, at time: Duration) {
    self.total = total
    self.completed = completed
    start = time
    lastChange = time
  }

  /// Records the amount completed at a given time, or at the time of the last update if that was later.
  public mutating func update(completed newValue: Double, at time: Duration) {
    guard newValue.isFinite else { return }
    if newValue < completed {
      self = ProgressEstimator(total: total, completed: newValue, at: max(time, lastChange))
      return
    }
    let seconds = Self.seconds(time - lastChange)
    // A rate requires elapsed time, so count this amount with the next update.
    guard seconds > 0, newValue > completed else { return }
    let rate = (newValue - completed) / seconds
    let weight = Self.weight(after: seconds)
    smoothed = smoothed * weight + rate * (1 - weight)
    // Early sums cover only part of the total weight. Dividing by that part turns them into averages.
    let share = 1 - Self.weight(after: Self.seconds(time - start))
    let average = share > 0 ? smoothed / share : rate
    smoothedTwice = smoothedTwice * weight + average * (1 - weight)
    completed = newValue
    lastChange = time
  }

  /// Returns the progress and the estimates at a given time.
  public func reading(at time: Duration) -> ProgressReading {
    let rate = rate(at: max(time, lastChange))
    var remaining: Duration?
    if let total, rate > 0 {
      let seconds = max(total - completed, 0) / rate
      // Estimates of more than a year are meaningless.
      if seconds < 31_536_000 { remaining = .seconds(seconds) }
    }
    return ProgressReading(
      completed: completed,
      total: total,
      rate: rate,
      elapsed: max(time - start, .zero),
      remaining: remaining
    )
  }

  private func rate(at time: Duration) -> Double {
    let share = 1 - Self.weight(after: Self.seconds(time - start))
    guard share > 0 else { return 0 }
    return smoothedTwice * Self.weight(after: Self.seconds(time - lastChange)) / share
  }

  private static func weight(after seconds: Double) -> Double { Power.tenth(raisedTo: seconds / memory) }

  private static func seconds(_ duration: Duration) -> Double { max(duration / .seconds(1), 0) }
}

/// A task's progress, rate and remaining time.
public struct ProgressReading: Hashable, Sendable {
  let completed: Double
  let total: Double?
  /// The completed amount per second, or 0 if it is unknown.
  let rate: Double
  let elapsed: Duration
  let remaining: Duration?

  init(
    completed: Double,
    total: Double?,
    rate: Double = 0,
    elapsed: Duration = .zero,
    remaining: Duration? = nil
  ) {
    self.completed = completed
    self.total = total
    self.rate = rate
    self.elapsed = elapsed
    self.remaining = remaining
  }

  /// The completed fraction from 0 to 1, or `nil` if it is unknown.
  var fraction: Double? {
    guard let total, total > 0, completed.isFinite, total.isFinite else { return nil }
    return min(max(completed / total, 0), 1)
  }
}

/// Powers and logarithms computed without the C library, accurate enough for smoothing and axis steps.
enum Power {
  /// Returns 0.1 raised to a nonnegative power, using division for its whole part and a series for its fraction.
  static func tenth(raisedTo exponent: Double) -> Double {
    guard exponent > 0 else { return 1 }
    guard exponent < 300 else { return 0 }
    var result = 1.0
    for _ in 0..<Int(exponent) { result /= 10 }
    let rest = -(exponent - exponent.rounded(.down)) * 2.302585092994046
    var term = 1.0
    var sum = 1.0
    for index in 1...24 {
      term *= rest / Double(index)
      sum += term
    }
    return result * sum
  }

  static func ofTen(below value: Double) -> (power: Double, exponent: Int) {
    var power = 1.0
    var exponent = 0
    while power * 10 <= value && exponent < 300 {
      power *= 10
      exponent += 1
    }
    while power > value && exponent > -300 {
      power /= 10
      exponent -= 1
    }
    return (power, exponent)
  }
}
