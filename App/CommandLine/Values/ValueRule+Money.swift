import Foundation

extension ValueRule where Value == String {
  /// The code of a currency, as `aud` or `btc`; given in lower case.
  ///
  /// ISO 4217 has three letters; those of coins, which services accept as well, have up to ten letters and digits.
  static var currency: Self {
    Self(expectation: "the code of a currency", example: "eur") { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      guard (2...10).contains(word.count), word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
        throw ValidationError("it is no code of 2 to 10 letters")
      }
      return word.lowercased()
    }
  }
}

extension ValueRule where Value == Int {
  /// A number of bytes with an optional unit: `500KB`, `256MB`, `1GB`; units are powers of 1,000 (ISO 80000-13).
  static func byteCount(in range: ClosedRange<Int>) -> Self {
    Self(
      expectation:
        "a size from \(ByteText.word(range.lowerBound)) to \(ByteText.word(range.upperBound)), such as 256MB",
      example: ByteText.word(range.lowerBound)
    ) { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      let unit = word[digits.endIndex...].uppercased()
      guard let number = Int(digits), let size = unit.isEmpty ? 1 : ByteText.units.first(where: { $0.0 == unit })?.1
      else {
        throw ValidationError("it is no size")
      }
      let (count, isTooLarge) = number.multipliedReportingOverflow(by: size)
      guard count >= range.lowerBound || isTooLarge else { throw ValidationError("it is too small") }
      guard !isTooLarge, count <= range.upperBound else { throw ValidationError("it is too large") }
      return count
    }
  }
}
