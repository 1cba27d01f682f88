import Components
import Terminal
import TerminalTesting
import Testing

@MainActor
@Suite("Hostile text on a terminal")
struct HostileTextTests {
  /// An app that shows a string in every place where an app can show text.
  private final class Board: TerminalApp {
    let text: String

    init(_ text: String) { self.text = text }

    var title: String { text }
    var isAnimating: Bool { false }

    func body(size: Size, in environment: RenderEnvironment) -> any Widget {
      VStack {
        Text("First row")
        Text(text)
        Button(text)
        TextField(TextFieldState(text), state: .focused)
        Text(StyledText(text, .bold))
        Text("Last row")
      }
    }

    func handle(_ event: InputEvent, over frame: RenderedFrame) {}
  }

  nonisolated static let texts = [
    "\u{1B}[2J\u{1B}[H\u{1B}[31m", "\u{1B}]2;owned\u{07}", "\u{1B}]52;c;b3duZWQ=\u{1B}\\",
    "\u{9B}2J\u{9D}2;owned\u{9C}",
    "\u{07}\u{08}\u{0D}\u{0A}\u{7F}", "\u{1B}[?1049l\u{1B}[?25h\u{1B}[<u\u{1B}[?2004l", "\u{1B}Pq#0~\u{1B}\\",
    "\u{1B}_Ga=T,i=1;AAAA\u{1B}\\", "\u{1B}]8;;https://example.org\u{1B}\\link", "\u{1B}", "\u{1B}[", "\u{1B}]",
    "\u{18}\u{1A}",
    "a\u{202E}b\u{2066}c", "\u{1B}]777;notify;a;b\u{07}", "\u{1B}c", "\u{0E}\u{0F}",
  ]

  @Test("draws hostile text harmlessly on a full screen and in titles, notifications and copied text", arguments: texts)
  func screen(_ text: String) async throws {
    // Given
    let terminal = ScriptedTerminal(
      size: Size(width: 40, height: 9),
      profile: TerminalProfile(isAddressable: true, notifications: .osc777)
    )
    // When
    let runtime = terminal.start(Board(text))
    try await terminal.waitUntil(contains: "Last row")
    runtime.notify(title: text, message: text)
    runtime.copy(text)
    try await terminal.settle()
    // Then
    #expect(terminal.lines.first == "First row")
    #expect(terminal.model.modes.isSuperset(of: [1049, 2004, 1004, 1006]))
    #expect(terminal.model.keyboardFlags == [1])
    #expect(terminal.bells == 0)
    #expect(terminal.clipboard == [text])
    #expect(terminal.notifications.count == 1)
    #expect(terminal.model.images.isEmpty)
    #expect(terminal.model.inlineImages == 0)
    #expect(terminal.title.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    // When
    runtime.quit()
    _ = try await terminal.waitForEnd()
    // Then
    #expect(terminal.model.isRestored)
  }

  @Test("writes hostile text harmlessly in line mode", arguments: texts)
  func lines(_ text: String) async throws {
    // Given
    let terminal = ScriptedTerminal(profile: TerminalProfile(isAddressable: false))
    // When
    terminal.start(Board(text), environment: RenderEnvironment(capabilities: .plain))
    try await terminal.waitUntil(contains: "Last row")
    // Then
    let written = String(decoding: terminal.writes.joined(), as: UTF8.self)
    let controls = written.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) }
    #expect(controls.isEmpty)
  }
}
