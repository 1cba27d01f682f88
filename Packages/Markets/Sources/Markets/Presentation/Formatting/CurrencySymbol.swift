import Foundation

/// Symbols that distinguish currencies.
///
/// In their own countries, the dollars, the yen and the yuan, and the crowns share their symbols. The program displays
/// `A$`, `US$` or `SEK` instead, but a locale's own currency keeps its symbol: with `en_US`, `$` is the US dollar.
enum CurrencySymbol {
  private static let distinct = [
    "AUD": "A$", "USD": "US$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "MXN": "MX$", "TWD": "NT$",
    "JPY": "¥", "CNY": "CN¥", "SEK": "SEK", "NOK": "NOK", "DKK": "DKK",
  ]
  private static let home = [
    "AUD": "$", "USD": "$", "CAD": "$", "NZD": "$", "HKD": "$", "SGD": "$", "MXN": "$", "TWD": "$", "JPY": "¥",
    "CNY": "¥", "SEK": "kr", "NOK": "kr", "DKK": "kr.",
  ]

  /// Returns the distinct symbol of a currency that could be mistaken for another one; `nil` for other currencies.
  static func distinct(_ currency: CurrencyCode) -> String? { distinct[currency.code] }

  /// Returns the symbol of a currency in its own country if other currencies share it; `nil` for other currencies.
  static func home(_ currency: CurrencyCode) -> String? { home[currency.code] }
}
