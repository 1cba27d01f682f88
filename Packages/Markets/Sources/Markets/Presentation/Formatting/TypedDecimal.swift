import Basics
import Foundation

/// Decimal numbers typed into forms, in the number format of the current locale.
///
/// The locale's decimal separator is always accepted. A point is also accepted, unless it is the locale's grouping
/// separator and the number could be grouped. In German, `1.5` means 1,5, but `1.500` could mean 1500 or 1,5 and is
/// refused. Groups are accepted where they can't be mistaken for decimals, such as `1,234.56` in English.
enum TypedDecimal {
  private enum Reading {
    case number(String)
    /// The text could be a whole number with groups, or a number with decimals.
    case ambiguous(whole: String, fraction: String)
    /// The text has a decimal separator other than the locale's.
    case foreignSeparator(String)
    case invalid
  }

  /// Returns the exact number; `nil` if the whole text isn't a number, or if it is ambiguous.
  static func number(_ word: String) -> Decimal? {
    guard case .number(let text) = reading(of: word) else { return nil }
    // Foundation ignores everything after the first invalid character, so `text` has already been checked.
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// Returns the reason why a number with separators is refused, as a sentence with the accepted form; `nil` for
  /// numbers and for text that doesn't resemble a number.
  static func problem(in word: String) -> String? {
    switch reading(of: word) {
    case .number, .invalid: nil
    case .ambiguous(let whole, let fraction): "“\(word)” could mean \(whole) or \(fraction). Enter one of the two."
    case .foreignSeparator(let text): "Use “\(separators.decimal)” as the decimal separator: \(text)."
    }
  }

  /// Returns a number in the format that forms accept: without groups, and with the locale's decimal separator.
  static func text(_ value: Decimal) -> String { example(value.description) }

  /// Returns a number such as `0.25` with the locale's decimal separator.
  static func example(_ text: String) -> String { text.replacing(".", with: separators.decimal) }

  private static var separators: (decimal: String, grouping: String) {
    let numbers = RegionalFormat.current.numbers
    // Formats other than the locale's vary with the currency. Forms that use them also show ISO dates, so points are
    // expected.
    guard case .locale = numbers else { return (".", ",") }
    let pattern = PriceFormatter(.aud, numbers: numbers).pattern
    return (pattern.decimalSeparator, plain(pattern.groupingSeparator))
  }

  private static func reading(of word: String) -> Reading {
    let (decimal, grouping) = separators
    let text = plain(word)
    guard text.utf8.count <= 40 else { return .invalid }
    let parts = text.split(separator: decimal, omittingEmptySubsequences: false)
    if parts.count == 2, isDigits(parts[1]), let head = whole(parts[0], grouping) {
      return .number(head + "." + parts[1])
    }
    if isDigits(text[...]) { return .number(text) }
    let groups = text.split(separator: grouping, omittingEmptySubsequences: false)
    if groups.count > 1, let joined = whole(text[...], grouping) {
      guard groups.count == 2, [".", ","].contains(grouping) else { return .number(joined) }
      return .ambiguous(whole: joined, fraction: groups.joined(separator: decimal))
    }
    for separator in [".", ","] where separator != decimal {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy(isDigits) else { continue }
      return separator == "."
        ? .number(parts.joined(separator: ".")) : .foreignSeparator(parts.joined(separator: decimal))
    }
    return .invalid
  }

  /// Returns the digits of a whole number with or without complete groups; `nil` for other text.
  ///
  /// The last group has three digits, and the others have two or three, because some locales group by lakhs. A leading
  /// zero means that the separator isn't a grouping separator.
  private static func whole(_ text: Substring, _ grouping: String) -> String? {
    if isDigits(text) { return String(text) }
    let groups = text.split(separator: grouping, omittingEmptySubsequences: false)
    guard groups.count > 1, groups.allSatisfy(isDigits), groups[0].first != "0", groups[0].count <= 3,
      groups.last?.count == 3, groups.dropFirst().allSatisfy({ (2...3).contains($0.count) })
    else { return nil }
    return groups.joined()
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns text with plain spaces and apostrophes, because keyboards lack the variants that locales use for grouping.
  private static func plain(_ text: String) -> String {
    String(text.map { $0 == "’" ? "'" : $0.isWhitespace ? " " : $0 })
  }
}
