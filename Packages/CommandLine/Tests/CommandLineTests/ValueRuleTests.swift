import Basics
import BasicsTesting
import Foundation
import Testing

@testable import CommandLine

@Suite("Option and argument values")
struct ValueRuleTests {
  private func reason<Value>(_ rule: ValueRule<Value>, _ word: String) -> String? {
    do {
      _ = try rule.parse(word)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    "parses durations exactly",
    arguments: [
      ("15s", .seconds(15)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)), ("1h30m", .seconds(5_400)),
      ("0.5s", .milliseconds(500)), ("0s", .zero), ("1d", .seconds(86_400)), ("1h2m3s4ms", .milliseconds(3_723_004)),
      ("1m0.25s", .milliseconds(60_250)), ("1.5h", .seconds(5_400)), ("0.000000001s", .nanoseconds(1)),
      ("0.001ms", .microseconds(1)), ("90m", .seconds(5_400)), ("0015s", .seconds(15)),
      ("1.500s", .milliseconds(1_500)),
      ("0.1h", .seconds(360)), ("1.00000000000000000000s", .seconds(1)),
    ] as [(String, Duration)]
  )
  func durations(word: String, expected: Duration) throws {
    #expect(try ValueRule<Duration>.duration().parse(word) == expected)
  }

  @Test(
    "rejects invalid durations and gives the reason",
    arguments: [
      ("", "it is empty"), ("15", "the unit is missing"), ("1h30", "the unit is missing"),
      ("-15s", "a duration cannot be negative"), ("-0s", "a duration cannot be negative"),
      ("s", "it is not a duration"),
      ("nan", "it is not a duration"), ("NaNs", "it is not a duration"), ("infs", "it is not a duration"),
      (".5s", "it is not a duration"), ("1.s", "it is not a duration"), ("1..5s", "it is not a duration"),
      ("+5s", "it is not a duration"), ("5 s", "it is not a duration"), (" 5s", "it is not a duration"),
      ("5s ", "it is not a duration"), ("1e3s", "there is no unit 'e'"), ("5S", "there is no unit 'S'"),
      ("5us", "there is no unit 'us'"), ("5sec", "there is no unit 'sec'"), ("1.5h30m", "it is not a duration"),
      ("30m1h", "its units are not in descending order"), ("1s1s", "its units are not in descending order"),
      ("1ms1s", "its units are not in descending order"), ("٣s", "it is not a duration"),
      ("5ｓ", "it is not a duration"),
      ("99999999999999999999s", "it is too long"), ("9223372036854775807d", "it is too long"),
      ("106751d106751h99999999999s", "it is too long"), ("366d", "it is too long"),
      ("0.0000000001s", "it is more precise than a nanosecond"),
      ("0.0000001ms", "it is more precise than a nanosecond"),
      ("9223372036s", "it is too long"), ("9223372036.999s", "it is too long"), ("1s\0", "it is not a duration"),
    ]
  )
  func badDurations(word: String, expected: String) {
    #expect(reason(.duration(), word) == expected)
  }

  @Test("trims white space around a key", arguments: ["CG-x", " CG-x ", "CG-x\n", "\tCG-x\r\n"])
  func keys(word: String) throws {
    #expect(try ValueRule<String>.key(example: "k").parse(word) == "CG-x")
  }

  @Test(
    "rejects a key that isn't valid in a header field without revealing the key",
    arguments: [
      ("a\nb", "it contains a line break"), ("a\rb", "it contains a line break"),
      ("a\r\nX-Evil: 1", "it contains a line break"), ("a\0b", "it contains a control character"),
      ("a\u{1B}[31m", "it contains a control character"), ("a\u{7F}b", "it contains a control character"),
      ("a b", "it contains a space"), ("a\tb", "it contains a space"),
      ("schlüssel", "it contains a non-ASCII character"),
      ("a\u{202E}b", "it contains a non-ASCII character"),
      ("", "it is empty"), (" \n", "it is empty"), (String(repeating: "k", count: 513), "it is too long"),
      (String(repeating: "k", count: 1_000_000), "it is too long"),
    ]
  )
  func badKeys(word: String, expected: String) {
    #expect(throws: ValidationError(expected)) { try ValueRule<String>.key(example: "k").parse(word) }
  }

