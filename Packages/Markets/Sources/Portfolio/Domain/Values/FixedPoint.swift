package import Foundation

/// An exact number with 18 decimal places, enough for the smallest unit of any coin (the wei of ERC-20 tokens).
///
/// Addition takes one or two instructions. ``LedgerLimits`` keeps sums within the range.
struct FixedPoint: Sendable, Hashable {
  static let places = 18
  static let unitsOfOne: Int128 = 1_000_000_000_000_000_000
  static let zero = FixedPoint(units: 0)

  var units: Int128

  var isZero: Bool { units == 0 }
  var isPositive: Bool { units > 0 }
  var isNegative: Bool { units < 0 }

  static func + (left: FixedPoint, right: FixedPoint) -> FixedPoint { FixedPoint(units: left.units + right.units) }

  static func - (left: FixedPoint, right: FixedPoint) -> FixedPoint { FixedPoint(units: left.units - right.units) }

  static prefix func - (number: FixedPoint) -> FixedPoint { FixedPoint(units: -number.units) }

  static func += (left: inout FixedPoint, right: FixedPoint) { left.units += right.units }

  static func -= (left: inout FixedPoint, right: FixedPoint) { left.units -= right.units }

  /// Returns the product, rounded half to even; `nil` if its magnitude is 10¹⁸ or more.
  func multiplied(by factor: FixedPoint) -> FixedPoint? {
    scaled(
      by: factor.units.magnitude,
      over: FixedPoint.unitsOfOne.magnitude,
      isNegative: isNegative != factor.isNegative
    )
  }

  /// Returns this number × `part` / `whole`, rounded half to even; `part` must be from 0 to `whole`.
  func share(_ part: FixedPoint, of whole: FixedPoint) -> FixedPoint {
    if part == whole { return self }
    return scaled(
      by: part.units.magnitude,
      over: whole.units.magnitude,
      isNegative: isNegative,
      below: .max >> 1
    ) ?? .zero
  }

  /// Returns the quotient, rounded half to even; `nil` if the divisor is zero or the magnitude is 10¹⁸ or more.
  func divided(by divisor: FixedPoint) -> FixedPoint? {
    scaled(
      by: FixedPoint.unitsOfOne.magnitude,
      over: divisor.units.magnitude,
      isNegative: isNegative != divisor.isNegative
    )
  }

  /// Returns this number × `factor` / `divisor`, calculated with full precision and rounded once.
  private func scaled(
    by factor: UInt128,
    over divisor: UInt128,
    isNegative: Bool,
    below limit: UInt128 = limit
  ) -> FixedPoint? {
    guard divisor != 0 else { return nil }
    let product = units.magnitude.multipliedFullWidth(by: factor)
    guard product.high < divisor else { return nil }
    var (quotient, remainder) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: divisor)
      : divisor.dividingFullWidth((product.high, product.low))
    let rest = divisor - remainder
    if remainder > rest || (remainder == rest && quotient & 1 == 1) { quotient += 1 }
    guard quotient < limit else { return nil }
    return FixedPoint(units: isNegative ? -Int128(quotient) : Int128(quotient))
  }

  /// The number 10¹⁸, in units; each number in the ledger has a smaller magnitude.
  static let limit: UInt128 = FixedPoint.unitsOfOne.magnitude * FixedPoint.unitsOfOne.magnitude

  /// An approximation for checking limits, never for money; converting the `Int128` directly would take a microsecond.
  var estimate: Double {
    let high = Double(UInt64(truncatingIfNeeded: units.magnitude &>> 64))
    let low = Double(UInt64(truncatingIfNeeded: units.magnitude))
    let value = (high * 0x1p64 + low) * 1e-18
    return units < 0 ? -value : value
  }
}

extension FixedPoint: Comparable {
  static func < (left: FixedPoint, right: FixedPoint) -> Bool { left.units < right.units }
}

extension FixedPoint {
  /// Creates a number by rounding an external number to 18 decimal places, half to even; `nil` unless the number is
  /// finite and below 10¹⁸.
  init?(rounding decimal: Decimal) {
    guard decimal.isFinite else { return nil }
    do throws(Fault) {
      try self.init(decimal.rounded(toPlaces: FixedPoint.places))
    } catch {
      return nil
    }
  }

  /// Creates a number from a sum of fixed-point numbers; the sum can have up to 20 digits before the decimal point.
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

extension Decimal {
  /// Returns the number with at most `places` decimal places, rounded half to even by default.
  package func rounded(toPlaces places: Int, _ mode: NSDecimalNumber.RoundingMode = .bankers) -> Decimal {
    var exact = self
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, places, mode)
    return rounded
  }
}
