import BasicsTesting
import Testing

@testable import Components

@Suite("Text with escape sequences")
struct EscapesTests {
  private static let escape = "\u{1B}"

  @Test(
    "parses escape sequences into styled text",
    arguments: [
      ("1", .bold), ("1;31", .bold.foreground(.red)), ("0;4", .underline), ("91", .foreground(.ansi(.brightRed))),
      ("44", .background(.blue)), ("107", .background(.ansi(.brightWhite))), ("38;5;200", .foreground(.palette(200))),
      ("48;2;1;2;3", .background(.rgb(1, 2, 3))), ("38:2::1:2:3", .foreground(.rgb(1, 2, 3))),
      ("38:2:1:2:3", .foreground(.rgb(1, 2, 3))), ("38:5:9;1", .bold.foreground(.palette(9))), ("4:3", .underline),
      ("4:0", .plain), ("1;22", .plain), ("38;5", .plain), ("38;2;1", .plain), ("38;5;999", .plain), ("77", .plain),
      ("", .plain), ("9;8;7;5;3;2", TextStyle(attributes: [.strikethrough, .hidden, .inverse, .blink, .italic, .dim])),
      ("38;5;1;1", .bold.foreground(.palette(1))), ("31;39", .plain), ("41;49", .plain), ("123456789", .plain),
    ] as [(String, TextStyle)]
  )
  func styles(parameters: String, style: TextStyle) {
    #expect(StyledText(escaped: "\(Self.escape)[\(parameters)mx") == StyledText("x", style))
  }

  @Test("preserves the start and end of each link in parsed text")
  func links() {
    let text = "a\u{1B}]8;;https://example.com\u{1B}\\b\u{1B}]8;;\u{7}c"
    let link = Hyperlink("https://example.com")
    #expect(StyledText(escaped: text) == "a" + StyledText("b", link: link) + "c")
  }

  @Test(
    "removes all escape sequences other than styles and links",
    arguments: [
      "\u{1B}[2J", "\u{1B}[?25l", "\u{1B}[>4;1m", "\u{1B}[1 q", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;AA==\u{1B}\\",
      "\u{1B}Pq#0\u{1B}\\", "\u{1B}_G\u{1B}\\", "\u{1B}c", "\u{1B}(B", "\u{1B}7", "\u{1B}]8;;javascript:x\u{7}",
    ]
  )
  func others(sequence: String) {
    #expect(StyledText(escaped: "a" + sequence + "b") == "ab")
  }

  @Test(
    "shows invalid escape sequences as visible text",
    arguments: [
      ("\u{1B}", "\u{241B}"), ("a\u{1B}[", "a\u{241B}["), ("\u{1B}[31", "\u{241B}[31"),
      ("\u{1B}]0;title", "\u{241B}]0;title"),
      ("\u{1B}[3\u{7}m", "\u{241B}[3\u{2407}m"), ("\u{9B}31mx", "\u{FFFD}31mx"), ("\u{1B}\u{E9}", "\u{241B}\u{E9}"),
    ] as [(String, String)]
  )
  func broken(text: String, shown: String) {
    #expect(StyledText(escaped: text).plainText == shown)
  }

  @Test("measures, wraps and truncates parsed text like any other text")
  func operations() {
    let text = StyledText(escaped: "\u{1B}[31mred and\u{1B}[0m plain")
    #expect(text.displayWidth() == 13)
    #expect(
      text.wrapped(to: 7).map { $0.encoded(for: .full) } == ["\u{1B}[31mred and\u{1B}[0m", "plain"]
    )
    #expect(text.truncated(to: 5).encoded(for: .full) == "\u{1B}[31mred \u{2026}\u{1B}[0m")
  }

  @Test("leaves no control characters in parsed text")
  func fuzz() {
    var random = RandomText(seed: 8)
    for _ in 0..<LongTests.rounds(byDay: 1_500, byNight: 50_000) {
      let text = random.hostile(maximumParts: 10)
      let plain = StyledText(escaped: text).encoded(for: .plain)
      #expect(!plain.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }
  }

  @Test("preserves styled text when encoding and parsing it")
  func roundTrip() {
    var random = RandomText(seed: 9)
    let styles: [TextStyle] = [
      .plain, .bold, .dim.italic(), .foreground(.red).background(.palette(77)), .inverse.foreground(.rgb(1, 2, 3)),
      .underline.attributes(.strikethrough),
    ]
    for _ in 0..<LongTests.rounds(byDay: 1_000, byNight: 20_000) {
      let text = (0..<4).map { _ in
        StyledText(
          random.printable(maximumParts: 3),
          styles[random.number(in: 0...(styles.count - 1))],
          link: random.number(in: 0...3) == 0 ? Hyperlink("https://example.com/\(random.number(in: 0...1))") : nil
        )
      }.joined()
      #expect(StyledText(escaped: text.encoded(for: .full)) == text)
    }
  }
}
