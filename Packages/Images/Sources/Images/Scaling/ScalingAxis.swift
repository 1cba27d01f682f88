/// Which pixels of a row (or column) make each pixel of a new one, and with what weight.
///
/// Where there are fewer new pixels than old ones, each is the mean of the area that it covers. Where there are more, they
/// lie on curves through the old ones: the cubic convolution of Keys (1981) with a = −1/2, also called Catmull-Rom.
struct ScalingAxis {
  /// The first old pixel of each new one.
  private(set) var first: [Int] = []
  /// The weights, ``taps`` for each new pixel.
  private(set) var weights: [Float] = []
  /// How many old pixels a new one is made of at most.
  let taps: Int

  /// - Parameters:
  ///   - size: The number of old pixels.
  ///   - start: Where the part begins that is wanted, in old pixels.
  ///   - length: How long it is.
  ///   - count: The number of new pixels.
  init(size: Int, start: Double, length: Double, count: Int) {
    let step = length / Double(count)
    taps = min(size, step >= 1 ? Int(step.rounded(.up)) + 1 : 4)
    first.reserveCapacity(count)
    weights.reserveCapacity(count * taps)
    for index in 0..<count {
      let begin = start + Double(index) * step
      append(step >= 1 ? Self.area(from: begin, to: begin + step) : Self.curve(at: begin + step / 2 - 0.5), size)
    }
  }

  /// Adds a new pixel's weights.
  ///
  /// What lies outside counts for the border.
  private mutating func append(_ part: (first: Int, weights: [Double]), _ size: Int) {
    let begin = min(max(part.first, 0), size - taps)
    var inside = [Double](repeating: 0, count: taps)
    for (offset, weight) in part.weights.enumerated() {
      let place = min(max(part.first + offset, 0), size - 1)
      // Rounding may give a pixel behind the last one a weight of nearly zero.
      inside[min(place - begin, taps - 1)] += weight
    }
    let sum = inside.reduce(0, +)
    first.append(begin)
    weights += inside.map { Float($0 / sum) }
  }

  private static func area(from begin: Double, to end: Double) -> (first: Int, weights: [Double]) {
    let first = Int(begin.rounded(.down))
    let last = max(first, Int(end.rounded(.up)) - 1)
    return (first, (first...last).map { min(end, Double($0) + 1) - max(begin, Double($0)) })
  }

  private static func curve(at place: Double) -> (first: Int, weights: [Double]) {
    let before = place.rounded(.down)
    let t = place - before
    let weights = [
      ((2 - t) * t - 1) * t / 2,
      ((3 * t - 5) * t * t + 2) / 2,
      ((4 - 3 * t) * t + 1) * t / 2,
      (t - 1) * t * t / 2,
    ]
    return (Int(before) - 1, weights)
  }
}
