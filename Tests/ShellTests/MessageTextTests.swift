import Components
import Testing

@testable import fetch_counter

@Suite("Terminal messages")
struct MessageTextTests {
  private func lines(_ text: String, _ width: Int?, isHanging: Bool = true) -> [String] {
    MessageText(StyledText(text), width: width, isHanging: isHanging).lines.map(\.plainText)
  }

  @Test(
    "breaks messages between words and indents continuation lines",
    arguments: [
      ("short", 20, ["short"]), ("", 20, [""]), ("one two three four", 10, ["one two", "  three", "  four"]),
      ("exactly ten and more", 11, ["exactly ten", "  and more"]),
      ("a\n  b c d", 6, ["a", "  b c", "    d"]), ("three   blanks", 20, ["three blanks"]),
      ("李小龙 李小龙", 8, ["李小龙", "  李小龙"]), ("narrow one", 2, ["narrow one"]),
    ] as [(String, Int, [String])]
  )
  func breaks(text: String, width: Int, expected: [String]) {
    #expect(lines(text, width) == expected)
  }

  @Test("never breaks a URL in a message")
  func keepsURLs() {
    let url = "https://example.com/" + String(repeating: "a", count: 60)
    #expect(lines("The service \(url) is down.", 40) == ["The service", "  \(url)", "  is down."])
  }

  @Test("keeps the indentation of a hint")
  func hints() {
    #expect(lines("  Check the path of it.", 14, isHanging: false) == ["  Check the", "  path of it."])
  }

  @Test("leaves messages unchanged outside a terminal, and keeps their styles on a terminal")
  func styles() {
    #expect(lines("one two three", nil) == ["one two three"])
    let styled = StyledText("bold ", .bold) + StyledText("plain words")
    let lines = MessageText(styled, width: 10).lines
    #expect(lines.map(\.plainText) == ["bold plain", "  words"])
    #expect(lines[0].spans.first?.style == .bold)
  }
}
