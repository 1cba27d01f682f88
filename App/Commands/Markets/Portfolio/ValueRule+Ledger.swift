import Foundation
import Portfolio

extension ValueRule where Value == Decimal {
  /// A number that the ledger keeps exactly: within its digits before and after the decimal point.
  static func ledgerNumber(from lowest: Decimal = 0, isLowestIncluded: Bool = true) -> Self {
    let number = ValueRule.decimal(from: lowest, isLowestIncluded: isLowestIncluded)
    let (whole, places) = (LedgerLimits.wholeDigits, LedgerLimits.decimalPlaces)
    let limit = Decimal(sign: .plus, exponent: whole, significand: 1)
    return Self(
      expectation: "\(number.expectation), with at most \(whole) digits before and \(places) after the decimal point",
      example: number.example
    ) { word throws(ValidationError) in
      let value = try number.parse(word)
      guard value < limit else { throw ValidationError("it has more than \(whole) digits before the decimal point") }
      var (exact, rounded) = (value, Decimal())
      NSDecimalRound(&rounded, &exact, places, .plain)
      guard rounded == value else { throw ValidationError("it has more than \(places) digits after the decimal point") }
      return value
    }
  }
}
