import Components
import Terminal
import TerminalTesting
import Testing

struct SlowInput: Sendable {
  let bytes: [UInt8]
  /// The number of initial bytes that arrive together.
  let together: Int
  let events: [InputEvent]

  init(_ text: String, after together: Int = 0, _ events: [InputEvent]) {
    self.init(bytes: Array(text.utf8), after: together, events)
  }

  init(bytes: [UInt8], after together: Int = 0, _ events: [InputEvent]) {
    self.bytes = bytes
    self.together = together
    self.events = events
  }
}

@MainActor
@Suite("App runtime")
struct AppRuntimeTests {
  private let app = CounterApp()
  private let terminal = ScriptedTerminal(size: Size(width: 40, height: 8))

  private func start(_ options: AppRuntimeOptions = .scripted) async throws {
    app.runtime = terminal.start(app, options: options)
    try await terminal.waitUntil(contains: "Count: 0")
  }

  @Test("redraws when an observed value changes")
  func observation() async throws {
    // Given
    try await start()
    // When
    app.model.count = 5
    // Then
    try await terminal.waitUntil(contains: "Count: 5")
    #expect(terminal.title == "Counter: 5")
  }

  @Test("passes every drawn frame to the app")
  func didShow() async throws {
    try await start()
    terminal.resize(to: Size(width: 30, height: 5))
    try await terminal.settle()
    #expect(app.shown.first == Size(width: 40, height: 8))
    #expect(app.shown.last == Size(width: 30, height: 5))
    #expect(app.shown.count == app.bodies)
  }

  @Test("draws the start of a frame in the right style after a resize")
  func looksAfterResizes() {
    // Given: a frame with one style in all cells
    let widget = Text("all of it is blue", TextStyle(foreground: .rgb(RGB(red: 1, green: 2, blue: 200))))
    let renderer = FrameRenderer()
    var model = ModelTerminal(size: Size(width: 17, height: 1))
    let environment = RenderEnvironment()
    model.feed(renderer.render(widget.frame(size: Size(width: 17, height: 1), environment: environment)))

    // When
    let size = Size(width: 17, height: 2)
    let frame = widget.frame(size: size, environment: environment)
    model.resize(to: size)
    model.feed(renderer.render(frame))

    // Then
    #expect(ScreenComparison.difference(of: model, from: frame, widths: .agreeing) == nil)
  }

  @Test("redraws a window that was briefly smaller")
  func sizeForAMoment() async throws {
    // Given
    try await start()
    // When
    terminal.resize(to: Size(width: 10, height: 3))
    terminal.resize(to: Size(width: 40, height: 8))
    try await terminal.settle()
    // Then
    try #require(terminal.frame?.buffer.size == terminal.size)
    #expect(terminal.difference == nil)
  }

  @Test("follows the app's mouse setting, even after suspension")
  func mouseWish() async throws {
    // Given: the options enable the mouse
    try await start()
    terminal.click(at: Point(x: 1, y: 0))
    try await terminal.settle()
    #expect(app.events.contains(.mouse(MouseEvent(.press(.left), at: Point(x: 1, y: 0)))))

    // When: the app disables the mouse
    app.model.mouse = .off
    try await terminal.settle()
    app.runtime?.suspend()
    try await terminal.settle()
    app.events = []
    terminal.click(at: Point(x: 1, y: 0))
    try await terminal.settle()

    // Then
    #expect(!app.events.contains { if case .mouse = $0 { true } else { false } })
    app.model.mouse = .buttons
    try await terminal.settle()
    terminal.click(at: Point(x: 2, y: 0))
    try await terminal.settle()
    #expect(app.events.contains(.mouse(MouseEvent(.press(.left), at: Point(x: 2, y: 0)))))
  }

  @Test("delivers keys in order and typed text in whole clusters, and places the cursor at the insertion point")
  func typing() async throws {
    // Given
    try await start()
    // When
    terminal.type("Zoe\u{308} 👩‍🚀")
    // Then
    try await terminal.waitUntil(contains: "Zoë 👩‍🚀")
    #expect(terminal.cursor == terminal.frame?.cursor)
    #expect(terminal.cursor != nil)
    // When
    terminal.press(.backspace)
    // Then
    try await terminal.waitUntil(lacks: "👩")
  }

