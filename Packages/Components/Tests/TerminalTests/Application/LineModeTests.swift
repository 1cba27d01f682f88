import Components
import Terminal
import TerminalTesting
import Testing

@MainActor
@Suite("Line mode")
struct LineModeTests {
  private let app = CounterApp()
  private let terminal = ScriptedTerminal(
    size: Size(width: 60, height: 30),
    profile: TerminalProfile(isAddressable: false, hasTitle: false, answersQuestions: false)
  )

  private func begin() async throws {
    app.runtime = terminal.start(app, environment: RenderEnvironment(capabilities: .plain))
    try await terminal.waitUntil(contains: "Count: 0")
  }

  /// Returns the lines written after a number of writes.
  private func written(since count: Int) -> [String] {
    terminal.writes[count...].joined().split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("writes instructions and the screen without escape sequences in line mode")
  func start() async throws {
    // When
    try await begin()
    app.model.isBusy = true
    try await terminal.waitUntil(contains: "Loading")
    app.runtime?.quit()
    _ = try await terminal.waitForEnd()
    // Then
    let all = terminal.writes.joined()
    #expect(all.starts(with: Array("Line mode.".utf8)))
    #expect(!all.contains(0x1B))
    #expect(!all.contains(0x0D))
  }

  @Test("writes only new lines in line mode")
  func changes() async throws {
    // Given
    try await begin()
    let count = terminal.writes.count
    // When
    terminal.type("up\n")
    try await terminal.waitUntil(contains: "Count: 1")
    // Then
    #expect(written(since: count) == ["Count: 1"])
    // When
    terminal.type("f5\n")
    try await terminal.settle()
    // Then
    #expect(written(since: count) == ["Count: 1"])
    // When
    terminal.type(".\n")
    try await terminal.settle()
    // Then
    #expect(written(since: count).count > 4)
  }

  @Test("stops animations in line mode")
  func animation() async throws {
    // Given
    try await begin()
    app.model.isBusy = true
    try await terminal.waitUntil(contains: "Loading")
    let frames = terminal.frameCount
    // When
    terminal.advance(by: .seconds(60))
    try await terminal.settle()
    // Then
    #expect(terminal.frameCount == frames)
  }

  @Test(
    "reads typed lines as keys and text",
    arguments: [
      ("j", [InputEvent.key(.character("j"))]), ("J", [.key(.character("J"))]), ("?", [.key(.character("?"))]),
      ("", [.key(KeyPress(.enter))]), (" ", [.key(.character(" "))]), ("Tab", [.key(KeyPress(.tab))]),
      ("shift-tab", [.key(KeyPress(.tab, .shift))]), ("Ctrl-X", [.key(.control("x"))]),
      ("ctrl--", [.key(.control("-"))]), ("alt-B", [.key(.alt(.character("B")))]),
      ("F12", [.key(KeyPress(.function(12)))]), ("f1", [.key(KeyPress(.function(1)))]), ("f0", [.paste("f0")]),
      ("f35", [.key(KeyPress(.function(35)))]), ("alt-f4", [.key(KeyPress(.function(4), .alt))]),
      ("f", [.key(.character("f"))]),
      ("ctrl-alt-Up", [.key(KeyPress(.up, [.control, .alt]))]), ("  tab ", [.key(KeyPress(.tab))]),
      ("f36", [.paste("f36")]),
      ("down down enter", [.key(KeyPress(.down)), .key(KeyPress(.down)), .key(KeyPress(.enter))]),
      ("PgDn", [.key(KeyPress(.pageDown))]), ("esc", [.key(KeyPress(.escape))]),
      ("=down", [.paste("down")]), ("=", [.paste("")]), ("ann park", [.paste("ann park")]),
      ("-", [.key(.character("-"))]), ("日", [.key(.character("日"))]),
    ]
  )
  func commands(_ line: String, _ expected: [InputEvent]) async throws {
    // Given
    try await begin()
    // When
    terminal.type(line + "\n")
    try await terminal.settle()
    // Then
    #expect(app.events == expected)
  }

  @Test("reads a line that arrives in pieces or without a line ending")
  func pieces() async throws {
    try await begin()
    terminal.send(Array("do".utf8))
    terminal.send(Array("wn\nu".utf8))
    try await terminal.settle()
    #expect(app.events == [.key(KeyPress(.down))])
    terminal.send(.ended)
    #expect(try await terminal.waitForEnd() == .inputEnded)
  }

  @Test("truncates a line that never ends")
  func endless() async throws {
    try await begin()
    terminal.send(Array(("=" + String(repeating: "x", count: 1_000_000) + "\n").utf8))
    try await terminal.settle()
    #expect(app.events == [.paste(String(repeating: "x", count: 4_095))])
  }

  @Test("sends no notifications and copies nothing to the clipboard in line mode")
  func effects() async throws {
    try await begin()
    let runtime = try #require(app.runtime)
    let count = terminal.writes.count
    runtime.bell()
    runtime.notify(title: "a", message: "b")
    #expect(!runtime.copy("c"))
    #expect(terminal.writes.count == count)
  }
}
