import Components
import TerminalTesting
import Testing

@Suite("Simulated terminal")
struct ModelTerminalTests {
  private func terminal(_ text: String, width: Int = 6, height: Int = 3) -> ModelTerminal {
    var terminal = ModelTerminal(size: Size(width: width, height: height))
    terminal.feed(Array(text.utf8))
    return terminal
  }

  @Test(
    "writes text and moves the cursor within the screen",
    arguments: [
      ("ab\r\ncd", ["ab", "cd", ""], 2, 1), ("ab\ncd", ["ab", "  cd", ""], 4, 1), ("abcdef", ["abcdef", "", ""], 5, 0),
      ("abcdefg", ["abcdeg", "", ""], 5, 0), ("\u{1B}[2;3Hx", ["", "  x", ""], 3, 1),
      ("\u{1B}[2Hx", ["", "x", ""], 1, 1),
      ("ab\u{1B}[Hx", ["xb", "", ""], 1, 0), ("\u{1B}[9;9Hx", ["", "", "     x"], 5, 2),
      ("\u{1B}[0;0Hx", ["x", "", ""], 1, 0),
      ("ab\u{1B}[5Gx", ["ab  x", "", ""], 5, 0), ("ab\u{1B}[Gx", ["xb", "", ""], 1, 0),
      ("\u{1B}[2Cx", ["  x", "", ""], 3, 0),
      ("\u{1B}[Cx", [" x", "", ""], 2, 0), ("abcd\u{1B}[3G\u{1B}[K", ["ab", "", ""], 2, 0),
      ("a\nb\nc\nd", [" b", "  c", "   d"], 4, 2), ("\u{4F60}b", ["\u{4F60}b", "", ""], 3, 0),
      ("\u{4F60}\u{1B}[2Gx", [" x", "", ""], 2, 0), ("\u{4F60}\rx", ["x", "", ""], 1, 0),
      ("\u{1B}[6G\u{4F60}", ["", "", ""], 5, 0), ("\u{1B}[5G\u{4F60}", ["    \u{4F60}", "", ""], 5, 0),
      ("e\u{301}x", ["e\u{301}x", "", ""], 2, 0), ("a\u{1}\u{7F}b", ["ab", "", ""], 2, 0),
      ("é\u{20AC}", ["é\u{20AC}", "", ""], 2, 0),
      ("\u{2764}\u{FE0F}x", ["\u{2764}\u{FE0F}x", "", ""], 3, 0), ("\u{1B}7a\u{1B}[5na", ["aa", "", ""], 2, 0),
      ("\u{4F60}\u{1B}[2G\u{1B}[K", ["", "", ""], 1, 0),
    ] as [(String, [String], Int, Int)]
  )
  func screen(text: String, lines: [String], x: Int, y: Int) {
    let terminal = terminal(text)
    #expect(terminal.screen.lines == lines)
    #expect(terminal.screen.cursor == Point(x: x, y: y))
  }

  @Test("keeps the style and link of each cell, and the background of erased cells")
  func styles() {
    let terminal = terminal(
      "\u{1B}[1;31ma\u{1B}[0m\u{1B}]8;;https://example.com\u{1B}\\b\u{1B}]8;;\u{1B}\\c\u{1B}[1;44m\u{1B}[K"
    )
    let screen = terminal.screen
    #expect(screen[0, 0].style == TextStyle(foreground: .red, attributes: .bold))
    #expect(screen[0, 0].link == nil)
    #expect(screen[1, 0].style == .plain)
    #expect(screen[1, 0].link == "https://example.com")
    #expect(screen[2, 0].link == nil)
    #expect(screen[3, 0].style == .background(.blue))
    #expect(screen[5, 0].style == .background(.blue))
    #expect(screen[0, 1].style == .plain)
  }

