import Foundation

extension FixedPoint {
  /// Takes over a number from outside, such as a price of a service, rounded to 18 decimal places (half to even); `nil`
  /// for numbers that are not finite or 10¹⁸ or larger.
  init?(rounding decimal: Decimal) {
    guard decimal.isFinite else { return nil }
    var exact = decimal
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, FixedPoint.places, .bankers)
    do throws(Fault) {
      try self.init(rounded)
    } catch {
      return nil
    }
  }

  /// Takes over a sum that was made of numbers like this one, which may have 20 digits before the point.
  init?(sum decimal: Decimal) {
    let text = decimal.description
    let isNegative = text.hasPrefix("-")
    let digits = Array((isNegative ? text.dropFirst() : text[...]).utf8)
    let magnitude: FixedPoint
    do throws(Fault) {
      magnitude = try digits.withUnsafeBufferPointer { digits throws(Fault) in
        try FixedPoint.long(digits, below: FixedPoint.limit * 100)
      }
    } catch {
      return nil
    }
    self = isNegative ? -magnitude : magnitude
  }
}
