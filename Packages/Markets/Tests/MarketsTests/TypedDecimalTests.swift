import Basics
import Foundation
import Testing

@testable import Markets

@Suite("Numbers and dates typed into forms")
struct TypedDecimalTests {
  private static func numbers(_ identifier: String) -> RegionalFormat.Numbers {
    identifier == "C" ? .posix : .locale(identifier)
  }

  @Test(
    "accepts the locale's decimal separator, a point where it is unambiguous, and complete groups",
    arguments: [
      ("de_DE", "0,5", "0.5"), ("de_DE", "1,500", "1.5"), ("de_DE", "1.5", "1.5"), ("de_DE", "0.500", "0.5"),
      ("de_DE", "1.2345", "1.2345"), ("de_DE", "1.234,56", "1234.56"), ("de_DE", "1.234.567", "1234567"),
      ("en_US", "1.500", "1.5"), ("en_US", "1,234.56", "1234.56"), ("en_US", "1,234,567", "1234567"),
      ("fr_FR", "1.500", "1.5"), ("fr_FR", "0,5", "0.5"), ("fr_FR", "1 500", "1500"), ("de_CH", "1'500.25", "1500.25"),
      ("en_IN", "12,34,567", "1234567"), ("C", "1.500", "1.5"), ("C", "135726.59", "135726.59"),
    ]
  )
  func accepts(locale: String, word: String, expected: String) {
    RegionalFormat.with(RegionalFormat(numbers: Self.numbers(locale), dates: .iso)) {
      #expect(TypedDecimal.number(word) == Decimal(string: expected))
      #expect(TypedDecimal.problem(in: word) == nil)
    }
  }

  @Test(
    "refuses ambiguous numbers and states both readings, and suggests the accepted decimal separator",
    arguments: [
      ("de_DE", "1.500", "“1.500” could mean 1500 or 1,500. Enter one of the two."),
      ("en_US", "1,234", "“1,234” could mean 1234 or 1.234. Enter one of the two."),
      ("C", "12,345", "“12,345” could mean 12345 or 12.345. Enter one of the two."),
      ("en_US", "0,5", "Use “.” as the decimal separator: 0.5."),
      ("de_CH", "1,5", "Use “.” as the decimal separator: 1.5."),
    ]
  )
  func refuses(locale: String, word: String, message: String) {
    RegionalFormat.with(RegionalFormat(numbers: Self.numbers(locale), dates: .iso)) {
      #expect(TypedDecimal.number(word) == nil)
      #expect(TypedDecimal.problem(in: word) == message)
    }
  }

  @Test("refuses malformed numbers", arguments: ["C", "en_US", "de_DE", "fr_FR"])
  func malformed(locale: String) {
    RegionalFormat.with(RegionalFormat(numbers: Self.numbers(locale), dates: .iso)) {
      for word in ["", ".", ",", "1.", ",5", "1,2.3,4", "1..2", "-1", "1e3", "١٢", "1,23.456,7", " ", "1'2", "0x1"] {
        #expect(TypedDecimal.number(word) == nil, "\(word)")
      }
      for text in ["0.000000000000000001", "65432.125", "1234.5", "12"] {
        // A number that the program fills in has to be accepted.
        #expect(Decimal(string: text).flatMap { TypedDecimal.number(TypedDecimal.text($0)) } == Decimal(string: text))
      }
    }
  }

  @Test(
    "accepts dates in the locale's format and in ISO 8601",
    arguments: ["30.01.2026", "30.1.2026", "2026-01-30", "30.01.2026 14:30", "2026-01-30 14:30"]
  )
  func dates(word: String) throws {
    let pattern = try #require(DatePattern(parts: [.day, .month, .year], separators: [".", "."]))
    try RegionalFormat.with(RegionalFormat(numbers: .locale("de_DE"), dates: pattern)) {
      var form = EntryForm(.receive, currency: "EUR", timeZone: .gmt, now: { FakeRepository.date })
      form.select(.amount)
      form.paste("0,5")
      form.select(.date)
      form.paste(word)
      let values = try form.values()
      #expect(values.amount == Decimal(string: "0.5"))
      #expect(values.time == FakeRepository.date - (word.contains(":") ? 21.5 : 36) * 3_600)
    }
  }

  @Test("refuses a date in another format, and gives examples in the locale's format")
  func wrongDate() throws {
    let pattern = try #require(DatePattern(parts: [.day, .month, .year], separators: [".", "."]))
    RegionalFormat.with(RegionalFormat(numbers: .locale("de_DE"), dates: pattern)) {
      var form = EntryForm(.receive, currency: "EUR", timeZone: .gmt, now: { FakeRepository.date })
      form.select(.date)
      form.paste("30/01/26")
      form.move(by: 1)
      #expect(form.state.problems[.date]?.hasPrefix("Enter a date such as 31.01.2026, 31.01.2026 14:30,") == true)
    }
  }
}
