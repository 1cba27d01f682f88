import Basics
import BasicsTesting
import Testing

@Suite("Untrusted text in messages")
struct QuotingTests {
  @Test(
    "escapes invisible characters",
    arguments: [
      ("plain é 漢", "plain é 漢"), ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("\u{202E}abc", "\\u{202e}abc"),
      ("line\nbreak", "line\\u{a}break"), ("\u{2028}", "\\u{2028}"), ("", ""),
    ]
  )
  func escaping(text: String, expected: String) {
    #expect(text.escapingInvisibles() == expected)
    #expect(text.quoted() == "“\(expected)”")
  }

  @Test("truncates long text to the given number of scalars")
  func cutting() {
    #expect("abcdef".escapingInvisibles(limit: 3) == "abc…")
    #expect("abc".escapingInvisibles(limit: 3) == "abc")
  }

  @Test("escapes all invisible characters in random text")
  func fuzzing() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        guard let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) else { continue }
        text.unicodeScalars.append(scalar)
      }
      let escaped = text.escapingInvisibles()
      #expect(escaped == escaped.escapingInvisibles(limit: 10_000))
    }
  }
}

@Suite("Suggestions for mistyped names")
struct SpellingTests {
  private let names = ["list", "show", "charts", "portfolio", "newSearch", "data-dir"]

  @Test(
    "suggests the nearest name for a mistyped one",
    arguments: [
      ("lst", "list"), ("hsow", "show"), ("NEW_SERCH", "newSearch"), ("datadir", "data-dir"), ("portf", "portfolio"),
      ("Chart", "charts"),
    ]
  )
  func nearest(typed: String, expected: String) {
    #expect(Spelling.nearest(to: typed, among: names).first == expected)
  }

  @Test("doesn't suggest unrelated names", arguments: ["", "x", "banana", "zz", String(repeating: "a", count: 65)])
  func nothing(typed: String) {
    #expect(Spelling.nearest(to: typed, among: names).isEmpty)
    #expect(Spelling.suggestion(for: typed, among: names) == nil)
  }

  @Test("ranks candidates by number of edits, then by a shared first letter, then by the given order")
  func order() {
    #expect(
      Spelling.nearest(to: "cat", among: ["bat", "car", "cat", "cab"], limit: 4) == ["cat", "car", "cab", "bat"]
    )
    #expect(Spelling.suggestion(for: "lits", among: ["list", "lists"]) == "Did you mean “list” or “lists”?")
  }

  @Test(
    "counts insertions, deletions, substitutions and transpositions",
    arguments: [
      ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ]
  )
  func distance(first: String, second: String, expected: Int) {
    #expect(Spelling.distance(first, second) == expected)
    #expect(Spelling.distance(second, first) == expected)
  }
}

@Suite("Comma-separated values")
struct CSVTests {
  @Test(
    "quotes CSV fields only if necessary",
    arguments: [
      ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""),
      (" padded", "\" padded\""), ("", ""),
    ]
  )
  func quoting(text: String, expected: String) {
    #expect(CSV.field(text) == expected)
  }

  @Test("ends CSV rows with CRLF")
  func rows() {
    #expect(CSV.row(["a", "b,c", ""]) == "a,\"b,c\",\r\n")
  }

  @Test(
    "adds an apostrophe to formulas in CSV fields, but not to numbers",
    arguments: [
      ("=1+1", "'=1+1"), ("+15556661234", "+15556661234"), ("-5", "-5"), ("@sum", "'@sum"), ("\u{FF1D}x", "'\u{FF1D}x"),
      (" \u{200B}=x", "' \u{200B}=x"), ("'=x", "''=x"), ("text", "text"), ("\tx", "'\tx"), ("+", "'+"),
    ]
  )
  func formulas(value: String, expected: String) {
    #expect(CSV.guardingFormula(value) == expected)
  }
}

@Suite("Decimals")
struct DecimalsTests {
  @Test(
    "formats numbers with a fixed number of decimals",
    arguments: [
      (1.0, 2, "1.00"), (1.005, 1, "1.0"), (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (1234.5678, 0, "1235"), (.nan, 2, "-"),
      (.infinity, 2, "-"), (-12.34, 2, "-12.34"), (1e16, 2, "1e+16"),
    ]
  )
  func text(value: Double, decimals: Int, expected: String) {
    #expect(Decimals.text(value, decimals: decimals) == expected)
  }
}
