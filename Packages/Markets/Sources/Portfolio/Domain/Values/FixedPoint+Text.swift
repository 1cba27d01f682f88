import Foundation

extension FixedPoint {
  enum Fault: Error {
    case notANumber
    case tooManyPlaces
    case tooLarge
  }

  /// Parses digits with an optional fraction (`12`, `0.5`).
  ///
  /// Signs, exponents and separators are errors.
  init(digits: UnsafeBufferPointer<UInt8>) throws(Fault) {
    var value: UInt64 = 0
    var point = -1
    let count = digits.count
    guard count <= 19 else {
      self = try FixedPoint.long(digits)
      return
    }
    for index in 0..<count {
      let digit = digits[index] &- 0x30
      if digit < 10 {
        value = value &* 10 &+ UInt64(digit)
      } else if digits[index] == UInt8(ascii: "."), point < 0, index > 0 {
        point = index
      } else {
        throw .notANumber
      }
    }
    guard count > 0, point != count - 1 else { throw .notANumber }
    let fraction = point < 0 ? 0 : count - 1 - point
    guard count - (point < 0 ? 0 : 1) <= 18 else {
      self = try FixedPoint.long(digits)
      return
    }
    units = Int128(value) * Int128(FixedPoint.powers[FixedPoint.places - fraction])
  }

  /// Parses any number of digits if all digits beyond the limits are zeros.
  static func long(
    _ digits: UnsafeBufferPointer<UInt8>,
    below limit: UInt128 = limit
  ) throws(Fault) -> FixedPoint {
    var value: UInt128 = 0
    var fraction = -1
    for (index, byte) in digits.enumerated() {
      if byte == UInt8(ascii: "."), fraction < 0, index > 0 {
        fraction = 0
        continue
      }
      guard 0x30...0x39 ~= byte else { throw .notANumber }
      let digit = UInt128(byte &- 0x30)
      if fraction == places {
        if digit != 0 { throw .tooManyPlaces }
        continue
      }
      value = value * 10 + digit
      guard value < limit else { throw .tooLarge }
      if fraction >= 0 { fraction += 1 }
    }
    guard digits.last != UInt8(ascii: ".") else { throw .notANumber }
    for _ in max(fraction, 0)..<places {
      value *= 10
      guard value < limit else { throw .tooLarge }
    }
    return FixedPoint(units: Int128(value))
  }

  static let powers: [UInt64] = (0...places).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }

  init(text: some StringProtocol) throws(Fault) {
    var bytes = Array(text.utf8)
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    let magnitude = try bytes.withUnsafeBufferPointer { digits throws(Fault) in try FixedPoint(digits: digits) }
    self = isNegative ? -magnitude : magnitude
  }

  /// Creates a number from a `Decimal`, or throws an error if the conversion isn't exact.
  init(_ decimal: Decimal) throws(Fault) {
    guard decimal.isFinite else { throw .notANumber }
    // The description contains all digits of the number, regardless of the locale.
    try self.init(text: decimal.description)
  }

  /// The number as text without an exponent or trailing zeros, such as `12`, `0.5` or `-3`.
  var text: String {
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: FixedPoint.unitsOfOne.magnitude)
    let sign = units < 0 ? "-" : ""
    guard fraction != 0 else { return sign + String(whole) }
    var digits = String(fraction)
    digits = String(repeating: "0", count: FixedPoint.places - digits.count) + digits
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  var decimal: Decimal {
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: FixedPoint.unitsOfOne.magnitude)
    var fraction = UInt64(truncatingIfNeeded: rest)
    var exponent = 0
    if fraction != 0 {
      exponent = -FixedPoint.places
      while fraction % 10 == 0 {
        fraction /= 10
        exponent += 1
      }
    }
    let significand = whole * UInt128(FixedPoint.powers[-exponent]) + UInt128(fraction)
    let high = UInt64(truncatingIfNeeded: significand >> 64)
    let sign: FloatingPointSign = units < 0 ? .minus : .plus
    let low = Decimal(UInt64(truncatingIfNeeded: significand))
    // A Decimal holds 128 bits, so this step is exact as well.
    let digits = high == 0 ? low : Decimal(high) * FixedPoint.twoToThe64 + low
    return Decimal(sign: sign, exponent: exponent, significand: digits)
  }

  private static let twoToThe64 = Decimal(UInt64.max) + 1
}
