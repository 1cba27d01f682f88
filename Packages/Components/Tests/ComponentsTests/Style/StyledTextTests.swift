import Testing

@testable import Components

@Suite("Styled text")
struct StyledTextTests {
  @Test("merges adjacent spans with equal styles, and drops empty spans")
  func joining() {
    let text = StyledText("a", .bold) + StyledText("b", .bold) + StyledText("", .dim) + StyledText("c")
    #expect(text.spans.map(\.text) == ["ab", "c"])
    #expect(text.plainText == "abc")
    #expect(StyledText("").isEmpty)
    #expect(StyledText() == StyledText("", .bold))
    #expect("\(text)" == "abc")
    #expect(["a", "b", "c"].joined(separator: StyledText(", ", .dim)).plainText == "a, b, c")
  }

  @Test(
    "encodes styled text according to the output's capabilities",
    arguments: [
      (.trueColor, "\u{1B}[1;38;2;255;0;0mred\u{1B}[0m end"), (.twoFiftySix, "\u{1B}[1;38;5;196mred\u{1B}[0m end"),
      (.sixteen, "\u{1B}[1;91mred\u{1B}[0m end"), (.none, "\u{1B}[1mred\u{1B}[0m end"),
    ] as [(ColorDepth, String)]
  )
  func depths(depth: ColorDepth, encoded: String) {
    let text = StyledText("red", .bold.foreground(.hex(0xFF0000))) + " end"
    let capabilities = OutputCapabilities(colorDepth: depth, showsAttributes: true, showsHyperlinks: true)
    #expect(text.encoded(for: capabilities) == encoded)
  }

  @Test("writes no escape sequences to plain output")
  func plain() {
    let text = StyledText("a", .bold.foreground(.red), link: Hyperlink("https://example.com")) + "b"
    #expect(text.encoded(for: .plain) == "ab")
    let colorless = OutputCapabilities(colorDepth: .none, showsAttributes: false, showsHyperlinks: true)
    #expect(StyledText("a", .bold.foreground(.red)).encoded(for: colorless) == "a")
  }

  @Test("ends styles and links before line feeds and at the end of the text")
  func lines() {
    let link = Hyperlink("https://example.com")
    let text = StyledText("a\nb", .bold, link: link)
    let line = "\u{1B}]8;;https://example.com\u{1B}\\\u{1B}[1m"
    let end = "\u{1B}[0m\u{1B}]8;;\u{1B}\\"
    #expect(text.encoded(for: .full) == "\(line)a\(end)\n\(line)b\(end)")
  }

  @Test("writes no escape sequence between spans that look the same on the output")
  func noSuperfluousSequences() {
    let text = StyledText("a", .foreground(.rgb(255, 0, 0))) + StyledText("b", .foreground(.rgb(254, 0, 0)))
    let capabilities = OutputCapabilities(colorDepth: .sixteen, showsAttributes: true, showsHyperlinks: true)
    #expect(text.encoded(for: capabilities) == "\u{1B}[91mab\u{1B}[0m")
  }

  @Test("removes control characters from untrusted input")
  func boundary() {
    let text = StyledText("a\u{1B}[2J\u{9B}\u{202E}\tb\nc", .bold)
    #expect(text.plainText == "a\u{241B}[2J\u{FFFD}\u{FFFD} b\nc")
    #expect(text.onOneLine.plainText == "a\u{241B}[2J\u{FFFD}\u{FFFD} b c")
  }

  @Test("combines span styles with a base style, and links the whole text")
  func basesAndLinks() {
    let text = StyledText("a", .foreground(.red)) + "b"
    let styled = text.styled(.bold.foreground(.blue))
    #expect(styled.spans.map(\.style) == [.bold.foreground(.red), .bold.foreground(.blue)])
    let link = Hyperlink("https://example.com")
    #expect(text.linked(to: link).spans.allSatisfy { $0.link == link })
    #expect(text.linked(to: link).linked(to: nil) == text)
  }
}

@Suite("Hyperlink")
struct HyperlinkTests {
  @Test(
    "accepts a target that is safe in an escape sequence",
    arguments: [
      ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"), ("HTTP://example.com", "HTTP://example.com"),
      ("mailto:a@example.com", "mailto:a@example.com"), ("tel:+1-2", "tel:+1-2"),
      ("https://example.com/\u{E9}\u{4F60}", "https://example.com/%C3%A9%E4%BD%A0"), ("https://a/;b", "https://a/;b"),
    ] as [(String, String)]
  )
  func valid(target: String, encoded: String) {
    #expect(Hyperlink(target)?.target == encoded)
  }

  @Test(
    "rejects a target that is unsafe, relative or too long",
    arguments: [
      "", ":", "https", "https:", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "/relative",
      "https://a b",
      "https://a\u{1B}\\", "https://a\u{7}", "https://a\nb", "https://a\u{7F}", "https://a\u{9C}", "https://a\u{202E}b",
      "x:y",
      "https://a/" + String(repeating: "a", count: 2_083),
    ]
  )
  func invalid(target: String) {
    #expect(Hyperlink(target) == nil)
  }

  @Test("accepts only the given link schemes instead of the default schemes")
  func schemes() {
    #expect(Hyperlink("file:///tmp", schemes: ["file"])?.target == "file:///tmp")
    #expect(Hyperlink("https://a", schemes: ["file"]) == nil)
  }
}
