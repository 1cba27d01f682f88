import Foundation

/// Decimal numbers as people type them: digits, and a point with digits after it.
enum TypedDecimal {
  /// The number, exactly; `nil` for anything else, which Foundation would read up to what it does not understand.
  static func number(_ word: String) -> Decimal? {
    let parts = word.utf8.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    guard word.utf8.count <= 40, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      return nil
    }
    return Decimal(string: word, locale: Locale(identifier: "en_US_POSIX"))
  }
}
