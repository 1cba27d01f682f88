/// The curve between stored numbers and light (IEC 61966-2-1): adding up light is right, adding up numbers is too dark.
enum SRGBCurve {
  /// The light, from 0 to 1, of each stored number.
  static let light: [Float] = (0..<256).map { Float(light(Double($0) / 255)) }
  /// The light from which on the next number is nearer.
  static let thresholds: [Float] = (0..<256).map { $0 < 255 ? Float(light((Double($0) + 0.5) / 255)) : .infinity }
  /// The highest number that light of so many parts can have; a step or two too low at most.
  static let numbers: [UInt8] = {
    var number = 0
    return (0...parts).map { part in
      while Float(part) / Float(parts) >= thresholds[number] { number += 1 }
      return UInt8(number)
    }
  }()
  static let parts = 4096

  private static func light(_ number: Double) -> Double {
    if number <= 0.04045 { return number / 12.92 }
    // The power of 2.4 is the square times the fifth root of the square, found by Newton's method from above.
    let square = (number + 0.055) / 1.055 * ((number + 0.055) / 1.055)
    var root = 1.0
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (fourth * root - square) / (5 * fourth)
    }
    return square * root
  }
}
