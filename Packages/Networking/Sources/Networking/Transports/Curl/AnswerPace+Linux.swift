#if os(Linux)
/// How soon the services asked of late answered, to tell whether it pays to wait for an answer on the spot.
///
/// Two threads that wake each other take longer than a service on this machine. One far away never counts as quick.
struct AnswerPace {
  /// How long to wait for each piece of an answer on the spot, in microseconds.
  static let patience: Int32 = 150
  /// How many pieces are waited for.
  static let rounds = 16

  private static let limit: UInt64 = 200_000
  /// A running mean in nanoseconds.
  private var mean: UInt64 = 10 * limit

  /// Whether an answer is likely to be there at once.
  var isQuick: Bool { mean < Self.limit }

  /// Notes how long a whole transfer took, in nanoseconds.
  mutating func note(_ duration: UInt64) {
    mean = (3 * mean + min(duration, 10 * Self.limit)) / 4
  }

  /// Notes that an answer was waited for in vain.
  mutating func noteDelay() { note(2 * Self.limit) }
}
#endif
