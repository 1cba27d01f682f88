import Foundation

/// What is probably meant by a number that is written in another way than with digits and a point.
enum PlainDecimal {
  /// The number with digits and a point, as `0.00000001` for `1e-8`, `1.5` for `1,5`, `1000.5` for `1,000.5` and `0.5` for `.5`.
  ///
  /// - Returns: Nil where nothing is likely. One comma before three digits may be a point or group digits, so that nobody
  ///   should be led to take it for either.
  static func form(of word: String) -> String? {
    guard let text = withoutCommas(word) else { return nil }
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    guard var number = parts.first.map(String.init) else { return nil }
    if number.hasPrefix(".") { number = "0" + number }
    if number.hasSuffix(".") { number.removeLast() }
    guard let digits = DecimalWord(number), digits.significantCount <= 38 else { return nil }
    guard parts.count == 2 else { return number }
    // Beyond that no number is meant, and `Decimal` holds none.
    guard let exponent = Int(parts[1]), (-100...100).contains(exponent) else { return nil }
    return Decimal(string: "\(number)e\(exponent)", locale: Locale(identifier: "en_US_POSIX"))?.description
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
