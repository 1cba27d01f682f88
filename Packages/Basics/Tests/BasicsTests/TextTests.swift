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

  @Test("escapes exactly the invisible characters in random text, and loses none")
  func fuzzing() throws {
    let invisible: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
    ]
    // A combining character after an escape sequence must not hide the sequence.
    let escape = /\\u\{([0-9a-f]+)\}/.matchingSemantics(.unicodeScalar)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let scalars = (0..<30).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) }
        .filter { $0 != "\\" }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let escaped = String(text).escapingInvisibles()
      let visible = escaped.replacing(escape, with: "")
      #expect(
        visible.unicodeScalars.elementsEqual(scalars.filter { !invisible.contains($0.properties.generalCategory) })
      )
      let hidden = escaped.matches(of: escape).compactMap { UInt32($0.1, radix: 16) }
      #expect(hidden == scalars.filter { invisible.contains($0.properties.generalCategory) }.map(\.value))
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
      ("Chart", "charts"), ("sh", "show"), ("potrfoilo", "portfolio"),
    ]
  )
  func nearest(typed: String, expected: String) {
    #expect(Spelling.nearest(to: typed, among: names).first == expected)
  }

  @Test(
    "doesn't suggest unrelated names, or names that need too many edits",
    arguments: ["", "x", "banana", "zz", "lsti1", "zhxw", "charxyz", "p", String(repeating: "a", count: 65)]
  )
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
      (" padded", "\" padded\""), ("padded ", "\"padded \""), ("a\rb", "\"a\rb\""), ("in side", "in side"), ("", ""),
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
      ("\rx", "'\rx"), ("\nx", "'\nx"), ("@1", "'@1"), ("=5", "'=5"), ("-5a", "'-5a"), ("'text", "'text"), ("", ""),
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
      (.infinity, 2, "-"), (-12.34, 2, "-12.34"), (1e16, 2, "1e+16"), (1e15, 0, "1000000000000000.0"),
      (999_999_999_999_999, 0, "999999999999999"), (-1, 0, "-1"), (-0.4, 0, "0"), (3.5, -1, "4"),
      (0.123_456_789_5, 12, "0.123456790"), (1_234_567.000_000_01, 9, "1234567.000000010"),
      (12_345_678.25, 9, "12345678.25000000"), (1.5, 9, "1.500000000"), (9_000_000, 9, "9000000.00000000"),
    ]
  )
  func text(value: Double, decimals: Int, expected: String) {
    #expect(Decimals.text(value, decimals: decimals) == expected)
  }
}
