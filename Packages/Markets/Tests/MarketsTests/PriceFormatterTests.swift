import Basics
import BasicsTesting
import Components
import Foundation
import Testing

@testable import Markets

@Suite("Amount formatting")
struct PriceFormatterTests {
  @Test(
    "draws every coin's sparkline with the same steps and with the first price in the middle",
    arguments: [
      ([100, 100.4, 99.6], "▅▅▅"), ([100, 100.5, 102.5, 107.5, 900], "▅▆▇██"),
      ([100, 99.5, 97.5, 92.5, 80, 1], "▅▄▃▂▁▁"), ([0.001, 0.00105], "▅▇"), ([0, 1, -1], "▅▅▅"),
      ([100, .nan, 120], "▅ █"), ([-100, -110, 0], "▅▂█"), ([.nan], ""), ([], ""),
    ] as [([Double], String)]
  )
  func sparkline(prices: [Double], blocks: String) {
    #expect(CoinCells(.aud).sparkline(prices, width: 10).plainText == blocks)
  }

  @Test("shows the currency of a price only once")
  func namedPrice() {
    #expect(PriceFormatter(.aud, numbers: .posix).namedPrice(700) == "A$700.00")
    #expect(PriceFormatter(.aud, numbers: .locale("en_AU")).namedPrice(700) == "$700.00")
    #expect(PriceFormatter(.aud, numbers: .stable).namedPrice(700) == "$700.00 AUD")
  }

