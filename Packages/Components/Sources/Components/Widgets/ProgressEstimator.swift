/// Tells from how far something has come how fast it goes and how long it will still take.
///
/// The rate is smoothed twice over time, not over updates: what happened longer ago counts less, down to a tenth after
/// fifteen seconds, and how often updates come makes no difference. So neither bursts nor pauses make the time left
/// jump, and a stall makes it grow. Going back, as a retry does, starts anew. The clock is the caller's.
public struct ProgressEstimator: Hashable, Sendable {
  /// How many there are in all; nil if that is not known.
  public var total: Double?
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
