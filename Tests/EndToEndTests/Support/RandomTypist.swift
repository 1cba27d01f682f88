import BasicsTesting
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A simulated user with random keys, clicks, pastes, links, terminal sizes and stops.
///
/// It doesn't quit the program on purpose, but the command palette may do so.
struct RandomTypist {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let links = [
    "counter", "directory", "markets", "markets/bitcoin?days=30", "markets/ethereum?days=1", "markets/no-such-coin",
    "markets/portfolio", "markets/alerts", "settings", "nowhere/at/all",
  ]

  private static let sequences = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[H", "\u{1B}[F", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[3~",
    "\u{1B}[Z", "\u{1B}[15~", "\u{1B}OP", "\r", "\r", "\t", "\u{7F}", "\u{1B}", "\u{6}", "\u{10}", "\u{12}", "\u{15}",
    "\u{17}", "\u{1B}[I", "\u{1B}[O",
  ]

  private static let texts = [
    "a", "7", "0.5", "€", "Łukasz", "👩‍👩‍👧‍👦", "e\u{301}\u{301}", "\u{202E}right to left", "日本語", "two\nlines\r\n",
    "\t", "\u{1B}[2J", String(repeating: "long ", count: 200), "markets/bitcoin",
  ]

  private static let characters = Array("abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ1234567890/?:[]+-., =")

  mutating func act(on terminal: WatchedTerminal) async throws {
    switch below(100) {
    case 0..<34: try await type(pick(Self.sequences), terminal)
    case 34..<56: try await type(String(pick(Self.characters)), terminal)
    case 56..<64: try await type("\(1 + below(4))", terminal)
    case 64..<74: try await open(pick(Self.links), terminal)
    case 74..<78: try await type("\u{1B}[200~" + pick(Self.texts) + "\u{1B}[201~", terminal)
    case 78..<88: try await useMouse(terminal)
    case 88..<96: resize(terminal)
    case 96..<98: try await terminal.send((0..<below(8)).map { _ in UInt8(0x80 + below(128)) })
    case 98: try await stop(terminal)
    default: terminal.send(signal: SIGCONT)
    }
  }

  /// Returns a pause between actions; some pauses are long enough for responses to arrive.
  mutating func pause() -> Duration { .milliseconds(below(40) == 0 ? 200 : 2 + below(20)) }

  private func type(_ text: String, _ terminal: WatchedTerminal) async throws {
    try await terminal.send(Array(text.utf8))
  }

  private mutating func open(_ link: String, _ terminal: WatchedTerminal) async throws {
    try await type("\u{1B}", terminal)
    // This is long enough for Escape to count as a key.
    try await terminal.read(for: .milliseconds(60))
    try await type(":\(link)\r", terminal)
  }

  private mutating func useMouse(_ terminal: WatchedTerminal) async throws {
    let (column, row) = (1 + below(100), 1 + below(30))
    switch below(4) {
    case 0: try await type("\u{1B}[<\(64 + below(2));\(column);\(row)M", terminal)
    case 1: try await type("\u{1B}[<32;\(column);\(row)M", terminal)
    default: try await type("\u{1B}[<0;\(column);\(row)M\u{1B}[<0;\(column);\(row)m", terminal)
    }
  }

  /// Resizes the terminal to between 1 × 1 and 250 × 80 cells, and often back to a common size.
  private mutating func resize(_ terminal: WatchedTerminal) {
    switch below(4) {
    case 0: terminal.resize(columns: 1 + below(250), rows: 1 + below(80))
    case 1: terminal.resize(columns: 1, rows: 1)
    default: terminal.resize(columns: 100, rows: 30)
    }
  }

  /// Stops and continues the program, which restores the terminal and then takes it over again.
  ///
  /// Whether the system actually stops the program depends on its parent process (POSIX, orphaned process groups).
  private mutating func stop(_ terminal: WatchedTerminal) async throws {
    terminal.send(signal: SIGTSTP)
    try await terminal.read(for: .milliseconds(100 + below(100)))
    terminal.send(signal: SIGCONT)
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
