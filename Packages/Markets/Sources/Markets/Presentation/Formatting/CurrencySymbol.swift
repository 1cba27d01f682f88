import Foundation

/// Symbols that tell currencies apart.
///
/// The dollars, yen and yuan, and the crowns share their symbols at home. A person reads `A$`, `US$` or `SEK`, except that a
/// locale's own currency keeps its symbol: with `en_US`, `$` is the US dollar.
enum CurrencySymbol {
  private static let distinct = [
    "AUD": "A$", "USD": "US$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "MXN": "MX$", "TWD": "NT$",
    "JPY": "¥", "CNY": "CN¥", "SEK": "SEK", "NOK": "NOK", "DKK": "DKK",
  ]
  private static let home = [
    "AUD": "$", "USD": "$", "CAD": "$", "NZD": "$", "HKD": "$", "SGD": "$", "MXN": "$", "TWD": "$", "JPY": "¥",
    "CNY": "¥", "SEK": "kr", "NOK": "kr", "DKK": "kr.",
  ]

  /// Returns the symbol of a currency that others could be mistaken for; nil for others.
  static func distinct(_ currency: CurrencyCode) -> String? { distinct[currency.code] }

  /// Returns the symbol of a currency in its own country, if it is shared; nil for others.
  static func home(_ currency: CurrencyCode) -> String? { home[currency.code] }
}
