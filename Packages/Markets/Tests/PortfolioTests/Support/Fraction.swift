import Foundation

/// An exact fraction, for comparison with rounded numbers; after an overflow, ``isExact`` is false.
struct Fraction {
  private(set) var numerator: Int128
  private(set) var denominator: Int128
  private(set) var isExact = true

  static let zero = Fraction(0)

  init(_ numerator: Int, over denominator: Int = 1) {
    self.numerator = Int128(numerator)
    self.denominator = Int128(denominator)
  }

  private init(_ numerator: (Int128, Bool), _ denominator: (Int128, Bool), _ isExact: Bool) {
    self.isExact = isExact && !numerator.1 && !denominator.1
    let divisor = self.isExact ? Fraction.greatestDivisor(numerator.0.magnitude, denominator.0.magnitude) : 1
    self.numerator = self.isExact ? numerator.0 / Int128(divisor) : 0
    self.denominator = self.isExact ? denominator.0 / Int128(divisor) : 1
  }

  private static func greatestDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return max(left, 1)
  }

  static func + (left: Fraction, right: Fraction) -> Fraction {
    let first = left.numerator.multipliedReportingOverflow(by: right.denominator)
    let second = right.numerator.multipliedReportingOverflow(by: left.denominator)
    let sum = first.partialValue.addingReportingOverflow(second.partialValue)
    let denominator = left.denominator.multipliedReportingOverflow(by: right.denominator)
    return Fraction(
      (sum.partialValue, first.overflow || second.overflow || sum.overflow),
      (denominator.partialValue, denominator.overflow),
      left.isExact && right.isExact
    )
  }

  static prefix func - (fraction: Fraction) -> Fraction { fraction * Fraction(-1) }

  static func - (left: Fraction, right: Fraction) -> Fraction { left + -right }

  static func * (left: Fraction, right: Fraction) -> Fraction {
    let numerator = left.numerator.multipliedReportingOverflow(by: right.numerator)
    let denominator = left.denominator.multipliedReportingOverflow(by: right.denominator)
    return Fraction(
      (numerator.partialValue, numerator.overflow),
      (denominator.partialValue, denominator.overflow),
      left.isExact && right.isExact
    )
  }

  /// Returns the quotient; the divisor must not be zero.
  static func / (left: Fraction, right: Fraction) -> Fraction {
    var inverse = right
    inverse.numerator = right.numerator < 0 ? -right.denominator : right.denominator
    inverse.denominator = right.numerator < 0 ? -right.numerator : right.numerator
    return left * inverse
  }

  var isPositive: Bool { numerator > 0 }

  static func < (left: Fraction, right: Fraction) -> Bool { (right - left).isPositive }

  /// Returns whether a rounded number equals this fraction, apart from the rounding errors of a few dozen steps.
  func isNear(_ decimal: Decimal) -> Bool {
    let exact = Double(numerator) / Double(denominator)
    return abs(exact - NSDecimalNumber(decimal: decimal).doubleValue) <= 1e-11 * max(1, abs(exact))
  }
}
