/// How far something has come, how fast it goes, and how long it will still take.
public struct ProgressReading: Hashable, Sendable {
  /// How many are done.
  public let completed: Double
  /// How many there are in all; nil if that is not known.
  public let total: Double?
  /// How many are done in a second; 0 if that is not known.
  public let rate: Double
  /// The time since the start.
  public let elapsed: Duration
  /// The time left; nil if that is not known.
  public let remaining: Duration?

  /// Creates a reading.
  public init(
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
  public var fraction: Double? {
    guard let total, total > 0, completed.isFinite, total.isFinite else { return nil }
    return min(max(completed / total, 0), 1)
  }
}
