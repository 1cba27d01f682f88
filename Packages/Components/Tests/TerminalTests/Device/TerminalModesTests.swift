import BasicsTesting
import Components
import Terminal
import TerminalTesting
import Testing

@Suite("Terminal modes")
struct TerminalModesTests {
  private static let fullScreen: TerminalModes = {
    var modes = TerminalModes.initial
    modes.showsAlternateScreen = true
    modes.showsCursor = false
    modes.wrapsLines = false
    modes.mouse = .dragging
    modes.bracketsPaste = true
    modes.reportsFocus = true
    modes.disambiguatesKeys = true
    modes.title = "Title"
    return modes
  }()

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("writes nothing if no terminal mode changes")
  func same() {
    #expect(Self.fullScreen.transition(from: Self.fullScreen) == [])
    #expect(TerminalModes.initial.transition(from: .initial) == [])
  }

  @Test("writes the bytes that enter and leave full-screen mode")
  func fullScreen() {
    #expect(
      text(Self.fullScreen.transition(from: .initial)).debugDescription
        == ("\u{1B}[?1049h\u{1B}[>1u\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?7l\u{1B}[?25l"
        + "\u{1B}[22;0t\u{1B}]2;Title\u{1B}\\").debugDescription
    )
    #expect(
      text(TerminalModes.initial.transition(from: Self.fullScreen)).debugDescription
        == ("\u{1B}[<u\u{1B}[?1002l\u{1B}[?1006l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?7h\u{1B}[?25h\u{1B}[23;0t\u{1B}[?1049l")
        .debugDescription
    )
  }

  @Test("writes one sequence per changed terminal mode")
  func single() {
    var modes = Self.fullScreen
    modes.mouse = .buttons
    #expect(text(modes.transition(from: Self.fullScreen)) == "\u{1B}[?1002l\u{1B}[?1000h")
    modes.mouse = .off
    #expect(text(modes.transition(from: Self.fullScreen)) == "\u{1B}[?1002l\u{1B}[?1006l")
    modes = Self.fullScreen
    modes.title = "Other"
    #expect(text(modes.transition(from: Self.fullScreen)) == "\u{1B}]2;Other\u{1B}\\")
  }

  @Test("restores the terminal after any sequence of modes, in at most 512 bytes")
  func restoration() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      var model = ModelTerminal(size: Size(width: 20, height: 4))
      var modes = TerminalModes.initial
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        var next = TerminalModes.initial
        next.showsAlternateScreen = Bool.random(using: &random)
        // Keyboard flags belong to the screen that was shown when they were set.
        next.disambiguatesKeys = next.showsAlternateScreen && Bool.random(using: &random)
        next.showsCursor = Bool.random(using: &random)
        next.wrapsLines = Bool.random(using: &random)
        next.mouse = [.off, .buttons, .dragging].randomElement(using: &random) ?? .off
        next.bracketsPaste = Bool.random(using: &random)
        next.reportsFocus = Bool.random(using: &random)
        next.title = [nil, "a", "b"].randomElement(using: &random) ?? nil
        model.feed(next.transition(from: modes))
        modes = next
      }
      model.feed(modes.restoration)
      #expect(model.isRestored)
      #expect(modes.restoration.count <= 512)
    }
  }

  @Test("truncates a window title after 200 bytes", arguments: [(199, 199), (200, 200), (201, 200)])
  func longTitle(_ count: Int, _ expected: Int) {
    var modes = TerminalModes.initial
    modes.title = String(repeating: "x", count: count)
    #expect(
      text(modes.transition(from: .initial))
        == "\u{1B}[22;0t\u{1B}]2;\(String(repeating: "x", count: expected))\u{1B}\\"
    )
  }

  @Test("undoes only the set modes, after resetting styles, links and synchronized output")
  func restorationBytes() {
    let start = "\u{1B}\\\u{1B}[0m\u{1B}]8;;\u{1B}\\\u{1B}[?2026l"
    #expect(text(TerminalModes.initial.restoration) == start + "\u{1B}[?25h")
    var modes = TerminalModes.initial
    modes.mouse = .buttons
    modes.wrapsLines = false
    #expect(text(modes.restoration) == start + "\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?7h\u{1B}[?25h")
  }

  @Test("sanitizes and truncates the window title")
  func hostileTitle() {
    var modes = TerminalModes.initial
    modes.title = "a\u{1B}\\\u{1B}[2J\u{07}\u{9C}" + String(repeating: "ü", count: 500)
    let bytes = modes.transition(from: .initial)
    #expect(bytes.filter { $0 == 0x1B }.count == 3)
    #expect(!bytes.contains(0x07))
    #expect(bytes.count < 230)
  }
}
