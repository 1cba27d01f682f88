/// Tells from how far something has come how fast it goes and how long it will still take.
///
/// The rate is smoothed twice over time, not over updates: what happened longer ago counts less, down to a tenth after
/// fifteen seconds, and how often updates come makes no difference. So neither bursts nor pauses make the time left
/// jump, and a stall makes it grow. Going back, as a retry does, starts anew. The clock is the caller's.
public struct ProgressEstimator: Hashable, Sendable {
  /// How many there are in all; nil if that is not known.
  var total: Double?
  /// How many are done.
  public private(set) var completed: Double

  private var start: Duration
  private var lastChange: Duration
  private var smoothed = 0.0
  private var smoothedTwice = 0.0

  /// After this many seconds what happened counts a tenth.
  private static let memory = 15.0

  /// Starts at a time.
  public init(total: Double?, completed: Double = 0, at time: Duration) {
    self.total = total
    self.completed = completed
    start = time
    lastChange = time
  }

  /// Notes how many are done at a time; times that go backwards count as the last one.
  public mutating func update(completed newValue: Double, at time: Duration) {
    guard newValue.isFinite else { return }
    if newValue < completed {
      self = ProgressEstimator(total: total, completed: newValue, at: max(time, lastChange))
      return
    }
    let seconds = Self.seconds(time - lastChange)
    // Without time there is no rate: the change is added to the next one.
    guard seconds > 0, newValue > completed else { return }
    let rate = (newValue - completed) / seconds
    let weight = Self.weight(after: seconds)
    smoothed = smoothed * weight + rate * (1 - weight)
    // At the start little has been added up: dividing by the share that has makes an average of it.
    let share = 1 - Self.weight(after: Self.seconds(time - start))
    let average = share > 0 ? smoothed / share : rate
    smoothedTwice = smoothedTwice * weight + average * (1 - weight)
    completed = newValue
    lastChange = time
  }

  /// What can be said at a time.
  public func reading(at time: Duration) -> ProgressReading {
    let rate = rate(at: max(time, lastChange))
    var remaining: Duration?
    if let total, rate > 0 {
      let seconds = max(total - completed, 0) / rate
      // Beyond a year it is no estimate any more.
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

/// How far something has come, how fast it goes, and how long it will still take.
public struct ProgressReading: Hashable, Sendable {
  /// How many are done.
  let completed: Double
  /// How many there are in all; nil if that is not known.
  let total: Double?
  /// How many are done in a second; 0 if that is not known.
  let rate: Double
  /// The time since the start.
  let elapsed: Duration
  /// The time left; nil if that is not known.
  let remaining: Duration?

  /// Creates a reading.
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

  /// The share that is done, 0 to 1; nil if that is not known.
  var fraction: Double? {
    guard let total, total > 0, completed.isFinite, total.isFinite else { return nil }
    return min(max(completed / total, 0), 1)
  }
}

/// Powers and logarithms without the C library, exact enough for smoothing and for the steps of axes.
enum Power {
  /// A tenth raised to a power of at least 0.
  ///
  /// The whole part is a product; of the rest the exponential series converges in a few terms.
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