  @Test(
    "accepts keys of up to 512 visible ASCII characters",
    arguments: ["!", "~", String(repeating: "k", count: 512)]
  )
  func longestKey(word: String) throws {
    #expect(try ValueRule<String>.key(example: "k").parse(word) == word)
  }

  @Test("rejects a duration outside the range")
  func durationRange() throws {
    let rule = ValueRule<Duration>.duration(in: .seconds(1) ... .seconds(60))
    #expect(reason(rule, "999ms") == "it is too short")
    #expect(reason(rule, "1m0.000000001s") == "it is too long")
    #expect(try rule.parse("1s") == .seconds(1))
    #expect(try rule.parse("60s") == .seconds(60))
    #expect(rule.expectation == "a duration from 1s to 1m, such as 15s")
    let (wide, narrow) = (ValueRule<Duration>.duration(), ValueRule<Duration>.duration(in: .zero ... .milliseconds(1)))
    #expect(wide.expectation == "a duration from 0s to 365d, such as 500ms, 15s, 2m or 1h30m")
    #expect(narrow.expectation == "a duration from 0s to 1ms")
  }

  @Test(
    "formats a duration as text that is parsed as the same duration",
    arguments: [
      (.zero, "0s"), (.seconds(15), "15s"), (.milliseconds(500), "500ms"), (.milliseconds(1_500), "1.5s"),
      (.seconds(5_400), "1h30m"), (.seconds(90_061), "1d1h1m1s"), (.nanoseconds(1), "0.000000001s"),
      (.seconds(3_600), "1h"), (.milliseconds(60_500), "1m0.5s"), (.microseconds(1_500), "0.0015s"),
    ] as [(Duration, String)]
  )
  func durationText(duration: Duration, text: String) throws {
    #expect(DurationText.format(duration) == text)
    #expect(try DurationText.parse(text) == duration)
  }

