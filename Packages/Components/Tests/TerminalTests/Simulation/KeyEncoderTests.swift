import Components
import Terminal
import Testing

@testable import TerminalTesting

@Suite("Key encoder")
struct KeyEncoderTests {
  @Test(
    "encodes keys as a terminal with and without kitty's protocol",
    arguments: [
      (KeyPress.character("a"), "a", "a"), (.character("é"), "é", "é"), (KeyPress(.character("A"), .shift), "A", "A"),
      (.control("a"), "\u{01}", "\u{1B}[97;5u"), (.alt(.character("a")), "\u{1B}a", "\u{1B}[97;3u"),
      (KeyPress(.character("a"), [.control, .alt]), "\u{1B}\u{01}", "\u{1B}[97;7u"), (KeyPress(.enter), "\r", "\r"),
      (KeyPress(.enter, .alt), "\u{1B}\r", "\u{1B}[13;3u"), (KeyPress(.enter, .shift), "\r", "\u{1B}[13;2u"),
      (KeyPress(.tab), "\t", "\t"), (KeyPress(.tab, .shift), "\u{1B}[Z", "\u{1B}[Z"),
      (KeyPress(.tab, .control), "\t", "\u{1B}[9;5u"), (KeyPress(.backspace), "\u{7F}", "\u{7F}"),
      (KeyPress(.backspace, .alt), "\u{1B}\u{7F}", "\u{1B}[127;3u"), (KeyPress(.escape), "\u{1B}", "\u{1B}[27u"),
      (KeyPress(.up), "\u{1B}[A", "\u{1B}[A"), (KeyPress(.down), "\u{1B}[B", "\u{1B}[B"),
      (KeyPress(.right), "\u{1B}[C", "\u{1B}[C"), (KeyPress(.left), "\u{1B}[D", "\u{1B}[D"),
      (KeyPress(.end), "\u{1B}[F", "\u{1B}[F"), (KeyPress(.home), "\u{1B}[H", "\u{1B}[H"),
      (KeyPress(.up, .control), "\u{1B}[1;5A", "\u{1B}[1;5A"), (KeyPress(.insert), "\u{1B}[2~", "\u{1B}[2~"),
      (KeyPress(.delete), "\u{1B}[3~", "\u{1B}[3~"), (KeyPress(.pageUp), "\u{1B}[5~", "\u{1B}[5~"),
      (KeyPress(.pageDown), "\u{1B}[6~", "\u{1B}[6~"), (KeyPress(.delete, .shift), "\u{1B}[3;2~", "\u{1B}[3;2~"),
      (KeyPress(.function(1)), "\u{1B}OP", "\u{1B}OP"), (KeyPress(.function(4)), "\u{1B}OS", "\u{1B}OS"),
      (KeyPress(.function(2), .shift), "\u{1B}[1;2Q", "\u{1B}[1;2Q"),
      (KeyPress(.function(5)), "\u{1B}[15~", "\u{1B}[15~"),
      (KeyPress(.function(12)), "\u{1B}[24~", "\u{1B}[24~"), (KeyPress(.function(20)), "\u{1B}[34~", "\u{1B}[34~"),
      (KeyPress(.function(21)), "\u{1B}[57384u", "\u{1B}[57384u"),
    ]
  )
  func keys(_ press: KeyPress, _ legacy: String, _ kitty: String) {
    #expect(KeyEncoder(disambiguates: false).bytes(for: press) == Array(legacy.utf8))
    #expect(KeyEncoder(disambiguates: true).bytes(for: press) == Array(kitty.utf8))
  }

  @Test(
    "encodes mouse events with their button, modifiers and position",
    arguments: [
      (MouseEvent(.press(.left), at: .zero), "0;1;1M"),
      (MouseEvent(.release(.middle), at: Point(x: 2, y: 1)), "1;3;2m"),
      (MouseEvent(.press(.right), at: .zero, .shift), "6;1;1M"), (MouseEvent(.drag(.left), at: .zero, .alt), "40;1;1M"),
      (MouseEvent(.move, at: .zero, .control), "51;1;1M"),
      (MouseEvent(.scroll(columns: 0, rows: -3), at: .zero), "64;1;1M"),
      (MouseEvent(.scroll(columns: 0, rows: 3), at: .zero), "65;1;1M"),
      (MouseEvent(.scroll(columns: -1, rows: 0), at: .zero), "66;1;1M"),
      (MouseEvent(.scroll(columns: 1, rows: 0), at: .zero), "67;1;1M"),
    ]
  )
  func mouse(_ event: MouseEvent, _ expected: String) {
    #expect(KeyEncoder(disambiguates: true).bytes(for: event) == Array("\u{1B}[<\(expected)".utf8))
  }
}
