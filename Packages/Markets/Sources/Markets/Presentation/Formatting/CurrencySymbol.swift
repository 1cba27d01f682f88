import Foundation

/// Symbols that distinguish currencies.
///
/// In their home countries, several currencies share a symbol: the dollars, the yen and the yuan, and the crowns. The
/// program displays `A$`, `US$` or `SEK` instead, but a locale's own currency keeps its symbol: with `en_US`, `$` is
/// the US dollar.
enum CurrencySymbol {
  private static let distinct = [
    "AUD": "A$", "USD": "US$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "MXN": "MX$", "TWD": "NT$",
    "JPY": "¥", "CNY": "CN¥", "SEK": "SEK", "NOK": "NOK", "DKK": "DKK",
  ]
  private static let home = [
    "AUD": "$", "USD": "$", "CAD": "$", "NZD": "$", "HKD": "$", "SGD": "$", "MXN": "$", "TWD": "$", "JPY": "¥",
    "CNY": "¥", "SEK": "kr", "NOK": "kr", "DKK": "kr.",
  ]

  static func distinct(_ currency: CurrencyCode) -> String? { distinct[currency.code] }

  /// Returns a currency's symbol in its home country if other currencies share that symbol; `nil` otherwise.
  static func home(_ currency: CurrencyCode) -> String? { home[currency.code] }
}