  @Test("keeps the main screen while the alternate screen is shown")
  func alternateScreen() {
    var terminal = terminal("main\u{1B}[?1049halt")
    #expect(terminal.screen.lines[0] == "alt")
    #expect(terminal.modes == [7, 25, 1049])
    terminal.feed(Array("\u{1B}[?1049h\u{1B}[?1049l".utf8))
    #expect(terminal.screen.lines[0] == "main")
    #expect(terminal.isRestored)
    terminal.feed(Array("\u{1B}[?1049l\u{1B}[?25l".utf8))
    #expect(terminal.screen.lines[0] == "main")
    #expect(!terminal.isRestored)
  }

  @Test("records titles, keyboard flags, bells, copied text, commands, images and questions")
  func records() {
    var terminal = terminal("\u{1B}]2;a;b\u{7}\u{1B}[22;0t\u{1B}]2;c\u{1B}\\")
    #expect(terminal.title == "c")
    #expect(!terminal.isRestored)
    terminal.feed(Array("\u{1B}[23;0t".utf8))
    #expect(terminal.title == "a;b")
    #expect(terminal.isRestored)
    terminal.feed(Array("\u{1B}[>5u\u{1B}[>1u\u{1B}[<u".utf8))
    #expect(terminal.keyboardFlags == [5])
    terminal.feed(Array("\u{1B}[<u\u{1B}[<u\u{7}\u{7}".utf8))
    #expect(terminal.keyboardFlags == [])
    #expect(terminal.bells == 2)
    terminal.feed(Array("\u{1B}]52;c;YQ==\u{7}\u{1B}]9;note\u{7}\u{1B}]777;notify;a;b\u{7}".utf8))
    #expect(terminal.clipboard == ["YQ=="])
    #expect(terminal.commands == ["9;note", "777;notify;a;b"])
    terminal.feed(Array("\u{1B}_Ga=T,i=3,s=1;AAAA\u{1B}\\\u{1B}_Ga=T,i=4;AAAA\u{1B}\\\u{1B}_Ga=d,d=I,i=3\u{1B}\\".utf8))
    #expect(terminal.images == ["4"])
    terminal.feed(Array("\u{1B}P0;1;0q#0@\u{1B}\\\u{1B}]1337;File=:AA\u{7}".utf8))
    #expect(terminal.inlineImages == 2)
    terminal.feed(Array("\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p\u{1B}[16t\u{1B}[c\u{1B}_Gi=1,a=q;AAAA\u{1B}\\".utf8))
    #expect(terminal.questions == 5)
    #expect(terminal.screen.lines == ["", "", ""])
  }

  @Test("fills a resized screen with placeholders, and moves the cursor to its last cell")
  func resize() {
    var terminal = terminal("a\u{1B}[?1049h")
    terminal.resize(to: Size(width: 3, height: 2))
    #expect(terminal.screen.lines == ["???", "???"])
    #expect(terminal.screen.cursor == Point(x: 2, y: 1))
    terminal.feed(Array("\u{1B}[?1049l".utf8))
    #expect(terminal.screen.lines == ["", ""])
  }

  @Test(
    "measures clusters by the rules of several kinds of terminals",
    arguments: [
      (ModelScreen.WidthModel.agreeing, "\u{2764}\u{FE0F}x", 3), (.variationSelectorIgnored, "\u{2764}\u{FE0F}x", 2),
      (.codePoints, "\u{1F469}\u{200D}\u{1F680}x", 5), (.agreeing, "\u{1F469}\u{200D}\u{1F680}x", 3),
      (.olderTables, "\u{3248}x", 3), (.agreeing, "\u{3248}x", 2), (.olderTables, "\u{324F}x", 3),
      (.olderTables, "\u{3247}x", 3), (.olderTables, "\u{378}x", 1),
    ]
  )
  func widths(model: ModelScreen.WidthModel, text: String, column: Int) {
    var terminal = ModelTerminal(size: Size(width: 9, height: 1), widths: model)
    terminal.feed(Array(text.utf8))
    #expect(terminal.screen.cursor.x == column)
  }
}
