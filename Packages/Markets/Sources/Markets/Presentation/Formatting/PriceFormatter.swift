public import Basics
public import Foundation

/// A formatter for exact amounts in one currency, without floating point.
///
/// The formatter is a value without references, so any number of threads can share it.
///
/// ```swift
/// let formatter = PriceFormatter(.aud)
/// formatter.price(88_047.57)     // $88,047.57; A$88,047.57 with RegionalFormat.posix
/// formatter.compact(1_234_567)   // $1.2 M
/// ```
public struct PriceFormatter: Sendable {
  let currency: CurrencyCode

  let pattern: NumberPattern
  /// Whether other currencies may use the same symbol, which is assumed for piped output.
  let hasSharedSymbol: Bool

  /// Creates a formatter, which uses the current task's number format by default.
  public init(_ currency: CurrencyCode, numbers: RegionalFormat.Numbers = RegionalFormat.current.numbers) {
    self.currency = currency
    pattern = NumberPatternCache.shared.pattern(currency, numbers)
    hasSharedSymbol = numbers == .stable
  }

  init(_ currency: CurrencyCode, pattern: NumberPattern) {
    self.currency = currency
    self.pattern = pattern
    hasSharedSymbol = false
  }

  /// Returns a price with its currency.
  ///
  /// A price of at least 1 has two decimal places, a price of at least 0.01 has two to four, and a lower price has two
  /// to eight.
  public func price(_ value: Decimal) -> String {
    guard let number = rounded(value) else { return fallback }
    return pattern.text(of: number, minimumDecimals: 2)
  }

  /// Returns a price, with its currency code if the symbol alone would be ambiguous.
  func namedPrice(_ value: Decimal) -> String { hasSharedSymbol ? "\(price(value)) \(currency.code)" : price(value) }

  /// Returns a price, or a dash for `nil`.
  public func price(_ value: Decimal?) -> String { value.map { price($0) } ?? Self.missing }

  func plainPrice(_ value: Decimal?) -> String {
    guard let value, let number = rounded(value) else { return Self.missing }
    return pattern.text(of: number, minimumDecimals: 2, hasCurrency: false)
  }

  func number(_ value: Decimal?) -> String {
    guard let value, var number = DecimalDigits(value) else { return Self.missing }
    number.round(toDecimals: 2)
    return pattern.text(of: number, minimumDecimals: 2, hasCurrency: false)
  }

  private func rounded(_ value: Decimal) -> DecimalDigits? {
    guard var number = DecimalDigits(value) else { return nil }
    // The position of the first nonzero digit determines the number of places. In 0.01, it is the second decimal place.
    number.round(toDecimals: number.integerCount > 0 ? 2 : number.integerCount >= -1 ? 4 : 8)
    return number
  }

  /// Returns a price change in the format of ``price(_:)-(Decimal)``, with a plus or minus sign.
  func change(_ value: Decimal) -> String {
    let text = price(value)
    return value > 0 && !value.isNaN && text != fallback ? "+" + text : text
  }

  /// Returns a short amount, such as `$1.2 T`, with at most three digits and one decimal place.
  ///
  /// An amount below a thousand is formatted as a price.
  func compact(_ value: Decimal) -> String {
    guard let number = DecimalDigits(value) else { return fallback }
    guard let (short, unit) = Self.shortened(number) else { return price(value) }
    return pattern.text(of: short, minimumDecimals: 0, unit: unit)
  }

  func compact(_ value: Decimal?) -> String { value.map { compact($0) } ?? Self.missing }

  /// Returns a short exact amount, such as `$136.25 K`; `nil` below a thousand, or if two decimal places aren't enough.
  func exactCompact(_ value: Decimal) -> String? {
    guard let number = DecimalDigits(value), let unit = Self.units.first(where: { number.integerCount > $0.power })
    else { return nil }
    var short = number
    short.divide(byPowerOfTen: unit.power)
    let lost = max(-short.exponent - 2, 0)
    guard short.digits.suffix(lost).allSatisfy({ $0 == 0 }) else { return nil }
    short.round(toDecimals: 2)
    return pattern.text(of: short, minimumDecimals: 0, unit: unit.name)
  }

  /// Returns a shortened number without a currency, such as a supply.
  func compactCount(_ value: Decimal?) -> String {
    guard let value, var number = DecimalDigits(value) else { return Self.missing }
    guard let (short, unit) = Self.shortened(number) else {
      number.round(toDecimals: 2)
      return pattern.text(of: number, minimumDecimals: 0, hasCurrency: false)
    }
    return pattern.text(of: short, minimumDecimals: 0, unit: unit, hasCurrency: false)
  }

