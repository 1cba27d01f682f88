import BasicsTesting
import Components
import Foundation
import Terminal
import TerminalTesting

/// A simulated user with random keys, clicks, pastes, links, terminal sizes and system events.
///
/// The same seed produces the same actions as long as the program behaves the same.
struct RandomPerson {
  private var chance: SeededGenerator

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  /// Valid and invalid links; an employee's page is listed several times, because other actions rarely open one.
  private static let links =
    [
      "counter", "directory", "markets", "markets/bitcoin?days=30", "markets/ethereum?days=1", "markets/no-such-coin",
      "markets/portfolio", "markets/alerts", "markets/alerts?coin=bitcoin", "settings", "nowhere/at/all",
      "directory/none", "dashboard",
    ] + Array(repeating: "directory/4cc47572-f3b2-4a14-81f2-b1c99acdfd81", count: 4)

  /// Text that often breaks programs.
  private static let texts = [
    "a", "7", "0.5", "1e9", "-1", "€", "Łukasz", "👩‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}",
    "\u{202E}right to left", "\u{1B}[2J\u{1B}]0;x\u{07}",
    "日本語のテキスト", "two\nlines\r\n", "\t", "\u{0}", String(repeating: "long ", count: 400), "markets/bitcoin",
  ]

  private static let keys: [KeyPress] = [
    .init(.up), .init(.down), .init(.left), .init(.right), .init(.enter), .init(.escape), .init(.tab),
    .init(.tab, .shift), .init(.backspace), .init(.delete), .init(.home), .init(.end), .init(.pageUp), .init(.pageDown),
    .init(.insert),
    .control("a"), .control("e"), .control("f"), .control("k"), .control("p"), .control("r"), .control("u"),
    .control("w"),
  ]

  private static let characters = Array("abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890/?:[]<>+-.,= ")

  @MainActor
  mutating func act(on terminal: ScriptedTerminal) {
    switch below(100) {
    case 0..<30: terminal.press(pick(Self.keys))
    case 30..<52: terminal.type(String(pick(Self.characters)))
    case 52..<60: terminal.press(.function(below(13)))
    case 60..<68: open(pick(Self.links), on: terminal)
    case 68..<71: terminal.paste(pick(Self.texts))
    case 71..<74: terminal.type(String(pick(Self.texts).prefix(20)))
    case 74..<82: click(on: terminal)
    case 82..<88: useMouse(on: terminal)
    case 88..<94: resize(terminal)
    case 94..<96: terminal.focus(below(2) == 0)
    case 96..<98: terminal.send((0..<below(12)).map { _ in UInt8(below(256)) })
    case 98: terminal.send(below(2) == 0 ? .continued : .stopRequested)
    default: leave(terminal)
    }
  }

  /// Returns a pause in simulated time, which is usually short and sometimes long.
  mutating func pause() -> Duration {
    below(50) == 0 ? .seconds(below(30)) : .milliseconds(20 + below(400))
  }

  @MainActor
  private mutating func open(_ link: String, on terminal: ScriptedTerminal) {
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))
    terminal.type(":" + link + "\n")
  }

  @MainActor
  private mutating func click(on terminal: ScriptedTerminal) {
    guard let targets = terminal.frame?.targets, !targets.isEmpty else { return }
    let area = pick(targets).area
    let place = Point(
      x: area.origin.x + below(max(area.size.width, 1)),
      y: area.origin.y + below(max(area.size.height, 1))
    )
    for _ in 0...below(2) { terminal.click(at: place) }
  }

  @MainActor
  private mutating func useMouse(on terminal: ScriptedTerminal) {
    let place = Point(x: below(max(terminal.size.width, 1)), y: below(max(terminal.size.height, 1)))
    let actions: [MouseEvent.Action] = [
      .press(.left), .press(.middle), .press(.right), .drag(.left), .release(.left), .move,
      .scroll(columns: 0, rows: 3), .scroll(columns: 0, rows: -3), .scroll(columns: 1, rows: 0),
    ]
    terminal.mouse(pick(actions), at: place)
  }

  /// Resizes the terminal to between 1 × 1 and 300 × 100 cells, and often back to a common size.
  @MainActor
  private mutating func resize(_ terminal: ScriptedTerminal) {
    let sizes = [Size(width: 1, height: 1), Size(width: 300, height: 100), Size(width: 40, height: 12)]
    switch below(4) {
    case 0: terminal.resize(to: pick(sizes))
    case 1: terminal.resize(to: Size(width: 1 + below(300), height: 1 + below(100)))
    default: terminal.resize(to: Size(width: 100, height: 30))
    }
  }

  /// Quits the program, ends it with a system event or, most often, opens the help.
  @MainActor
  private mutating func leave(_ terminal: ScriptedTerminal) {
    switch below(12) {
    case 0: terminal.send(.signal(15))
    case 1: terminal.send(.ended)
    case 2, 3: terminal.press(.control("c"))
    case 4, 5: terminal.type("q")
    default: terminal.type("?")
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
