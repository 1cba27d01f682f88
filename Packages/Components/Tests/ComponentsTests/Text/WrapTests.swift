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

  @Test("breaks no line before closing punctuation, small kana and iteration marks")
  func closing() {
    let expected: [ClosedRange<UInt32>] = [
      0x21...0x22, 0x25...0x25, 0x27...0x27, 0x29...0x29, 0x2C...0x2C, 0x2E...0x2E, 0x3A...0x3B, 0x3F...0x3F,
      0x5D...0x5D, 0x7D...0x7D, 0xA0...0xA0, 0xB0...0xB0, 0xBB...0xBB, 0x2019...0x2019, 0x201D...0x201D,
      0x2026...0x2026, 0x202F...0x2030, 0x2032...0x2033, 0x203A...0x203A, 0x2060...0x2060, 0x2103...0x2103,
      0x3001...0x3002, 0x3005...0x3005, 0x3009...0x3009, 0x300B...0x300B, 0x300D...0x300D, 0x300F...0x300F,
      0x3011...0x3011, 0x3015...0x3015, 0x3017...0x3017, 0x3019...0x3019, 0x301B...0x301C, 0x301E...0x301F,
      0x303B...0x303B, 0x3041...0x3041, 0x3043...0x3043, 0x3045...0x3045, 0x3047...0x3047, 0x3049...0x3049,
      0x3063...0x3063, 0x3083...0x3083, 0x3085...0x3085, 0x3087...0x3087, 0x308E...0x308E, 0x3095...0x3096,
      0x309B...0x309E, 0x30A0...0x30A1, 0x30A3...0x30A3, 0x30A5...0x30A5, 0x30A7...0x30A7, 0x30A9...0x30A9,
      0x30C3...0x30C3, 0x30E3...0x30E3, 0x30E5...0x30E5, 0x30E7...0x30E7, 0x30EE...0x30EE, 0x30F5...0x30F6,
      0x30FB...0x30FE, 0x31F0...0x31FF, 0xFEFF...0xFEFF, 0xFF01...0xFF01, 0xFF05...0xFF05, 0xFF09...0xFF09,
      0xFF0C...0xFF0C, 0xFF0E...0xFF0E, 0xFF1A...0xFF1B, 0xFF1F...0xFF1F, 0xFF3D...0xFF3D, 0xFF5D...0xFF5D,
      0xFF60...0xFF65, 0xFF70...0xFF70,
    ]
    #expect((0...0xFFFF).filter(LineBreakRules.keepsWithPrevious) == expected.flatMap { Array($0) })
  }

  @Test("breaks no line after opening punctuation and currency signs")
  func opening() {
    let expected: [ClosedRange<UInt32>] = [
      0x22...0x22, 0x24...0x24, 0x27...0x28, 0x5B...0x5B, 0x7B...0x7B, 0xA0...0xA0, 0xA3...0xA3, 0xA5...0xA5,
      0xAB...0xAB, 0x2018...0x2018, 0x201C...0x201C, 0x202F...0x202F, 0x2039...0x2039, 0x2060...0x2060,
      0x20AC...0x20AC, 0x3008...0x3008, 0x300A...0x300A, 0x300C...0x300C, 0x300E...0x300E, 0x3010...0x3010,
      0x3014...0x3014, 0x3016...0x3016, 0x3018...0x3018, 0x301A...0x301A, 0x301D...0x301D, 0xFEFF...0xFEFF,
      0xFF04...0xFF04, 0xFF08...0xFF08, 0xFF3B...0xFF3B, 0xFF5B...0xFF5B, 0xFF5F...0xFF5F, 0xFFE1...0xFFE1,
      0xFFE5...0xFFE5,
    ]
    #expect((0...0xFFFF).filter(LineBreakRules.keepsWithNext) == expected.flatMap { Array($0) })
  }

  @Test("breaks lines after hyphens between letters, including all letters outside ASCII")
  func letters() {
    let limits: [(UInt32, Bool)] = [
      (0x40, false), (0x41, true), (0x5A, true), (0x5B, false), (0x60, false), (0x61, true), (0x7A, true),
      (0x7B, false),
      (0xBF, false), (0xC0, true), (0x1FFF, true), (0x2000, false), (0x2BFF, false), (0x2C00, true), (0x2FFF, true),
      (0x3000, false), (0x303F, false), (0x3040, true),
    ]
    for (codePoint, isLetter) in limits { #expect(LineBreakRules.isLetter(codePoint) == isLetter, "\(codePoint)") }
  }

  @Test(
    "breaks lines at blanks, hyphens and dashes exactly at the width",
    arguments: [
      ("ab cd", 5, ["ab cd"]), ("ab cd", 4, ["ab", "cd"]), ("ab  cd", 4, ["ab", "cd"]), ("ab cd ", 5, ["ab cd"]),
      ("ab-cd", 5, ["ab-cd"]), ("ab-cd", 4, ["ab-", "cd"]), ("ab-c1", 4, ["ab-", "c1"]), ("ab-1c", 4, ["ab-1", "c"]),
      ("a1-bc", 4, ["a1-b", "c"]), ("\u{E9}\u{2010}\u{E9}ab", 4, ["\u{E9}\u{2010}", "\u{E9}ab"]),
      ("ab\u{200B}cd", 3, ["ab\u{200B}", "cd"]), ("a\rb", 3, ["a", "b"]), ("\n", 3, ["", ""]), (" ", 3, [" "]),
      ("a\u{4F60}", 2, ["a", "\u{4F60}"]), ("\u{4F60}a", 2, ["\u{4F60}", "a"]),
      ("\u{4F60}\u{301}a", 3, ["\u{4F60}\u{301}a"]),
    ] as [(String, Int, [String])]
  )
  func exactWidths(text: String, width: Int, lines: [String]) {
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
