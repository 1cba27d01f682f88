/// How often durations occurred, in a fixed amount of memory: exact to about 6 % from 1 µs to days.
///
/// Each power of two of microseconds is cut into 16 equal parts.
struct DurationHistogram: Sendable {
  private static let parts = 16
  private static let powers = 40
  private var counts = [UInt64](repeating: 0, count: parts * powers)
  private(set) var count: UInt64 = 0
  private(set) var maximum = Duration.zero

  mutating func record(_ duration: Duration) {
    counts[Self.index(of: duration)] += 1
    count += 1
    maximum = max(maximum, duration)
  }

  /// The duration that the given part of all stayed within; `nil` where there is none.
  func percentile(_ part: Double) -> Duration? {
    guard count > 0 else { return nil }
    let wanted = UInt64((Double(count) * min(max(part, 0), 1)).rounded(.up))
    var seen: UInt64 = 0
    for (index, number) in counts.enumerated() {
      seen += number
      if seen >= max(wanted, 1) { return min(Self.upperEnd(of: index), maximum) }
    }
    return maximum
  }

  private static func index(of duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let microseconds = max(0, seconds) * 1_000_000 + max(0, attoseconds) / 1_000_000_000_000
    guard microseconds >= Int64(parts) else { return Int(microseconds) }
    // The highest bit says which power, the four bits after it which part.
    let power = 63 - microseconds.leadingZeroBitCount
    let part = Int(microseconds >> (power - 4)) & (parts - 1)
    return min((power - 3) * parts + part, parts * powers - 1)
  }

  private static func upperEnd(of index: Int) -> Duration {
    guard index >= parts else { return .microseconds(index + 1) }
    let shift = index / parts - 1
    return .microseconds(Int64(parts + index % parts + 1) << Int64(shift))
  }
}