  @Test("preserves random durations when formatting and parsing")
  func durationRoundTrip() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let duration = Duration.nanoseconds(
        Int64.random(in: 0...(Int64.max >> Int64.random(in: 0...62, using: &random)), using: &random)
      )
      #expect(try DurationText.parse(DurationText.format(duration)) == duration)
    }
  }

  @Test("parses or rejects random text as a duration without crashing")
  func durationFuzz() {
    var random = SeededGenerator(seed: 8)
    let pieces = ["0", "1", "9", "99999999999", ".", "d", "h", "m", "s", "ms", "-", "+", " ", "e", "é", "\u{301}", "٣"]
    var read = 0
    for _ in 0..<5_000 {
      let word = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      if let duration = try? DurationText.parse(word) {
        read += 1
        #expect((try? DurationText.parse(DurationText.format(duration))) == duration, "\(word)")
      }
    }
    #expect(read > 0)
  }

  @Test(
    "parses whole numbers",
    arguments: [("0", 0), ("65535", 65_535), ("+8000", 8_000), ("0080", 80), ("-0", 0)]
  )
  func integers(word: String, expected: Int) throws {
    #expect(try ValueRule<Int>.port.parse(word) == expected)
  }

  @Test(
    "rejects invalid ports and gives the reason",
    arguments: [
      ("", "it is empty"), ("65536", "it is too large"), ("-1", "it is too small"),
      ("80.0", "it is not a whole number"),
      ("http", "it is not a whole number"), ("0x50", "it is not a whole number"), ("8_000", "it is not a whole number"),
      (" 80", "it is not a whole number"), ("8e3", "it is not a whole number"), ("٨٠", "it is not a whole number"),
      ("99999999999999999999", "it is too large"), ("-99999999999999999999", "it is too small"),
      ("-", "it is not a whole number"), ("+", "it is not a whole number"), ("--5", "it is not a whole number"),
    ]
  )
  func badIntegers(word: String, expected: String) {
    #expect(reason(.port, word) == expected)
  }

  @Test("states the bounds in errors for whole numbers")
  func integerExpectations() {
    #expect(ValueRule<Int>.port.expectation == "a whole number from 0 to 65535")
    #expect(ValueRule<Int>.integer(in: 1...).expectation == "a whole number of at least 1")
    #expect(ValueRule<Int>.integer(in: .min ... -5).expectation == "a whole number of at most -5")
    #expect(ValueRule<Int>.integer(in: .min ... -5).example == "-5")
    #expect(ValueRule<Int>.integer(in: .min ... .max).expectation == "a whole number")
  }

  private static let sizes = ValueRule<Int>.byteCount(in: 1_000...2_000_000_000)

  @Test(
    "parses byte counts with units of powers of 1,000 in any letter case",
    arguments: [
      ("1000", 1_000), ("1000B", 1_000), ("1KB", 1_000), ("500kb", 500_000), ("256MB", 256_000_000),
      ("2GB", 2_000_000_000), ("2000000000", 2_000_000_000),
    ]
  )
  func byteCounts(word: String, expected: Int) throws {
    #expect(try Self.sizes.parse(word) == expected)
  }

  @Test(
    "rejects invalid byte counts and gives the reason",
    arguments: [
      ("", "it is empty"), ("KB", "it isn't a size"), ("1.5MB", "it isn't a size"), ("1 KB", "it isn't a size"),
      ("-1KB", "it isn't a size"), ("1TB", "it isn't a size"), ("99999999999999999999", "it isn't a size"),
      ("٣KB", "it isn't a size"), ("0", "it is too small"), ("999", "it is too small"),
      ("2000000001", "it is too large"), ("3GB", "it is too large"), ("9223372036854775807GB", "it is too large"),
    ]
  )
  func badByteCounts(word: String, expected: String) {
    #expect(reason(Self.sizes, word) == expected)
  }

  @Test(
    "writes byte counts exactly, in the largest unit that divides them",
    arguments: [
      (0, "0"), (1, "1"), (999, "999"), (1_000, "1KB"), (1_001, "1001"), (1_500_000, "1500KB"),
      (256_000_000, "256MB"), (3_000_000_000, "3GB"),
    ]
  )
  func byteWords(count: Int, word: String) throws {
    #expect(ByteText.word(count) == word)
    #expect(try ValueRule<Int>.byteCount(in: 0...Int.max).parse(word) == count)
    #expect(Self.sizes.expectation == "a size from 1KB to 2GB, such as 256MB")
  }

  @Test("rounds byte counts for people")
  func byteTexts() {
    #expect(ByteText.text(0) == "0 bytes")
    #expect(ByteText.text(1_534_567) == "1.5 MB")
    let german = RegionalFormat(numbers: .locale("de_DE"), dates: .iso)
    #expect(RegionalFormat.with(german) { ByteText.text(1_534_567) } == "1,5 MB")
  }

  @Test("accepts the bounds of a decimal range, 38 significant digits and 100 digits in total")
  func decimalBounds() throws {
    let rule = ValueRule<Decimal>.decimal(from: -2, to: 1_000)
    #expect(try rule.parse("-2") == -2)
    #expect(try rule.parse("1000") == 1_000)
    #expect(reason(rule, "-2.1") == "it is too small")
    #expect(try ValueRule<Decimal>.decimal().parse(String(repeating: "9", count: 38)) > 0)
    #expect(try ValueRule<Decimal>.decimal().parse("0." + String(repeating: "0", count: 98) + "1") > 0)
    #expect(reason(.decimal(), "0." + String(repeating: "0", count: 99) + "1") == "it has more than 38 digits")
  }

  @Test(
    "states the bounds in errors for decimal numbers, with a valid example",
    arguments: [
      (.decimal(), "a decimal number", "1"), (.decimal(from: 3), "a decimal number, at least 3", "4"),
      (.decimal(from: -5), "a decimal number, at least -5", "1"), (.decimal(to: 1), "a decimal number, at most 1", "1"),
      (.decimal(from: 0, isLowestIncluded: false, to: 9), "a decimal number, more than 0 and at most 9", "1.5"),
    ] as [(ValueRule<Decimal>, String, String)]
  )
  func decimalExpectations(rule: ValueRule<Decimal>, expectation: String, example: String) {
    #expect(rule.expectation == expectation)
    #expect(rule.example == example)
  }

  @Test(
    "parses decimal numbers exactly",
    arguments: ["0.1", "12345678901234567890.123456789", "1", "000.5", "0.00000000000000000001", "+2.50"]
  )
  func decimals(word: String) throws {
    let number = try ValueRule<Decimal>.decimal(from: 0).parse(word)
    #expect(number == Decimal(string: word, locale: Locale(identifier: "en_US_POSIX")))
  }

  @Test(
    "rejects invalid decimal numbers and gives the reason",
    arguments: [
      ("", "it is empty"), ("1,5", "it is not a decimal number"), ("1.5x", "it is not a decimal number"),
      ("1e3", "it is not a decimal number"), ("nan", "it is not a decimal number"),
      (".5", "it is not a decimal number"),
      ("5.", "it is not a decimal number"), ("1.2.3", "it is not a decimal number"), ("0", "it is too small"),
      ("-1", "it is too small"), ("1000.01", "it is too large"),
      (String(repeating: "1", count: 39), "it has more than 38 digits"),
      ("0." + String(repeating: "0", count: 200) + "1", "it has more than 38 digits"),
      ("$5", "it is not a decimal number"),
    ]
  )
  func badDecimals(word: String, expected: String) {
    let rule = ValueRule<Decimal>.decimal(from: 0, isLowestIncluded: false, to: 1_000)
    #expect(reason(rule, word) == expected)
    #expect(rule.expectation == "a decimal number, more than 0 and at most 1000")
    #expect(reason(rule, rule.example) == nil)
  }

  @Test(
    "suggests the accepted form of a number unless its meaning is ambiguous",
    arguments: [
      ("1,5", "1.5"), ("1e-8", "0.00000001"), ("1E2", "100"), ("1.5e2", "150"), (".5", "0.5"), ("5.", "5"),
      ("0,001", nil), ("1,000", nil), ("1,000.5", nil), ("1,0,0", nil), ("1,00.5", nil), ("1e400", nil), ("1e", nil),
      ("e5", nil), (",", nil), ("1.2.3", nil), ("-1e1", nil), ("9e9", nil), ("nan", nil), ("$5", nil), ("1e5e5", nil),
      ("1e-9223372036854775808", nil), ("1e9223372036854775807", nil), ("1e-9223372036854775809", nil),
    ] as [(String, String?)]
  )
  func decimalSuggestions(word: String, expected: String?) {
    let rule = ValueRule<Decimal>.decimal(from: 0, isLowestIncluded: false, to: 1_000)
    #expect(throws: ValidationError("it is not a decimal number", suggestion: expected)) { try rule.parse(word) }
  }

  @Test(
    "suggests the same number without digit grouping",
    arguments: [("1,000.5", "1000.5"), ("1,000,000", "1000000")]
  )
  func groupedDigits(word: String, expected: String) {
    #expect(throws: ValidationError("it is not a decimal number", suggestion: expected)) {
      try ValueRule<Decimal>.decimal(from: 0).parse(word)
    }
  }

  @Test(
    "suggests seconds for a duration without a unit if the result is valid",
    arguments: [("5", "5s"), ("0", nil), ("99999999", nil), ("1h30", "1h30s")] as [(String, String?)]
  )
  func durationSuggestions(word: String, expected: String?) {
    let rule = ValueRule<Duration>.duration(in: .milliseconds(1) ... .seconds(86_400))
    #expect(throws: ValidationError("the unit is missing", suggestion: expected)) { try rule.parse(word) }
  }

  @Test(
    "parses web addresses",
    arguments: [
      "http://127.0.0.1:8000", "https://example.org/base/", "HTTP://EXAMPLE.ORG", "http://[::1]:80/",
      "http://localhost",
      "https://example.org/a?b=c%20d", "https://example.org/@me", "http://a:1/", "http://a:65535/",
    ]
  )
  func addresses(word: String) throws {
    #expect(try ValueRule<URL>.webAddress.parse(word).absoluteString == word)
  }

  @Test(
    "rejects invalid web addresses and gives the reason",
    arguments: [
      ("", "it is empty"), ("example.org", "the scheme is missing"), ("/path", "the scheme is missing"),
      ("localhost:8000", "the scheme is missing"), ("ftp://example.org", "its scheme is neither http nor https"),
      ("file:///etc/passwd", "its scheme is neither http nor https"), ("javascript:alert(1)", "the scheme is missing"),
      ("http://", "the host is missing"), ("http:///path", "the host is missing"),
      ("http://:80/", "the host is missing"),
      ("http://a b/", "it is not a valid address"), ("http://exa\nmple.org", "it is not a valid address"),
      ("http://a:99999/", "its port is not between 1 and 65535"), ("http://a:0", "its port is not between 1 and 65535"),
      ("http://a:x/", "it is not a valid address"), ("http://a/%zz", "it is not a valid address"),
      ("http://u:p@a/", "it contains a user name or a password"),
      ("http://u@a", "it contains a user name or a password"),
    ]
  )
  func badAddresses(word: String, expected: String) {
    #expect(reason(.webAddress, word) == expected)
  }

  @Test(
    "suggests an address with a scheme if the result is valid and contains no secrets",
    arguments: [
      ("example.org", "http://example.org"), ("localhost:8000/a", "http://localhost:8000/a"), ("/path", nil),
      ("a b", nil), ("h?key=x", nil), ("user@host", nil),
    ] as [(String, String?)]
  )
  func addressSuggestions(word: String, expected: String?) {
    let error = #expect(throws: ValidationError.self) { try ValueRule<URL>.webAddress.parse(word) }
    #expect(error?.suggestion == expected)
  }

  @Test(
    "shows the harmless parts of a rejected web address",
    arguments: [
      ("ftp://u:p@h/?key=x", "ftp://…@h/?…"), ("u:p@h", "…@h"), ("ftp://h/?key=x", "ftp://h/?…"), ("ftp://h/", nil),
    ] as [(String, String?)]
  )
  func redactedAddresses(word: String, shown: String?) {
    let error = #expect(throws: ValidationError.self) { try ValueRule<URL>.webAddress.parse(word) }
    #expect(error?.redactedWord == shown)
  }

  @Test(
    "never reveals a password in a web address",
    arguments: [
      "http://u:secret@h/", "ftp://secret@h", "http://u:sec@ret@h/", "u:secret@h", "//secret@h", "http:secret@h",
      "http://u:secret@h:99999/", "http://u:sec ret@h", "http:/u:secret@h", "https:u:secret@h/p",
      "http://u:sec/ret@h", "http://a b/?key=secret", "ftp://h/?key=secret", "h?key=secret",
    ]
  )
  func maskedPasswords(word: String) {
    do {
      _ = try ValueRule<URL>.webAddress.parse(word)
      Issue.record("accepted")
    } catch {
      #expect(error.redactedWord?.contains("ret") == false)
      #expect(error.suggestion == nil)
    }
  }

  @Test("suggests the nearest choice for a mistyped value")
  func choices() throws {
    let rule = ValueRule<Sample.Order>.choice { "By \($0)" }
    #expect(try rule.parse("weight") == .weight)
    #expect(rule.choices == [Choice("name", "By name"), Choice("price", "By price"), Choice("weight", "By weight")])
    #expect(rule.expectation == "one of name, price, weight")
    #expect(throws: ValidationError("unknown choice", suggestion: "weight")) { try rule.parse("wieght") }
    #expect(throws: ValidationError("unknown choice", suggestion: "name")) { try rule.parse("NAME") }
    #expect(throws: ValidationError("unknown choice")) { try rule.parse("xyzzy") }
    #expect(throws: ValidationError("it is empty")) { try rule.parse("") }
  }

  @Test("accepts currency codes in any letter case")
  func currencies() throws {
    let rule = ValueRule<String>.currency(among: ["EUR", "usd"])
    #expect(try rule.parse("Eur") == "eur")
    #expect(rule.choices == ["eur", "usd"])
    #expect(throws: ValidationError("unknown choice", suggestion: "usd")) { try rule.parse("USB") }
    #expect(ValueRule<String>.choice(["only"]).expectation == "only")
  }

  @Test("accepts any shell command, even an empty one, except NUL characters")
  func shellCommands() throws {
    #expect(try ValueRule<String>.command.parse("") == "")
    #expect(try ValueRule<String>.command.parse("less -R | cat") == "less -R | cat")
    #expect(reason(ValueRule<String>.command, "a\0") == "it contains a NUL character")
  }

  @Test("passes on the reason and the suggestion for an invalid date")
  func dates() throws {
    #expect(try ValueRule<DateText>.date.parse("2026-01-31") == DateText("2026-01-31"))
    #expect(throws: ValidationError("it is not a date", suggestion: "2026-01-31")) {
      try ValueRule<DateText>.date.parse("2026/01/31")
    }
  }

  @Test("accepts nonempty text and paths unchanged")
  func textAndPaths() throws {
    #expect(try ValueRule<String>.text.parse(" a\u{1b}") == " a\u{1b}")
    #expect(try ValueRule<String>.file.parse("~/a b") == "~/a b")
    #expect(reason(ValueRule<String>.text, "") == "it is empty")
    #expect(reason(ValueRule<String>.folder, "") == "it is empty")
    #expect(reason(ValueRule<String>.file, "a\0b") == "it contains a NUL character")
  }
}
