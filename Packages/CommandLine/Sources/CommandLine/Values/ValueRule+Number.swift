import Basics
public import Foundation

extension ValueRule where Value == Int {
  /// Returns a rule for whole decimal numbers in a range.
  public static func integer(in range: ClosedRange<Int>) -> Self {
    let expectation =
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): "a whole number"
      case (let lowest, .max): "a whole number of at least \(lowest)"
      case (.min, let highest): "a whole number of at most \(highest)"
      case (let lowest, let highest): "a whole number from \(lowest) to \(highest)"
      }
    // The number nearest to 1 is the least surprising example value.
    let example = String(min(max(1, range.lowerBound), range.upperBound))
    return Self(expectation: expectation, example: example) { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      guard let digits = DecimalDigits(word), !digits.hasPoint else {
        throw ValidationError("it is not a whole number")
      }
      guard let number = Int(word) else {
        throw ValidationError(digits.isNegative ? "it is too small" : "it is too large")
      }
      guard number >= range.lowerBound else { throw ValidationError("it is too small") }
      guard number <= range.upperBound else { throw ValidationError("it is too large") }
      return number
    }
  }

  /// Returns a rule for whole numbers with a lower bound.
  public static func integer(in range: PartialRangeFrom<Int>) -> Self {
    integer(in: range.lowerBound ... .max)
  }

  /// The rule for TCP ports, from 0 (any free port) to 65535 (RFC 9293, section 3.1: a 16-bit field).
  public static var port: Self {
    let rule = integer(in: 0...65_535)
    return Self(expectation: rule.expectation, example: "8000", parse: rule.parse)
  }

  /// Returns a rule for byte counts such as `500KB`, `256MB` or `1GB`, whose units are powers of 1,000 (ISO 80000-13).
  public static func byteCount(in range: ClosedRange<Int>) -> Self {
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
        throw ValidationError("it isn't a size")
      }
      let (count, isTooLarge) = number.multipliedReportingOverflow(by: size)
      guard count >= range.lowerBound || isTooLarge else { throw ValidationError("it is too small") }
      guard !isTooLarge, count <= range.upperBound else { throw ValidationError("it is too large") }
      return count
    }
  }
}

extension ValueRule where Value == Decimal {
  /// Returns a rule for exact decimal numbers, such as `0.25`, without exponents or digit grouping.
  ///
  /// A bound of `nil` means no limit.
  public static func decimal(
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
      guard let digits = DecimalDigits(word) else { throw ValidationError("it is not a decimal number") }
      // `Decimal` has 38 significant digits and silently rounds longer numbers, but monetary amounts must not be
      // rounded.
      guard digits.significantCount <= 38, digits.count <= 100 else {
        throw ValidationError("it has more than 38 digits")
      }
      guard let number = DecimalDigits.value(of: word), number.isFinite else {
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
        guard DecimalDigits(word) == nil, let plain = DecimalDigits.plainForm(of: word), (try? number(plain)) != nil
        else { throw error }
        throw ValidationError(error.reason, suggestion: plain)
      }
    }
  }
}

/// Byte counts as text, with powers of 1,000 as units (ISO 80000-13).
public enum ByteText {
  fileprivate static let units = [("B", 1), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)]

  /// Returns a rounded, human-readable byte count in the current regional format, such as `1.5 MB`.
  public static func text(_ count: Int) -> String {
    let identifier = if case .locale(let name) = RegionalFormat.current.numbers { name } else { "en_US_POSIX" }
    let units: ByteCountFormatStyle.Units = [.bytes, .kb, .mb, .gb]
    return Int64(count).formatted(
      .byteCount(style: .decimal, allowedUnits: units, spellsOutZero: false).locale(Locale(identifier: identifier))
    )
  }

  /// Returns an exact, parsable byte count in the largest unit that divides it, such as `256MB` or `1500KB`.
  public static func word(_ count: Int) -> String {
    for (unit, size) in units.dropFirst().reversed() where count >= size && count % size == 0 {
      return "\(count / size)\(unit)"
    }
    return "\(count)"
  }
}

/// A number in ASCII digits: an optional sign, digits, and an optional decimal point followed by digits.
private struct DecimalDigits {
  let isNegative: Bool
  let hasPoint: Bool
  let count: Int
  let significantCount: Int

  init?(_ word: String) {
    var rest = word.utf8[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let parts = rest.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
    else { return nil }
    hasPoint = parts.count == 2
    let digits = parts.joined()
    count = digits.count
    significantCount = digits.drop { $0 == UInt8(ascii: "0") }.count
  }

  static func value(of word: String) -> Decimal? {
    Decimal(string: word, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// Returns a number in plain decimal form, such as `1.5` for `1,5` or `15e-1`, or `nil` if the number is ambiguous.
  static func plainForm(of word: String) -> String? {
    guard let text = withoutCommas(word) else { return nil }
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    guard var number = parts.first.map(String.init) else { return nil }
    if number.hasPrefix(".") { number = "0" + number }
    if number.hasSuffix(".") { number.removeLast() }
    guard let digits = Self(number), digits.significantCount <= 38 else { return nil }
    guard parts.count == 2 else { return number }
    // Larger exponents are probably mistakes, and `Decimal` can't represent such numbers.
    guard let exponent = Int(parts[1]), (-100...100).contains(exponent) else { return nil }
    return value(of: "\(number)e\(exponent)")?.description
  }

  private static func withoutCommas(_ word: String) -> String? {
    let text = word.lowercased()
    guard text.contains(",") else { return text }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let whole = parts.last?.prefix { $0 != "." } ?? ""
    let isGrouped = parts.count > 2 || text.contains(".")
    if isGrouped {
      guard whole.count == 3, parts.dropFirst().dropLast().allSatisfy({ $0.count == 3 }) else { return nil }
      return parts.joined()
    }
    return whole.count == 3 ? nil : parts.joined(separator: ".")
  }
}