  private static func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
  }

  @Test(
    "chooses the number of decimal places by the price's magnitude, including at each boundary",
    arguments: [
      ("0", "$0.00"), ("1", "$1.00"), ("1.005", "$1.00"), ("1.015", "$1.02"), ("0.99999", "$1.00"),
      ("0.9999", "$0.9999"), ("0.99994", "$0.9999"), ("1.00001", "$1.00"), ("0.5", "$0.50"), ("0.125", "$0.125"),
      ("0.12345", "$0.1234"), ("0.01", "$0.01"), ("0.010001", "$0.01"), ("0.0123", "$0.0123"),
      ("0.00999999", "$0.00999999"), ("0.009999999", "$0.01"), ("0.00000001", "$0.00000001"), ("0.000000001", "$0.00"),
      ("0.001", "$0.001"), ("88047.57", "$88,047.57"), ("999.995", "$1,000.00"), ("1234567.891", "$1,234,567.89"),
      ("-0.001", "-$0.001"), ("-1", "-$1.00"), ("-0.5", "-$0.50"), ("-0.0000000001", "$0.00"),
      ("-88047.574", "-$88,047.57"), ("1e30", "$1,000,000,000,000,000,000,000,000,000,000.00"),
      ("12345678901234567890123456789012345.678", "$12,345,678,901,234,567,890,123,456,789,012,345.68"),
      ("1e-128", "$0.00"), ("9223372036854775807", "$9,223,372,036,854,775,807.00"),
      ("9223372036854775808", "$9,223,372,036,854,775,808.00"),
    ]
  )
  func prices(number: String, text: String) throws {
    #expect(PriceFormatter(.usd).price(try Self.decimal(number)) == text)
  }

  @Test("formats NaN as zero in the currency, and a missing value as a dash")
  func fallbacks() {
    #expect(PriceFormatter(.usd).price(Decimal.nan) == "$0.00")
    #expect(PriceFormatter(.eur).price(Decimal.nan) == "€0.00")
    #expect(PriceFormatter(.eur).compact(Decimal.nan) == "€0.00")
    #expect(PriceFormatter(.usd).price(nil as Decimal?) == "–")
    #expect(PriceFormatter(.usd).percent(Decimal.nan) == "–")
  }

  @Test(
    "shortens a large amount with a unit, and rounds correctly at the boundaries",
    arguments: [
      ("1234567890123", "$1.2 T"), ("350000000", "$350 M"), ("1000", "$1 K"), ("999.99", "$999.99"), ("4600", "$4.6 K"),
      ("999949", "$1 M"), ("999499", "$999 K"), ("999500", "$1 M"), ("99950", "$100 K"), ("99949", "$99.9 K"),
      ("1000000000", "$1 B"), ("-2500000", "-$2.5 M"), ("1e18", "$1,000,000 T"), ("0", "$0.00"), ("12345", "$12.3 K"),
    ]
  )
  func compact(number: String, text: String) throws {
    let formatted = PriceFormatter(.usd).compact(try Self.decimal(number))
    #expect(formatted.replacingOccurrences(of: "\u{A0}", with: " ") == text)
  }

  @Test(
    "shortens a large amount on an axis only if no digits are lost",
    arguments: [
      ("136500", "$136.5 K"), ("137000", "$137 K"), ("136500.0", "$136.5 K"), ("1200000", "$1.2 M"), ("999", nil),
      ("136550", "$136.55 K"), ("1250000", "$1.25 M"), ("136555", nil), ("1255000", nil), ("136500.01", nil),
      ("-136500", "-$136.5 K"), ("0", nil), ("1000", "$1 K"),
    ] as [(String, String?)]
  )
  func exactCompact(number: String, text: String?) throws {
    let formatted = PriceFormatter(.usd).exactCompact(try Self.decimal(number))
    #expect(formatted?.replacingOccurrences(of: "\u{A0}", with: " ") == text)
  }

  @Test(
    "formats a change in percent with a sign and two decimal places",
    arguments: [
      ("2.405", "+2.40 %"), ("-1.239", "-1.24 %"), ("0", "0.00 %"), ("-0.001", "0.00 %"), ("1234.5", "+1,234.50 %"),
    ]
  )
  func percent(number: String, text: String) throws {
    let formatted = PriceFormatter(.usd).percent(try Self.decimal(number))
    #expect(formatted.replacingOccurrences(of: "\u{A0}", with: " ") == text)
  }

  private static let codes = ["USD", "EUR", "AUD", "JPY", "INR", "CHF"]

  @Test("formats amounts like Foundation's formatter in every system locale", arguments: codes.indices)
  func agreesWithFoundation(index: Int) throws {
    // Given
    let code = Self.codes[index]
    let currency = try #require(CurrencyCode(code))
    let numbers = try [
      "0.12", "1", "12.5", "123", "1234.56", "12345.67", "999999.99", "1234567.89", "123456789012.34", "-0.5",
      "-1234.56",
      "-12345.6", "98765432109876543210.12",
    ].map(Self.decimal)

    // By day, each locale is compared in one of the currencies.
    for (place, identifier) in Locale.availableIdentifiers.sorted().enumerated()
    where LongTests.areEnabled || place % Self.codes.count == index {
      // When
      let locale = Locale(identifier: identifier)
      let formatter = PriceFormatter(currency, pattern: NumberPattern(currency: currency, locale: locale))
      for number in numbers {
        // Then
        let length = abs(number) < 1 ? 2...4 : 2...2
        let style = Decimal.FormatStyle.Currency(code: code, locale: locale).precision(.fractionLength(length))
        let expected = number.formatted(style)
        #expect(formatter.price(number) == expected, "\(number) in \(identifier)")
      }
    }
  }

  @Test("rounds random amounts like Foundation")
  func agreesOnRandomAmounts() throws {
    var generator = SeededGenerator(seed: 7)
    let formatter = PriceFormatter(.usd)
    let locale = Locale(identifier: "en_US")
    for _ in 0..<5_000 {
      let digits = Decimal(Int64.random(in: -999_999_999_999...999_999_999_999, using: &generator))
      let amount = digits * pow(Decimal(10), -Int.random(in: 0...14, using: &generator))
      let size = abs(amount)
      let length = size >= 1 ? 2...2 : size >= Decimal(string: "0.01") ?? 0 ? 2...4 : 2...8
      let style = Decimal.FormatStyle.Currency(code: "USD", locale: locale).precision(.fractionLength(length))
      // Foundation keeps the sign of a number that it rounds to zero.
      let expected = amount.formatted(style)
      #expect(formatter.price(amount) == (expected == "-$0.00" ? "$0.00" : expected), "\(amount)")
    }
  }

  @Test("formats amounts identically on a hundred threads")
  func threads() async {
    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<100 { group.addTask { PriceFormatter(.gbp).price(1_234.5) } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == ["£1,234.50"])
  }

  @Test(
    "formats an age in a few words, even if the clock was set back",
    arguments: [
      (-5.0, "just now"), (0, "just now"), (59.9, "just now"), (60, "1 min ago"), (3_599, "59 min ago"),
      (3_600, "1 h ago"),
      (86_399, "23 h ago"), (86_400, "1 day ago"), (172_800, "2 days ago"), (.infinity, "just now"),
    ]
  )
  func ages(seconds: Double, text: String) {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(RelativeAge.text(of: now.addingTimeInterval(-seconds), now: now) == text)
  }

  @Test(
    "formats a short pause in seconds and a longer pause in minutes",
    arguments: [(0.0, "now"), (0.2, "in 1 s"), (119, "in 119 s"), (121, "in 3 min")]
  )
  func pauses(seconds: Double, text: String) {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(RelativeAge.text(until: now.addingTimeInterval(seconds), now: now) == text)
  }
}
