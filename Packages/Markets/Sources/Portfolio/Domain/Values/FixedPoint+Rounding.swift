import Foundation

extension FixedPoint {
  /// Takes over a number from outside, such as a price of a service, rounded to 18 decimal places (half to even); `nil` for numbers that are
  /// not finite or 10¹⁸ or larger.
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
}
