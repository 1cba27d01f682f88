import Foundation

/// The digits of a decimal number, exactly.
struct DecimalDigits {
  /// Whether there is a minus sign.
  var isNegative: Bool
  /// The digits as numbers, the most significant first, none of them a leading zero; empty for zero.
  var digits: [UInt8]
  /// The power of ten of the last digit.
  var exponent: Int

  /// Takes a number apart; `nil` for what is no number.
  init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    isNegative = value.isSignMinus
    exponent = value.exponent
    digits = []
    let significand = value.significand
    let number = (significand as NSDecimalNumber).int64Value
    // Up to 18 digits fit; that nothing was lost is checked, not assumed.
    if number >= 0, Decimal(number) == significand {
      var rest = UInt64(number)
      digits.reserveCapacity(20)
      while rest > 0 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
      digits.reverse()
    } else {
      digits = significand.description.utf8.compactMap { (0x30...0x39).contains($0) ? $0 - 0x30 : nil }
    }
  }

  /// How many digits stand before the decimal point; 0 or less for numbers below 1.
  var integerCount: Int { digits.isEmpty ? 0 : digits.count + exponent }

  /// Moves the decimal point to the left.
  mutating func divide(byPowerOfTen power: Int) { exponent -= power }

  /// Rounds to a number of decimals, a half to the even neighbour, as Foundation's formatters do.
  mutating func round(toDecimals decimals: Int) {
    let dropped = -exponent - decimals
    guard dropped > 0 else { return }
    guard dropped <= digits.count else {
      digits = []
      exponent = -decimals
      return
    }
    let kept = digits.count - dropped
    let first = digits[kept]
    let isHalf = first == 5 && digits[(kept + 1)...].allSatisfy { $0 == 0 }
    let isEven = kept == 0 || digits[kept - 1] % 2 == 0
    digits.removeSubrange(kept...)
    exponent = -decimals
    if first > 5 || (first == 5 && !(isHalf && isEven)) { increment() }
  }

  private mutating func increment() {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }
}
