import BasicsTesting
import Testing

@testable import Components

@Suite("Wrapping")
struct WrapTests {
  @Test(
    "breaks lines between words",
    arguments: [
      ("the quick brown fox", 10, ["the quick", "brown fox"]),
      ("the quick brown fox", 9, ["the quick", "brown fox"]),
      ("the quick brown fox", 8, ["the", "quick", "brown", "fox"]),
      ("", 5, [""]),
      ("a\n\nb\n", 5, ["a", "", "b", ""]),
      ("a\r\nb", 5, ["a", "b"]),
      ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
      ("ab   cd", 3, ["ab", "cd"]),
      ("ab   ", 3, ["ab"]),
      ("  ab cd", 5, ["  ab", "cd"]),
      ("  abcdef", 4, ["  ab", "cdef"]),
      ("well-known fact", 6, ["well-", "known", "fact"]),
      ("--option -5", 6, ["--opti", "on -5"]),
      ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]),
      ("one\u{2014}two", 4, ["one\u{2014}", "two"]),
    ] as [(String, Int, [String])]
  )
  func words(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width).map(String.init) == lines)
  }

  @Test(
    "breaks Chinese and Japanese text anywhere except at punctuation that belongs to a neighbor",
    arguments: [
      ("\u{4F60}\u{597D}\u{4E16}\u{754C}", 4, ["\u{4F60}\u{597D}", "\u{4E16}\u{754C}"]),
      ("\u{4F60}\u{597D}\u{4E16}\u{754C}", 5, ["\u{4F60}\u{597D}", "\u{4E16}\u{754C}"]),
      ("\u{4F60}\u{597D}\u{3002}\u{4E16}", 4, ["\u{4F60}", "\u{597D}\u{3002}", "\u{4E16}"]),
      ("\u{4F60}\u{300C}\u{597D}\u{300D}", 6, ["\u{4F60}", "\u{300C}\u{597D}\u{300D}"]),
      ("ab\u{4F60}\u{597D}", 4, ["ab\u{4F60}", "\u{597D}"]),
    ] as [(String, Int, [String])]
  )
  func ideographs(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width).map(String.init) == lines)
  }

  @Test(
    "breaks lines after any cluster on request, without losing text",
    arguments: [
      ("the quick", 4, ["the ", "quic", "k"]), ("a\u{4F60}b", 2, ["a", "\u{4F60}", "b"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ] as [(String, Int, [String])]
  )
  func characters(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width, mode: .characters).map(String.init) == lines)
  }

  @Test("replaces a cluster wider than the line, and returns no lines for width zero")
  func tooNarrow() {
    #expect("a\u{4F60}b".wrapped(to: 1) == ["a", "?", "b"])
    #expect("abc".wrapped(to: 0) == [])
    #expect("abc".wrapped(to: -3) == [])
  }

  @Test("wraps every line to the width without losing words", arguments: [WrapMode.words, .characters])
  func properties(mode: WrapMode) {
    // Given: difficult text and widths
    var random = RandomText(seed: 3)
    for _ in 0..<LongTests.rounds(byDay: 1_500, byNight: 50_000) {
      let text = random.printable(maximumParts: 20, lineFeeds: true)
      let width = random.number(in: 2...12)
      // When: the text is wrapped
      let lines = text.wrapped(to: width, mode: mode)
      // Then: every line fits, and only blanks and line endings are removed
      #expect(lines.allSatisfy { $0.displayWidth() <= width }, "\(text.codePoints) at \(width)")
      let kept = Self.withoutLineEnds(lines.joined(), blanks: mode == .characters)
      #expect(kept == Self.withoutLineEnds(text, blanks: mode == .characters), "\(text.codePoints) at \(width)")
    }
  }

  @Test("wraps styled text in the same way as plain text, and keeps styles and links")
  func styled() {
    // Given: text with two styles
    let red = TextStyle.foreground(.red)
    let link = Hyperlink("https://example.com")
    let text = StyledText("one red", red) + StyledText("line and bold", .bold, link: link)
    // When: it is wrapped
    let lines = text.wrapped(to: 8)
    // Then: each line keeps its styles
    #expect(
      lines == [
        StyledText("one", red),
        StyledText("red", red) + StyledText("line", .bold, link: link),
        StyledText("and bold", .bold, link: link),
      ]
    )
  }

  private static func withoutLineEnds(_ text: String, blanks: Bool) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && (blanks || $0 != " ") }
  }
}
