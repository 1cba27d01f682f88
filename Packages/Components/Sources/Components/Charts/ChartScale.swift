/// Puts values of a range onto places 0, 1, 2 and so on.
struct ChartScale: Hashable {
  let lower: Double
  let upper: Double

  /// Creates a scale; nil for bounds that are no numbers or too far apart.
  ///
  /// Equal bounds are moved apart a little.
  init?(lower: Double, upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper, (upper - lower).isFinite else { return nil }
    let isFlat = upper - lower <= max(abs(lower), abs(upper)) * 1e-12
    let margin = isFlat ? (lower == 0 ? 1 : max(abs(lower) * 0.05, .leastNormalMagnitude)) : 0
    self.lower = lower - margin
    self.upper = upper + margin
    guard (self.upper - self.lower).isFinite, self.upper > self.lower else { return nil }
  }

  /// The place of a value among a number of places; values outside are put at the ends.
  @inline(__always)
  func place(of value: Double, count: Int) -> Int {
    let share = (value - lower) / (upper - lower)
    return Int((min(max(share, 0), 1) * Double(count - 1)).rounded())
  }

  /// The value of a place.
  func value(at place: Int, count: Int) -> Double {
    count > 1 ? lower + (upper - lower) * Double(place) / Double(count - 1) : lower
  }

  /// At most so many values in the range that are round: multiples of 1, 2 or 5 and a power of ten.
  ///
  /// - Returns: the values in rising order, and the decimals that they are written with.
  func roundValues(maximumCount: Int) -> (values: [Double], decimals: Int) {
    guard maximumCount > 0 else { return ([], 0) }
    let rough = (upper - lower) / Double(maximumCount)
    guard rough > 1e-290 else { return ([], 0) }
    var (power, exponent) = Power.ofTen(below: rough)
    var factor = 1.0
    while true {
      let step = factor * power
      // A bound that is a multiple but for the last digit counts as one.
      let first = (lower / step - 1e-9).rounded(.up)
      let last = (upper / step + 1e-9).rounded(.down)
      // Numbers so large that a step is less than their own exactness have no round neighbours.
      guard abs(first) < 1e15, abs(last) < 1e15, last >= first else { return ([], 0) }
      if last - first < Double(maximumCount) {
        let values = stride(from: first, through: last, by: 1).map { $0 * step }
        return (values, max(-exponent, 0))
      }
      switch factor {
      case 1: factor = 2
      case 2: factor = 5
      default:
        factor = 1
        power *= 10
        exponent += 1
      }
    }
  }
}