  /// Returns a change in percent with its sign and two decimal places, such as `+2.41 %`, or a dash for `nil`.
  func percent(_ value: Decimal?) -> String {
    guard let value, var number = DecimalDigits(value) else { return Self.missing }
    number.round(toDecimals: 2)
    return pattern.text(of: number, minimumDecimals: 2, unit: "\u{A0}%", hasCurrency: false, showsPlus: true)
  }

  /// Returns a number of coins with all its decimal places, up to eight.
  func quantity(_ value: Decimal) -> String {
    guard var number = DecimalDigits(value) else { return Self.missing }
    number.round(toDecimals: 8)
    return pattern.text(of: number, minimumDecimals: 0, hasCurrency: false)
  }

  /// The text for an amount that can't be formatted: zero in the currency, such as `$0.00`.
  var fallback: String { DecimalDigits(0).map { pattern.text(of: $0, minimumDecimals: 2) } ?? "0.00" }

  static let missing = "–"

  private static let units: [(power: Int, name: String)] = [
    (12, "\u{A0}T"), (9, "\u{A0}B"), (6, "\u{A0}M"), (3, "\u{A0}K"),
  ]

  private static func shortened(_ number: DecimalDigits) -> (DecimalDigits, String)? {
    for (index, unit) in units.enumerated().reversed() where number.integerCount <= unit.power + 3 || index == 0 {
      guard number.integerCount > unit.power else {
        // With one decimal place, 999.96 would round to 1 K, but a price has two decimal places.
        return nil
      }
      var short = number
      short.divide(byPowerOfTen: unit.power)
      short.round(toDecimals: short.integerCount >= 3 ? 0 : 1)
      guard short.integerCount > 3, index > 0 else { return (short, unit.name) }
      short.divide(byPowerOfTen: 3)
      return (short, units[index - 1].name)
    }
    return nil
  }

}

/// A cache of patterns by currency and format, each read from Foundation once.
final class NumberPatternCache: Sendable {
  static let shared = NumberPatternCache()

  private struct Key: Hashable {
    let currency: CurrencyCode
    let numbers: RegionalFormat.Numbers
  }

  private let patterns = Locked<[Key: NumberPattern]>([:])

  func pattern(_ currency: CurrencyCode, _ numbers: RegionalFormat.Numbers) -> NumberPattern {
    let key = Key(currency: currency, numbers: numbers)
    if let known = patterns.withLock({ $0[key] }) { return known }
    // Create the pattern outside the lock. If two threads do so at the same time, the results are equal.
    let pattern = Self.makePattern(currency, numbers)
    patterns.withLock { $0[key] = pattern }
    return pattern
  }

  private static func makePattern(_ currency: CurrencyCode, _ numbers: RegionalFormat.Numbers) -> NumberPattern {
    let home = NumberPattern(
      currency: currency,
      locale: Locale(identifier: homeLocales[currency.code] ?? "en_US")
    )
    switch numbers {
    case .stable: return home
    case .posix: return home.replacingSymbol(with: CurrencySymbol.distinct(currency))
    case .locale(let identifier):
      let locale = Locale(identifier: identifier)
      let isOwn = locale.currency?.identifier == currency.code
      let symbol = isOwn ? CurrencySymbol.home(currency) : CurrencySymbol.distinct(currency)
      return NumberPattern(locale: locale, symbol: symbol ?? home.symbol)
    }
  }

  /// The locale for each currency's home country, in English if English is spoken there.
  ///
  /// The euro uses Ireland's format.
  private static let homeLocales = [
    "AUD": "en_AU", "USD": "en_US", "EUR": "en_IE", "GBP": "en_GB", "JPY": "ja_JP", "CHF": "de_CH", "CAD": "en_CA",
    "NZD": "en_NZ", "INR": "en_IN", "SGD": "en_SG", "HKD": "en_HK", "ZAR": "en_ZA", "CNY": "zh_CN", "KRW": "ko_KR",
    "SEK": "sv_SE", "NOK": "nb_NO", "DKK": "da_DK", "PLN": "pl_PL", "CZK": "cs_CZ", "BRL": "pt_BR", "MXN": "es_MX",
    "TRY": "tr_TR", "ILS": "he_IL", "PHP": "en_PH", "THB": "th_TH", "IDR": "id_ID", "MYR": "ms_MY", "VND": "vi_VN",
  ]
}
