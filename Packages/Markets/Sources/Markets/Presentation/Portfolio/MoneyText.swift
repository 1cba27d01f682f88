import Foundation

/// Amounts of coins and money as people read and write them.
enum MoneyText {
  /// An amount of coins, exactly: with separators where that shows all of it.
  static func amount(_ value: Decimal) -> String {
    var exact = value
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, 8, .plain)
    return rounded == value ? PriceFormatter(.usd).quantity(value) : value.description
  }

  /// Money of any currency that the ledger may hold.
  static func money(_ value: Decimal, _ currency: String) -> String {
    guard let code = CurrencyCode(currency) else { return "\(value) \(currency.uppercased())" }
    return PriceFormatter(code).price(value)
  }

  /// A gain or a loss, with its sign.
  static func gain(_ value: Decimal, _ currency: String) -> String {
    guard let code = CurrencyCode(currency) else {
      return "\(value > 0 ? "+" : "")\(value) \(currency.uppercased())"
    }
    return PriceFormatter(code).change(value)
  }

  /// A share as percent with one decimal: `33.3 %`.
  static func share(_ value: Decimal) -> String {
    var percent = value * 100
    var rounded = Decimal()
    NSDecimalRound(&rounded, &percent, 1, .plain)
    return "\(rounded)\u{A0}%"
  }

  /// What somebody typed as a number; nothing is rounded.
  ///
  /// - Returns: The number; `nil` for anything but ASCII digits with one point at most, and at most 18 digits on either side of it.
  static func number(_ text: String) -> Decimal? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
