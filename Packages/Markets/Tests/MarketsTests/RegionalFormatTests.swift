import Basics
import Foundation
import Testing

@testable import Markets

@Suite("Regional amount formats")
struct RegionalFormatTests {
  private func texts(_ numbers: RegionalFormat.Numbers, _ currencies: [CurrencyCode]) -> [String] {
    currencies.map { PriceFormatter($0, numbers: numbers).price(Decimal(-1_234_567) - Decimal(5) / 10) }
  }

  @Test(
    "formats amounts with the locale's separators, groups and symbol position, but Latin digits",
    arguments: [
      ("en_US", ["-A$1,234,567.50", "-$1,234,567.50", "-€1,234,567.50", "-CHF\u{A0}1,234,567.50"]),
      ("de_DE", ["-1.234.567,50\u{A0}A$", "-1.234.567,50\u{A0}US$", "-1.234.567,50\u{A0}€", "-1.234.567,50\u{A0}CHF"]),
      (
        "fr_FR",
        [
          "-1\u{202F}234\u{202F}567,50\u{A0}A$", "-1\u{202F}234\u{202F}567,50\u{A0}US$",
          "-1\u{202F}234\u{202F}567,50\u{A0}€", "-1\u{202F}234\u{202F}567,50\u{A0}CHF",
        ]
      ),
      ("hi_IN", ["-A$12,34,567.50", "-US$12,34,567.50", "-€12,34,567.50", "-CHF\u{A0}12,34,567.50"]),
      ("en_AU", ["-$1,234,567.50", "-US$1,234,567.50", "-€1,234,567.50", "-CHF\u{A0}1,234,567.50"]),
    ]
  )
  func locales(identifier: String, expected: [String]) {
    #expect(texts(.locale(identifier), [.aud, .usd, .eur, CurrencyCode("CHF") ?? .eur]) == expected)
  }

  @Test("formats Arabic amounts with Latin digits and without direction marks")
  func arabic() {
    let text = PriceFormatter(.usd, numbers: .locale("ar_EG")).price(Decimal(1_234_567))
    #expect(text.unicodeScalars.allSatisfy { !$0.properties.isBidiControl })
    #expect(text.contains("1,234,567.00") && text.contains("US$"), "\(text)")
  }

  @Test(
    "uses an unambiguous currency symbol in the C locale, and the currency's home format in pipes",
    arguments: [
      ("AUD", "A$1.00", "$1.00"), ("USD", "US$1.00", "$1.00"), ("CAD", "C$1.00", "$1.00"), ("NZD", "NZ$1.00", "$1.00"),
      ("HKD", "HK$1.00", "HK$1.00"), ("SGD", "S$1.00", "$1.00"), ("MXN", "MX$1.00", "$1.00"),
      ("EUR", "€1.00", "€1.00"), ("GBP", "£1.00", "£1.00"), ("SEK", "1,00\u{A0}SEK", "1,00\u{A0}kr"),
      ("CNY", "CN¥1.00", "¥1.00"),
    ]
  )
  func symbols(code: String, posix: String, stable: String) throws {
    let currency = try #require(CurrencyCode(code))
    #expect(PriceFormatter(currency, numbers: .posix).price(Decimal(1)) == posix)
    #expect(PriceFormatter(currency, numbers: .stable).price(Decimal(1)) == stable)
    #expect(PriceFormatter(currency).price(Decimal(1)) == stable)
  }

  @Test(
    "uses a different symbol for each offered currency in every locale",
    arguments: ["C", "en_US", "de_DE", "ja_JP", "sv_SE"]
  )
  func distinct(identifier: String) {
    let numbers: RegionalFormat.Numbers = identifier == "C" ? .posix : .locale(identifier)
    let texts = CurrencyCode.offered.map { PriceFormatter($0, numbers: numbers).pattern.symbol }
    #expect(Set(texts).count == texts.count, "\(texts)")
  }

  @Test("formats amounts in the current task's format")
  func task() async {
    let german = RegionalFormat(numbers: .locale("de_DE"), dates: .iso)
    let text = await RegionalFormat.with(german) {
      await Task {
        PriceFormatter(.eur).percent(Decimal(string: "-2.5")) + MoneyText.share(Decimal(string: "0.3333") ?? 0)
      }
      .value
    }
    #expect(text == "-2,50\u{A0}%33,3\u{A0}%")
  }

  @Test("formats dates in the current task's format")
  func dates() throws {
    let pattern = try #require(DatePattern(parts: [.day, .month, .year], separators: [".", "."]))
    let date = Date(timeIntervalSince1970: 1_769_860_800)
    RegionalFormat.with(RegionalFormat(numbers: .posix, dates: pattern)) {
      #expect(ChartDates.day.string(of: date) == "31.01.2026")
      #expect(ChartDates.moment(timeZone: .gmt).string(of: date) == "31.01.2026 12:00")
    }
    #expect(ChartDates.day.string(of: date) == "2026-01-31")
  }
}
