import Components
import Foundation
import Navigation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("The interactive program", .timeLimit(.minutes(1)))
struct ShellTests {
  @Test("shows its tabs, and another one by number, by brackets, by mouse and by a screen's wish")
  func tabs() async throws {
    // Given
    let scene = try await ShellScene()
    try await scene.waits(for: "Screen Demo")

    // When, Then
    scene.terminal.type("2")
    try await scene.waits(for: "Screen Other")
    scene.terminal.type("]")
    try await scene.waits(for: "Screen Demo")
    try scene.terminal.click(target: ShellTarget.tabs, index: 1)
    try await scene.waits(for: "Screen Other")
    scene.terminal.type("[")
    try await scene.waits(for: "Screen Demo")
    scene.terminal.type("x")
    try await scene.waits(for: "Screen Other")
    #expect(scene.terminal.title.contains("Other"))
  }

  @Test("keeps the pages of a tab while another one is shown, and tells screens when they are seen")
  func tabsKeepTheirPages() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("o")
    try await scene.waits(for: "Screen Details")
    scene.terminal.type("2")
    try await scene.waits(for: "Screen Other")
    scene.terminal.type("1")
    try await scene.waits(for: "Screen Details")
    scene.terminal.press(.escape)
    scene.terminal.advance(by: .milliseconds(60))
    try await scene.waits(for: "Screen Demo")
    #expect(
      scene.journal.entries == [
        "Demo appears", "Demo disappears", "Details appears", "Details disappears", "Other appears", "Other disappears",
        "Details appears", "Details disappears", "Demo appears",
      ]
    )
  }

  @Test("shows all keys of the screen and its own, from the maps that act on them")
  func help() async throws {
    let scene = try await ShellScene(size: Size(width: 80, height: 40))
    scene.terminal.type("?")
    try await scene.waits(for: "Opens a popup")
    try await scene.waits(for: "Show the next tab")
    scene.terminal.type("?")
    try await scene.terminal.waitUntil("the help is closed") { !scene.terminal.text.contains("Opens a popup") }
  }

  @Test("opens the help as a popup, under which the page stays visible, and takes the next key at once")
  func helpIsAPopup() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("?")
    try await scene.waits(for: "Opens a popup")
    #expect(scene.shell.tab.router?.stack.popups.map(\.target.id) == [HelpDestination.id])
    #expect(scene.journal.entries == ["Demo appears"])
    scene.terminal.type("?o")
    try await scene.waits(for: "Screen Details")
    #expect(scene.shell.tab.router?.stack.popups.isEmpty == true)
  }

  @Test("shows the help to its last line, however its texts are wrapped", arguments: [40, 80])
  func helpToItsEnd(width: Int) async throws {
    let scene = try await ShellScene(size: Size(width: width, height: 12))
    scene.terminal.type("?")
    try await scene.waits(for: "Opens a page")
    scene.terminal.press(KeyPress(.end))
    try await scene.waits(for: "Show Other")
    scene.terminal.press(KeyPress(.home))
    try await scene.waits(for: "Opens a page")
    for _ in 0..<20 { scene.terminal.press(KeyPress(.pageDown)) }
    try await scene.waits(for: "Show Other")
  }

  @Test("hints at keys that are no text while text is entered")
  func hintsWhileTyping() async throws {
    let scene = try await ShellScene()
    try await scene.waits(for: "? Help")
    scene.terminal.type("/")
    try await scene.waits(for: "Enter take  F1 Help  Ctrl-P Commands  Ctrl-C Quit")
    scene.terminal.press(KeyPress(.function(1)))
    try await scene.waits(for: "Opens a popup")
  }

  @Test("stops until it is continued whatever is open above its screens", arguments: ["?", ":"])
  func suspends(key: String) async throws {
    let scene = try await ShellScene()
    scene.terminal.type(key)
    try await scene.waits(for: "Opens a popup")
    scene.terminal.press(.control("z"))
    try await scene.terminal.waitUntil("it was stopped") { scene.terminal.stopCount == 1 }
    try await scene.waits(for: "Opens a popup")
  }

  @Test("finds what can be done by words, and carries it out")
  func palette() async throws {
    let scene = try await ShellScene()
    scene.terminal.type(":popup op")
    try await scene.waits(for: "Opens a popup")
    try await scene.terminal.waitUntil("other commands are gone") { !scene.terminal.text.contains("Quit") }
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Popup")
  }

  @Test("opens a link that is typed into the palette")
  func paletteLink() async throws {
    let scene = try await ShellScene()
    scene.terminal.type(":demo/Emma")
    try await scene.waits(for: "Open demo/Emma")
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Emma")
    #expect(scene.terminal.text.contains("Demo › Emma"))
  }

  @Test("asks before a screen with something unfinished goes, and stays on no")
  func leaving() async throws {
    // Given
    let scene = try await ShellScene()
    scene.terminal.type("o")
    try await scene.waits(for: "Screen Details")
    scene.journal.guardsLeaving = true

    // When, Then
    scene.terminal.press(.escape)
    scene.terminal.advance(by: .milliseconds(60))
    try await scene.waits(for: "Leave Details?")
    scene.terminal.press(.enter)
    try await scene.terminal.waitUntil("the question is gone") { !scene.terminal.text.contains("Leave Details?") }
    #expect(scene.terminal.text.contains("Screen Details"))
    scene.terminal.press(.backspace)
    try await scene.waits(for: "Leave Details?")
    try scene.terminal.click(target: ShellTarget.answers, index: 1)
    try await scene.waits(for: "Screen Demo")
  }

  @Test("quits when no screen objects, and at a second wish whatever they say", arguments: [false, true])
  func quits(guardsLeaving: Bool) async throws {
    let scene = try await ShellScene()
    scene.journal.guardsLeaving = guardsLeaving
    scene.terminal.press(.control("c"))
    if guardsLeaving {
      try await scene.waits(for: "Leave Demo?")
      scene.terminal.press(.control("c"))
    }
    #expect(try await scene.terminal.waitForEnd() == .quit)
    #expect(scene.journal.entries.last == "Demo disappears")
  }

  @Test("hands typing to a text field before any key of its own or of the screen")
  func typing() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("/12 quit?:o")
    try await scene.waits(for: "12 quit?:o")
    scene.terminal.paste(" pasted")
    try await scene.waits(for: "12 quit?:o pasted")
    scene.terminal.press(.enter)
    scene.terminal.type("2")
    try await scene.waits(for: "Screen Other")
  }

  @Test("keeps the path of a page with a long name on the line of the tabs")
  func longPath() async throws {
    let scene = try await ShellScene()
    let name = "Maximilian-Alexander-of-and-to-Hohenstein-Lichtenfels-and-so-on"
    scene.terminal.type(":demo/\(name)")
    try await scene.waits(for: "Open demo/")
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen \(name)")
    let lines = scene.terminal.lines
    #expect(lines[0].contains("Demo › Maximilian"), "\(lines.prefix(3))")
    #expect(lines[0].contains("…"), "\(lines.prefix(3))")
    #expect(lines[1].hasPrefix("────"), "\(lines.prefix(3))")
  }

  @Test("tells the screen which target was clicked, dragged and scrolled, and how often")
  func mouse() async throws {
    let scene = try await ShellScene()
    try await scene.waits(for: "Press me")
    try scene.terminal.click(target: "button", index: 3)
    try await scene.waits(for: "Last: button 3 ×1")
    try scene.terminal.click(target: "button", index: 3)
    try await scene.waits(for: "Last: button 3 ×2")
    scene.terminal.mouse(.scroll(columns: 0, rows: 3), at: Point(x: 5, y: 5))
    try await scene.waits(for: "Last: scrolled 3")
  }

  @Test("shows short messages for a while, above everything")
  func toasts() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("t")
    try await scene.waits(for: "It is toast.")
    // The wait of the message may begin after it is drawn.
    while scene.terminal.text.contains("It is toast.") {
      scene.terminal.advance(by: .seconds(5))
      try await scene.terminal.settle()
    }
  }

  @Test("goes back with Escape while a message is shown, which a click dismisses")
  func toastsTakeNoKey() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("o")
    try await scene.waits(for: "Screen Details")
    scene.terminal.type("t")
    try await scene.waits(for: "It is toast.")
    scene.terminal.press(.escape)
    scene.terminal.advance(by: .milliseconds(60))
    try await scene.waits(for: "Screen Demo")
    #expect(scene.terminal.text.contains("It is toast."))
    try scene.terminal.click(target: ShellTarget.toasts, index: 0)
    try await scene.terminal.waitUntil(lacks: "It is toast.")
    #expect(scene.terminal.text.contains("Last: nothing yet"))
  }

  @Test("cancels what a screen loads with Escape, and goes back with the next one")
  func cancelsLoading() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("o")
    try await scene.waits(for: "Screen Details")
    scene.journal.isLoading = true
    scene.terminal.press(.escape)
    scene.terminal.advance(by: .milliseconds(60))
    try await scene.waits(for: "Cancelled")
    #expect(scene.terminal.text.contains("Screen Details"))
    scene.terminal.press(.escape)
    scene.terminal.advance(by: .milliseconds(60))
    try await scene.waits(for: "Screen Demo")
  }

  @Test("performs a hint below the screen when it is clicked")
  func clickedHint() async throws {
    let scene = try await ShellScene()
    try await scene.waits(for: "popup")
    try scene.terminal.click(target: ShellTarget.hints, index: 1)
    try await scene.waits(for: "Screen Popup")
  }

  @Test("closes the help, the palette, a menu and a question by a click beside them", arguments: ["?", ":", "y", "q"])
  func clickOutside(key: String) async throws {
    let scene = try await ShellScene()
    scene.journal.guardsLeaving = true
    let open = ["?": "Open", ":": "A command", "y": "Copy last event", "q": "Leave Demo?"][key] ?? ""
    scene.terminal.type(key)
    try await scene.waits(for: open)
    try await scene.terminal.waitUntil("it is modal") { scene.terminal.frame?.modalArea != nil }
    scene.terminal.mouse(.press(.left), at: Point(x: 1, y: 8))
    try await scene.terminal.waitUntil("it is closed") { scene.terminal.frame?.modalArea == nil }
    #expect(scene.terminal.text.contains("Screen Demo"))
    #expect(scene.terminal.text.contains("Last: nothing yet"))
  }

  @Test("offers the actions of a key in a menu, which works with keys, digits and the mouse")
  func menu() async throws {
    let scene = try await ShellScene()
    for way in ["keys", "digit", "click"] {
      scene.terminal.type("y")
      try await scene.waits(for: "Copy last event")
      switch way {
      case "keys": scene.terminal.type("j\n")
      case "digit": scene.terminal.type("2")
      default: try scene.terminal.click(target: ChoiceMenu<Int>.target, index: 1)
      }
      try await scene.waits(for: "Copied nothing yet")
      try scene.terminal.click(target: ShellTarget.toasts, index: 0)
      try await scene.terminal.waitUntil(lacks: "Copied nothing yet")
    }
    scene.terminal.type("yk1")
    try await scene.waits(for: "Copied Demo")
  }

  @Test("undoes changes one after the other, the latest one first, and keeps one that can't be undone")
  func undo() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("aa")
    try await scene.waits(for: "Note 2 added. u to undo")
    #expect(!scene.terminal.text.contains("Note 1 added. u to undo"), "Only the latest change can be undone next.")
    scene.terminal.type("u")
    try await scene.waits(for: "Undone: Note 2 added.")
    #expect(scene.journal.notes == [1])
    scene.journal.refusesUndo = true
    scene.terminal.type("u")
    try await scene.waits(for: "Couldn't undo: the disk is full")
    scene.journal.refusesUndo = false
    scene.terminal.type("u")
    try await scene.waits(for: "Undone: Note 1 added.")
    #expect(scene.journal.notes.isEmpty)
    scene.terminal.type("u")
    try await scene.waits(for: "Nothing to undo.")
  }

  @Test("says that a link leads nowhere, with the nearest one")
  func wrongLinks() async throws {
    let scene = try await ShellScene()
    scene.shell.go(.open(link: "demmo"))
    try await scene.terminal.waitUntil("a message says so") { scene.terminal.text.contains("demmo") }
    #expect(scene.shell.screen?.title == "Demo")
  }

  @Test("draws at any size, with everything open")
  func sizes() async throws {
    let scene = try await ShellScene()
    for keys in ["", "p", "?", ":"] {
      scene.terminal.type(keys)
      for (width, height) in [(1, 1), (2, 3), (10, 4), (40, 12), (300, 100), (80, 24)] {
        scene.terminal.resize(to: Size(width: width, height: height))
        try await scene.terminal.waitUntil("it is drawn at \(width) × \(height)") {
          scene.terminal.frame?.buffer.size == Size(width: width, height: height)
        }
      }
    }
  }

  @Test("comes back to the tab and the pages that were open")
  func session() async throws {
    // Given
    let first = try await ShellScene()
    first.terminal.type("o")
    try await first.waits(for: "Screen Details")
    first.terminal.type("2")
    try await first.waits(for: "Screen Other")

    // When
    var session = first.shell.session
    session.pages["gone"] = "{}"
    let data = try JSONEncoder().encode(session)
    let second = try await ShellScene(session: try JSONDecoder().decode(ShellSession.self, from: data))

    // Then
    try await second.waits(for: "Screen Other")
    second.terminal.type("1")
    try await second.waits(for: "Screen Details")
  }

  @Test("copies to the clipboard and exports without ever overwriting or leaving the folder")
  func effects() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("y1")
    try await scene.waits(for: "Copied Demo")
    for _ in 1...2 { scene.shell.effects.export(name: "../a/b\u{1b}.vcf", contents: Array("card".utf8)) }
    try await scene.waits(for: "Written to")
    let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path).sorted()
    #expect(names == ["a-b--2.vcf", "a-b-.vcf"])
    scene.shell.effects.open(link: "javascript:alert(1)")
    try await scene.waits(for: "are not opened")
  }
}
