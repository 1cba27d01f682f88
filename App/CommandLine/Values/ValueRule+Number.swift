import Foundation

extension ValueRule where Value == Int {
  /// A whole number in decimal digits, within a range (ends included).
  static func integer(in range: ClosedRange<Int>) -> Self {
    let expectation =
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): "a whole number"
      case (let lowest, .max): "a whole number, at least \(lowest)"
      case (.min, let highest): "a whole number, at most \(highest)"
      case (let lowest, let highest): "a whole number from \(lowest) to \(highest)"
      }
    // The bound nearest to 1 is the example that people will find least odd.
    let example = String(min(max(1, range.lowerBound), range.upperBound))
    return Self(expectation: expectation, example: example) { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      guard let digits = DecimalWord(word), !digits.hasPoint else { throw ValidationError("it is not a whole number") }
      guard let number = Int(word) else {
        throw ValidationError(digits.isNegative ? "it is too small" : "it is too large")
      }
      guard number >= range.lowerBound else { throw ValidationError("it is too small") }
      guard number <= range.upperBound else { throw ValidationError("it is too large") }
      return number
    }
  }

  /// A whole number, at least as large as the bound.
  static func integer(in range: PartialRangeFrom<Int>) -> Self {
    integer(in: range.lowerBound ... .max)
  }

  /// A TCP port: 0 (any free port) to 65535 (RFC 9293, section 3.1: a field of 16 bits).
  static var port: Self {
    let rule = integer(in: 0...65_535)
    return Self(expectation: rule.expectation, example: "8000", parse: rule.parse)
  }
}

extension ValueRule where Value == Decimal {
  /// An exact decimal number such as `0.25`, without exponent or grouping.
  ///
  /// A bound that is nil is none; the upper one is allowed itself.
  static func decimal(
    from lowest: Decimal? = nil,
    isLowestIncluded: Bool = true,
    to highest: Decimal? = nil
  ) -> Self {
    var bounds: [String] = []
    if let lowest { bounds.append((isLowestIncluded ? "at least " : "more than ") + lowest.description) }
    if let highest { bounds.append("at most " + highest.description) }
    let expectation = (["a decimal number"] + [bounds.joined(separator: " and ")].filter { !$0.isEmpty })
      .joined(separator: ", ")
    let example = highest.map { min($0, Decimal(string: "1.5") ?? $0) } ?? max(lowest ?? 0, 0) + 1
    @Sendable func number(_ word: String) throws(ValidationError) -> Decimal {
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      guard let digits = DecimalWord(word) else { throw ValidationError("it is not a decimal number") }
      // `Decimal` holds 38 significant digits and rounds silently beyond; an amount of money must not be rounded.
      guard digits.significantCount <= 38, digits.count <= 100 else {
        throw ValidationError("it has more than 38 digits")
      }
      guard let number = Decimal(string: word, locale: Locale(identifier: "en_US_POSIX")), number.isFinite else {
        throw ValidationError("it is not a decimal number")
      }
      if let lowest, isLowestIncluded ? number < lowest : number <= lowest { throw ValidationError("it is too small") }
      if let highest, number > highest { throw ValidationError("it is too large") }
      return number
    }
    return Self(expectation: expectation, example: example.description) { word throws(ValidationError) in
      do throws(ValidationError) {
        return try number(word)
      } catch {
        guard DecimalWord(word) == nil, let plain = PlainDecimal.form(of: word), (try? number(plain)) != nil else {
          throw error
        }
        throw ValidationError(error.reason, suggestion: plain)
      }
    }
  }
}
