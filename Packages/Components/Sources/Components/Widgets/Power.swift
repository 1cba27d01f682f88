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

  /// The power of ten that is not above a positive number, and its exponent.
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