  @Test("delivers every keyboard key as it was pressed")
  func keys() async throws {
    // Given
    try await start()
    let presses: [KeyPress] =
      [
        KeyPress(.escape), KeyPress(.enter), KeyPress(.tab), KeyPress(.tab, .shift), KeyPress(.up),
        KeyPress(.down, .control),
        KeyPress(.left, [.alt, .shift]), KeyPress(.home), KeyPress(.end), KeyPress(.pageUp),
        KeyPress(.pageDown, .shift),
        KeyPress(.insert), KeyPress(.delete), KeyPress(.backspace), KeyPress(.backspace, .control), .control("a"),
        .alt(.character("x")),
        .control(" "), .character("ß"), .character(" "),
      ] + (1...24).map { KeyPress(.function($0)) }
    // When
    for press in presses { terminal.press(press) }
    try await terminal.settle()
    // Then
    #expect(app.events == presses.map { .key($0) })
  }

  @Test("finds the click target on the screen, and delivers wheel, focus and paste events")
  func mouse() async throws {
    // Given
    try await start()
    // When
    try terminal.click(target: "add")
    // Then
    try await terminal.waitUntil(contains: "Count: 10")
    // When
    terminal.mouse(.scroll(columns: 0, rows: 3), at: Point(x: 2, y: 1), .shift)
    terminal.focus(false)
    terminal.paste("two\r\nlines")
    try await terminal.settle()
    // Then
    #expect(
      app.events.suffix(3) == [
        .mouse(MouseEvent(.scroll(columns: 0, rows: 3), at: Point(x: 2, y: 1), .shift)), .focus(false),
        .paste("two\nlines"),
      ]
    )
  }

  @Test("ends an unterminated paste on Ctrl-C in either encoding", arguments: ["\u{3}", "\u{1B}[99;5u"])
  func interruptedPaste(key: String) async throws {
    // Given
    try await start()
    terminal.send(Array("\u{1B}[200~lost".utf8))
    terminal.send(Array("\u{3} its end".utf8))
    // When
    terminal.send(Array(key.utf8))
    // Then
    #expect(try await terminal.waitForEnd() == .quit)
    #expect(app.events.contains(.paste("lost\u{3} its end")))
  }

  @Test("redraws everything at the new size after a resize")
  func resize() async throws {
    // Given
    try await start()
    // When
    for width in 10...60 { terminal.resize(to: Size(width: width, height: 9)) }
    // Then
    try await terminal.waitUntil(contains: "Size 60 x 9")
    #expect(!terminal.text.contains("?"))
    #expect(app.events.contains(.resize(Size(width: 60, height: 9))))
  }

  @Test("writes nothing while the screen stays the same")
  func nothingChanged() async throws {
    // Given
    try await start()
    try await terminal.settle()
    let writes = terminal.writes.count
    // When
    for _ in 0..<20 { terminal.press(.function(9)) }
    try await terminal.settle()
    // Then
    #expect(terminal.writes.count == writes)
  }

  @Test("draws animation frames only during animations")
  func animation() async throws {
    // Given
    try await start()
    app.model.isBusy = true
    try await terminal.waitUntil(contains: "Loading")
    var pictures: Set<String> = []
    // When
    for _ in 0..<5 {
      let count = terminal.frameCount
      terminal.advance(by: .milliseconds(80))
      try await terminal.waitUntil("the next picture is drawn") { terminal.frameCount > count }
      pictures.insert(terminal.text)
    }
    // Then
    #expect(pictures.count == 5)
    // When
    app.model.isBusy = false
    try await terminal.waitUntil(lacks: "Loading")
    try await terminal.settle()
    let count = terminal.frameCount
    terminal.advance(by: .seconds(10))
    try await terminal.settle()
    // Then
    #expect(terminal.frameCount == count)
  }

  @Test("combines changes in quick succession into one frame")
  func coalescing() async throws {
    // Given
    var options = AppRuntimeOptions.scripted
    options.frameInterval = .milliseconds(16)
    try await start(options)
    let frames = terminal.frameCount
    // When
    for _ in 0..<100 { terminal.press(.up) }
    try await terminal.waitUntil("all keys are taken") { app.model.count == 100 }
    // Then
    #expect(terminal.frameCount == frames)
    // When
    terminal.advance(by: .milliseconds(16))
    // Then
    try await terminal.waitUntil(contains: "Count: 100")
    #expect(terminal.frameCount == frames + 1)
  }

  @Test("delivers a lone escape as the Escape key after 50 milliseconds")
  func escape() async throws {
    // Given
    try await start()
    // When
    terminal.send([0x1B])
    try await terminal.settle()
    terminal.advance(by: .milliseconds(49))
    try await terminal.settle()
    #expect(app.events.isEmpty)
    terminal.advance(by: .milliseconds(1))
    // Then
    try await terminal.waitUntil("the key arrives") { app.events == [.key(KeyPress(.escape))] }
  }

  @Test(
    "decodes input that arrives byte by byte over a slow connection",
    arguments: [
      SlowInput("ü你😀", [.key(.character("ü")), .key(.character("你")), .key(.character("😀"))]),
      SlowInput("\u{1B}[1;5C", after: 3, [.key(KeyPress(.right, .control))]),
      SlowInput("\u{1B}[120;5u", after: 3, [.key(.control("x"))]),
      SlowInput("\u{1B}[<0;3;4M", after: 3, [.mouse(MouseEvent(.press(.left), at: Point(x: 2, y: 3)))]),
      SlowInput("\u{1B}[M !!", after: 3, [.mouse(MouseEvent(.press(.left), at: .zero))]),
    ]
  )
  func slowInput(_ row: SlowInput) async throws {
    // Given
    try await start()
    // When
    terminal.send(Array(row.bytes.prefix(row.together)))
    for byte in row.bytes.dropFirst(row.together) {
      try await terminal.settle()
      terminal.advance(by: .milliseconds(900))
      terminal.send([byte])
    }
    try await terminal.settle()
    // Then
    #expect(app.events == row.events)
  }

  @Test(
    "discards input that stays incomplete for a second",
    arguments: [
      SlowInput("\u{1B}[1;", []), SlowInput("\u{1B}[M!", []),
      SlowInput(bytes: [0xF0, 0x9F], [.key(.character("\u{FFFD}"))]),
    ]
  )
  func incompleteInput(_ row: SlowInput) async throws {
    // Given
    try await start()
    // When
    terminal.send(row.bytes)
    try await terminal.settle()
    #expect(app.events.isEmpty)
    terminal.advance(by: .seconds(1))
    terminal.type("x")
    try await terminal.settle()
    // Then
    #expect(app.events == row.events + [.key(.character("x"))])
  }

  @Test("ends the run and restores the terminal on quit, end of input and signals", arguments: [0, 1, 2])
  func ends(_ kind: Int) async throws {
    // Given
    try await start()
    let runtime = try #require(app.runtime)
    #expect(!terminal.model.isRestored)
    // When
    switch kind {
    case 0: terminal.press(.control("c"))
    case 1: terminal.send(.ended)
    default: terminal.send(.signal(15))
    }
    // Then
    let end = try await terminal.waitForEnd()
    #expect(end == [.quit, .inputEnded, .signal(15)][kind])
    #expect(terminal.model.isRestored)
    #expect(!terminal.isOpen)
    #expect(terminal.title == "")
    #expect(app.ends == 1)
    // When: the app still uses the runtime
    let writes = terminal.writes.count
    runtime.bell()
    runtime.notify(title: "a", message: "b")
    runtime.suspend()
    // Then
    #expect(!runtime.copy("c"))
    #expect(terminal.writes.count == writes)
  }

  @Test("throws the terminal's error and restores the terminal")
  func failure() async throws {
    // Given
    try await start()
    let error = TerminalError.system(operation: "reading", code: 5)
    // When
    terminal.send(.failed(error))
    // Then
    await #expect(throws: error) { _ = try await terminal.waitForEnd() }
    #expect(terminal.model.isRestored)
  }

  @Test("restores the terminal at any point in the output")
  func restoration() async throws {
    // Given
    try await start()
    for start in [
      "", "\u{1B}[1;2", "\u{1B}]2;half a ti", "\u{1B}_Ga=T,i=7;AAAA",
      "\u{1B}[38;2;1;2;3m\u{1B}]8;;https://example.org\u{1B}\\",
    ] {
      var model = terminal.model
      // When
      model.feed(Array(start.utf8))
      model.feed(terminal.restoration)
      // Then
      #expect(model.isRestored, "after \(start.debugDescription)")
    }
  }

  @Test("takes over the terminal and redraws everything after suspension")
  func suspend() async throws {
    // Given
    try await start()
    let writes = terminal.writes.count
    // When
    terminal.press(.control("z"))
    try await terminal.waitUntil("the program goes on") {
      terminal.stopCount == 1 && terminal.model.modes.contains(1049)
    }
    try await terminal.settle()
    // Then
    #expect(terminal.text.contains("Count: 0"))
    #expect(terminal.writes[writes].starts(with: Array("\u{1B}\\".utf8)))
    #expect(terminal.model.keyboardFlags == [1])
    // When
    terminal.send(.continued)
    try await terminal.settle()
    // Then
    #expect(terminal.text.contains("Count: 0"))
    #expect(terminal.model.keyboardFlags == [1])
  }

  @Test("queries the terminal after the first frame, and never treats replies as input")
  func answers() async throws {
    // Given
    var options = AppRuntimeOptions.scripted
    options.theme = { Theme.standard(for: $0) }
    try await start(options)
    #expect(terminal.text.contains("Theme dark"))
    // When
    terminal.send(Array("\u{1B}]11;rgb:ffff/ffff/ee".utf8))
    terminal.send(Array("ee\u{1B}\\\u{1B}[?2026;2$y\u{1B}[6;20;10t\u{1B}[?62;4c".utf8))
    // Then
    try await terminal.waitUntil(contains: "Theme light")
    #expect(app.events.isEmpty)
    #expect(app.runtime?.environment.imageProtocol == .sixel)
    // When
    terminal.resize(to: Size(width: 60, height: 20))
    try await terminal.waitUntil(contains: "Size 60 x 20")
    // Then
    #expect(terminal.writes.last { $0.count > 256 }?.starts(with: Array("\u{1B}[?2026h".utf8)) == true)
  }

  @Test("works on a terminal that never replies")
  func noAnswer() async throws {
    // Given
    try await start()
    // When
    terminal.advance(by: .seconds(100))
    terminal.type("a")
    // Then
    try await terminal.waitUntil("the letter arrives") { app.events == [.key(.character("a"))] }
  }

  @Test("limits copied text, and removes control sequences from copies, notifications and titles")
  func effects() async throws {
    // Given
    try await start()
    let runtime = try #require(app.runtime)
    // When
    let isCopied = runtime.copy("grüße")
    let isTooLong = !runtime.copy(String(repeating: "x", count: 74_995))
    runtime.notify(title: "Ready\u{1B}\\", message: "now\u{07}")
    runtime.bell()
    // Then
    #expect(isCopied)
    #expect(isTooLong)
    #expect(terminal.clipboard == ["grüße"])
    #expect(terminal.bells == 2)
  }

  @Test(
    "sends a sanitized desktop notification in the terminal's format",
    arguments: [
      (TerminalProfile.Notifications.osc9, ["9;Re,ady: n␛ow"]), (.osc777, ["777;notify;Re,ady;n␛ow"]),
      (.osc99, ["99;i=1:d=0;Re;ady", "99;i=1:d=1:p=body;n␛ow"]),
    ]
  )
  func notifications(_ kind: TerminalProfile.Notifications, _ expected: [String]) async throws {
    // Given
    let terminal = ScriptedTerminal(profile: TerminalProfile(isAddressable: true, notifications: kind))
    let runtime = terminal.start(app)
    try await terminal.waitUntil(contains: "Count: 0")
    // When
    runtime.notify(title: "Re;ady", message: "n\u{1B}ow")
    // Then
    #expect(terminal.notifications == expected)
  }

  @Test(
    "limits the size of a frame to 2,000 x 1,000 cells",
    arguments: [(2_000, 3, 2_000, 3), (2_001, 3, 2_000, 3), (3, 1_000, 3, 1_000), (3, 1_001, 3, 1_000)]
  )
  func largestSize(_ width: Int, _ height: Int, _ shownWidth: Int, _ shownHeight: Int) async throws {
    let terminal = ScriptedTerminal(size: Size(width: width, height: height))
    terminal.start(app)
    try await terminal.waitUntil("a frame is drawn") { terminal.frame != nil }
    #expect(terminal.frame?.buffer.size == Size(width: shownWidth, height: shownHeight))
  }

  @Test(
    "selects the light theme for a background brighter than middle gray",
    arguments: [("80", "Theme dark"), ("81", "Theme light"), ("00", "Theme dark"), ("ff", "Theme light")]
  )
  func background(_ part: String, _ expected: String) async throws {
    var options = AppRuntimeOptions.scripted
    options.theme = { Theme.standard(for: $0) }
    try await start(options)
    terminal.send(Array("\u{1B}]11;rgb:\(part)/\(part)/\(part)\u{1B}\\".utf8))
    try await terminal.settle()
    #expect(terminal.text.contains(expected))
  }

  @Test(
    "selects an image protocol from the terminal's replies",
    arguments: [
      ("\u{1B}[6;20;10t\u{1B}[?62;4c", .sixel), ("\u{1B}[6;20;10t\u{1B}[?4c", nil), ("\u{1B}[?62;4c", nil),
      ("\u{1B}[6;20;10t\u{1B}[?62;22c", nil), ("\u{1B}_Gi=4207;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c", .kitty),
      ("\u{1B}_Gi=4207;no\u{1B}\\", nil),
    ] as [(String, ImageProtocol?)]
  )
  func imageProtocols(_ replies: String, _ expected: ImageProtocol?) async throws {
    try await start()
    terminal.send(Array(replies.utf8))
    try await terminal.settle()
    #expect(app.runtime?.environment.imageProtocol == expected)
    #expect(app.events.isEmpty)
  }

  @Test("copies text of up to 74,994 bytes, and truncates notifications after 500 bytes")
  func effectLimits() async throws {
    let terminal = ScriptedTerminal(profile: TerminalProfile(isAddressable: true, notifications: .osc777))
    let runtime = terminal.start(app)
    try await terminal.waitUntil(contains: "Count: 0")
    let text = String(repeating: "x", count: 74_994)
    #expect(runtime.copy(text))
    #expect(terminal.clipboard == [text])
    runtime.notify(title: String(repeating: "t", count: 501), message: String(repeating: "m", count: 500))
    let title = String(repeating: "t", count: 500)
    #expect(terminal.notifications == ["777;notify;\(title);\(String(repeating: "m", count: 500))"])
    runtime.notify(title: "", message: "only")
    #expect(terminal.notifications.last == "777;notify;;only")
  }

  @Test(
    "replaces semicolons in notifications, even before a combining mark",
    arguments: [
      (TerminalProfile.Notifications.osc9, "", "4;\u{301}1", "9;4,\u{301}1"),
      (.osc777, ";\u{301}a;", "b;c", "777;notify;,\u{301}a,;b;c"),
    ]
  )
  func semicolons(_ kind: TerminalProfile.Notifications, _ title: String, _ message: String, _ text: String)
    async throws
  {
    let terminal = ScriptedTerminal(profile: TerminalProfile(isAddressable: true, notifications: kind))
    let runtime = terminal.start(app)
    try await terminal.waitUntil(contains: "Count: 0")
    runtime.notify(title: title, message: message)
    #expect(terminal.notifications == [text])
  }

  @Test("assumes a default size for a terminal that reports no size")
  func unlikelySizes() async throws {
    // Given
    let terminal = ScriptedTerminal(size: .zero)
    // When
    terminal.start(app)
    try await terminal.waitUntil("a frame is drawn") { terminal.frame != nil }
    // Then
    #expect(terminal.frame?.buffer.size == Size(width: 80, height: 24))
  }

  @Test("includes the screen in a failed wait's error, and reports a wait that starts after the run has ended")
  func failedWait() async throws {
    // Given
    try await start()
    terminal.patience = .milliseconds(20)
    // When
    let failure = await #expect(throws: ScriptedTerminalFailure.self) {
      try await terminal.waitUntil(contains: "Nowhere")
    }
    // Then
    #expect(failure?.description.contains("Count: 0") == true)
    // When
    terminal.patience = .seconds(10)
    app.runtime?.quit()
    _ = try await terminal.waitForEnd()
    let late = await #expect(throws: ScriptedTerminalFailure.self) { try await terminal.waitUntil(contains: "Nowhere") }
    // Then
    #expect(late?.message.contains("has ended") == true)
  }
}
