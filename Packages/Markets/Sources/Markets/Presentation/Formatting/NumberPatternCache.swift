import Foundation

/// The patterns that were needed so far.
///
/// `@unchecked Sendable`: `patterns` is guarded by `lock`.
final class NumberPatternCache: @unchecked Sendable {
  static let shared = NumberPatternCache()

  private struct Key: Hashable {
    let currency: CurrencyCode
    let locale: String
  }

  private let lock = NSLock()
  private var patterns: [Key: NumberPattern] = [:]

  /// The pattern of a currency in a locale; made with its first use.
  func pattern(_ currency: CurrencyCode, _ locale: Locale) -> NumberPattern {
    let key = Key(currency: currency, locale: locale.identifier)
    if let known = lock.withLock({ patterns[key] }) { return known }
    // Made outside the lock: two may do it at the same time, and get the same.
    let pattern = NumberPattern(currency: currency, locale: locale)
    lock.withLock { patterns[key] = pattern }
    return pattern
  }
}
