import BasicsTesting
import Testing

@testable import Components

@Suite("Truncation, padding and extraction")
struct TruncationTests {
  @Test(
    "removes text at the requested position when truncating",
    arguments: [
      ("hello world", 8, .end, "hello w…"), ("hello world", 8, .start, "…o world"),
      ("hello world", 8, .middle, "hell…rld"),
      ("hello", 5, .end, "hello"), ("hello", 1, .end, "…"), ("hello", 0, .end, ""), ("hello", -1, .end, ""),
      ("\u{4F60}\u{597D}\u{4E16}", 4, .end, "\u{4F60}…"), ("\u{4F60}\u{597D}\u{4E16}", 4, .start, "…\u{4E16}"),
      ("\u{4F60}\u{597D}\u{4E16}", 5, .middle, "\u{4F60}…\u{4E16}"), ("e\u{301}e\u{301}e\u{301}", 2, .end, "e\u{301}…"),
    ] as [(String, Int, TruncationPosition, String)]
  )
  func truncated(text: String, width: Int, position: TruncationPosition, result: String) {
    #expect(text.truncated(to: width, at: position) == result)
  }

  @Test("omits an ellipsis that doesn't fit")
  func wideEllipsis() {
    #expect("hello".truncated(to: 2, ellipsis: "...") == "he")
    #expect("hello".truncated(to: 4, ellipsis: "...") == "h...")
    #expect("hello".truncated(to: 3, ellipsis: "…", policy: .eastAsian) == "h…")
  }

  @Test("truncates text to the width, and keeps text that already fits")
  func truncationProperties() {
    var random = RandomText(seed: 4)
    for _ in 0..<LongTests.rounds(byDay: 1_500, byNight: 50_000) {
      let text = random.printable(maximumParts: 12)
      let width = random.number(in: 0...12)
      for position in [TruncationPosition.start, .middle, .end] {
        let result = text.truncated(to: width, at: position)
        #expect(result.displayWidth() <= width, "\(text.codePoints) to \(width)")
        if text.displayWidth() <= width { #expect(result == text) }
      }
    }
  }

  @Test(
    "pads text according to the alignment",
    arguments: [
      ("ab", 5, .leading, "ab   "), ("ab", 5, .center, " ab  "), ("ab", 5, .trailing, "   ab"),
      ("abc", 2, .leading, "abc"),
      ("\u{4F60}", 3, .trailing, " \u{4F60}"),
    ] as [(String, Int, HorizontalAlignment, String)]
  )
  func padded(text: String, width: Int, alignment: HorizontalAlignment, result: String) {
    #expect(StyledText(text).padded(to: width, alignment: alignment).plainText == result)
  }

  @Test(
    "fits text to an exact width, and pads text to a minimum width",
    arguments: [HorizontalAlignment.leading, .center, .trailing]
  )
  func fitted(alignment: HorizontalAlignment) {
    var random = RandomText(seed: 5)
    for _ in 0..<LongTests.rounds(byDay: 1_500, byNight: 50_000) {
      let text = random.printable(maximumParts: 8)
      let styled = StyledText(text)
      let width = random.number(in: 0...12)
      let message = "\(text.codePoints) to \(width)"
      #expect(styled.fitted(to: width, alignment: alignment).displayWidth() == width, "\(message)")
      let padded = styled.padded(to: width, alignment: alignment).displayWidth()
      #expect(padded == max(width, styled.displayWidth()), "\(message)")
    }
  }

  @Test(
    "pads text to the exact width even if the text starts with a combining mark",
    arguments: [
      "\u{93F}\u{200D}\u{E33}\u{93F}", "\u{93F}", "\u{301}x", "\u{1F3FB}", "\u{200D}",
      String(repeating: "\u{93F}", count: 7),
    ]
  )
  func paddedMark(text: String) {
    #expect(StyledText(text).padded(to: 9, alignment: .trailing).displayWidth() == 9)
    #expect(StyledText(text).padded(to: 9, alignment: .center).displayWidth() == 9)
  }

  @Test(
    "extracts columns, with blanks for halves of wide characters",
    arguments: [
      ("hello", 1..<3, "el"), ("hello", 0..<99, "hello"), ("hello", 5..<9, ""), ("hello", 2..<2, ""),
      ("\u{4F60}\u{597D}", 1..<3, "  "), ("\u{4F60}\u{597D}", 0..<3, "\u{4F60} "),
      ("\u{4F60}\u{597D}", 1..<4, " \u{597D}"),
      ("ae\u{301}b", 1..<2, "e\u{301}"),
    ] as [(String, Range<Int>, String)]
  )
  func columns(text: String, range: Range<Int>, result: String) {
    #expect(text.columns(range) == result)
  }

  @Test("extracts exactly as many columns as the text has in the range")
  func columnProperties() {
    var random = RandomText(seed: 6)
    for _ in 0..<LongTests.rounds(byDay: 1_500, byNight: 50_000) {
      let text = random.printable(maximumParts: 10)
      let start = random.number(in: 0...10)
      let end = start + random.number(in: 0...10)
      let expected = max(0, min(end, text.displayWidth()) - start)
      #expect(text.columns(start..<end).displayWidth() == expected, "\(text.codePoints) \(start)..<\(end)")
    }
  }

  @Test("truncates and extracts styled text in the same way as plain text")
  func styledAgreesWithPlain() {
    var random = RandomText(seed: 7)
    for _ in 0..<LongTests.rounds(byDay: 1_500, byNight: 50_000) {
      // Given: text with several styles, and the same text without styles
      let parts = (0..<3).map { _ in random.printable(maximumParts: 4) }
      let styled = zip(parts, [TextStyle.bold, .plain, .foreground(.red)]).map { StyledText($0, $1) }.joined()
      let plain = styled.plainText
      let width = random.number(in: 0...10)
      // When: both texts are truncated. Then: the results are equal.
      for position in [TruncationPosition.start, .middle, .end] {
        #expect(styled.truncated(to: width, at: position).plainText == plain.truncated(to: width, at: position))
      }
      #expect(styled.columns(2..<(2 + width)).plainText == plain.columns(2..<(2 + width)))
      #expect(styled.wrapped(to: width + 1).map(\.plainText) == plain.wrapped(to: width + 1).map(String.init))
    }
  }

  @Test("gives the ellipsis the style of the surrounding text")
  func ellipsisStyle() {
    let text = StyledText("ab", .bold) + StyledText("cdef", .foreground(.red))
    #expect(text.truncated(to: 4) == StyledText("ab", .bold) + StyledText("c…", .foreground(.red)))
  }
}
