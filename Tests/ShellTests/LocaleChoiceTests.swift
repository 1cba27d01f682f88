import Basics
import Foundation
import Testing

@testable import fetch_counter

@Suite("Locale setting")
struct LocaleChoiceTests {
  @Test(
    "accepts locale names with encodings and modifiers, and rejects unknown locales",
    arguments: [
      ("auto", .auto), ("C", .posix), ("POSIX", .posix), ("C.UTF-8", .posix), ("de_DE", .named("de_DE")),
      ("de_DE.UTF-8", .named("de_DE")), ("de_DE@euro", .named("de_DE")), ("de-DE", .named("de_DE")),
      ("de", .named("de")), ("xx_YY", nil), ("", nil), ("DE", nil), ("de_", nil), ("\u{1B}[2J", nil),
    ] as [(String, LocaleChoice?)]
  )
  func names(word: String, choice: LocaleChoice?) {
    #expect(LocaleChoice(word) == choice)
  }

  @Test(
    "uses LC_ALL first, then LC_NUMERIC or LC_TIME, then LANG",
    arguments: [
      ([:], .posix, "2026-01-31"),
      (["LANG": "de_DE.UTF-8"], .locale("de_DE"), "31.01.2026"),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], .posix, "2026-01-31"),
      (["LANG": "de_DE", "LC_NUMERIC": "en_US", "LC_TIME": "fr_FR"], .locale("en_US"), "31/01/2026"),
      (["LC_TIME": "en_US.UTF-8"], .posix, "01/31/2026"),
      (["LANG": "nonsense"], .posix, "2026-01-31"),
      (["LANG": ""], .posix, "2026-01-31"),
    ] as [([String: String], RegionalFormat.Numbers, String)]
  )
  func environment(variables: [String: String], numbers: RegionalFormat.Numbers, date: String) {
    let format = LocaleChoice.auto.format(environment: variables)
    #expect(format.numbers == numbers)
    #expect(format.dates.text(year: 2026, month: 1, day: 31) == date)
  }

  @Test("prefers the locale setting over the environment")
  func setting() {
    let format = LocaleChoice.named("de_DE").format(environment: ["LC_ALL": "en_US"])
    #expect(format.numbers == .locale("de_DE"))
  }

  @Test(
    "uses the locale's date format",
    arguments: [
      ("en_US", "01/31/2026"), ("de_DE", "31.01.2026"), ("fr_FR", "31/01/2026"), ("hi_IN", "31/01/2026"),
      ("ar_EG", "31/01/2026"), ("sv_SE", "2026-01-31"), ("ja_JP", "2026/01/31"), ("en_GB", "31/01/2026"),
    ]
  )
  func dates(identifier: String, text: String) throws {
    let pattern = try #require(DatePattern(locale: Locale(identifier: identifier)))
    #expect(pattern.text(year: 2026, month: 1, day: 31) == text)
  }

  @Test("finds a date pattern for every available locale whose dates are Gregorian and numeric")
  func allLocales() {
    let identifiers = Locale.availableIdentifiers
    let patterns = identifiers.map { ($0, DatePattern(locale: Locale(identifier: $0))) }
    // Dates in Bulgarian, Macedonian, and a few locales with other calendars contain letters.
    #expect(patterns.count { $0.1 == nil } < identifiers.count / 40)
    for (identifier, pattern) in patterns {
      let text = (pattern ?? .iso).text(year: 2026, month: 1, day: 31)
      #expect(text.contains("2026") && text.contains("31") && text.contains("01"), "\(identifier): \(text)")
    }
  }
}
