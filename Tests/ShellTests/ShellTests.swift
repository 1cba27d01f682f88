import Components
import Foundation
import Navigation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Interactive program")
struct ShellTests {
  @Test("shows tabs, and switches tabs with numbers, brackets, the mouse and navigation commands")
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

  @Test("keeps hidden tabs' pages, and notifies screens when they appear and disappear")
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

  @Test("lists all of the screen's and the program's keys in the help")
  func help() async throws {
    let scene = try await ShellScene(size: Size(width: 80, height: 40))
    scene.terminal.type("?")
    try await scene.waits(for: "Opens a popup")
    try await scene.waits(for: "Show the next tab")
    scene.terminal.type("?")
    try await scene.terminal.waitUntil("the help is closed") { !scene.terminal.text.contains("Opens a popup") }
  }

  @Test("opens the help as a popup above the visible page, and handles the next key immediately")
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

  @Test("scrolls the help to its last line, regardless of text wrapping", arguments: [40, 80])
  func helpToItsEnd(width: Int) async throws {
    let scene = try await ShellScene(size: Size(width: width, height: 12))
    scene.terminal.type("?")
    try await scene.waits(for: "Opens a page")
    scene.terminal.press(KeyPress(.end))
    try await scene.waits(for: "Drag")
    scene.terminal.press(KeyPress(.home))
    try await scene.waits(for: "Opens a page")
    for _ in 0..<20 { scene.terminal.press(KeyPress(.pageDown)) }
    try await scene.waits(for: "Drag")
  }

  @Test("hides hints for keys that type text while text is being entered")
  func hintsWhileTyping() async throws {
    let scene = try await ShellScene()
    try await scene.waits(for: "? Help")
    scene.terminal.type("/")
    try await scene.waits(for: "Enter take  F1 Help  Ctrl-P Commands  Ctrl-C Quit")
    scene.terminal.press(KeyPress(.function(1)))
    try await scene.waits(for: "Opens a popup")
  }

  @Test("suspends and resumes the program with the help or the palette open", arguments: ["?", ":"])
  func suspends(key: String) async throws {
    let scene = try await ShellScene()
    scene.terminal.type(key)
    try await scene.waits(for: "Opens a popup")
    scene.terminal.press(.control("z"))
    try await scene.terminal.waitUntil("it was stopped") { scene.terminal.stopCount == 1 }
    try await scene.waits(for: "Opens a popup")
  }

  @Test("finds commands by name in the palette, and runs them")
  func palette() async throws {
    let scene = try await ShellScene()
    scene.terminal.type(":popup op")
    try await scene.waits(for: "Opens a popup")
    try await scene.terminal.waitUntil("other commands are gone") { !scene.terminal.text.contains("Quit") }
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Popup")
  }

  @Test("opens a link that is typed in the palette")
  func paletteLink() async throws {
    let scene = try await ShellScene()
    scene.terminal.type(":demo/Emma")
    try await scene.waits(for: "Open demo/Emma")
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Emma")
    #expect(scene.terminal.text.contains("Demo › Emma"))
  }

  @Test("asks before leaving a screen with unsaved changes, and stays if the user declines")
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

  @Test("quits if no screen prevents it, or if the user asks a second time", arguments: [false, true])
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

  @Test("quits without a question in a window that is too small to show it", arguments: [(1, 1), (11, 24), (80, 2)])
  func quitsInTinyWindow(width: Int, height: Int) async throws {
    let scene = try await ShellScene(size: Size(width: width, height: height))
    scene.journal.guardsLeaving = true
    scene.terminal.press(.control("c"))
    #expect(try await scene.terminal.waitForEnd() == .quit)
  }

  @Test("passes typed characters to a text field before any key binding")
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

  @Test("keeps the path to a page with a long name on the tab line")
  func longPath() async throws {
    let scene = try await ShellScene()
    let name = "Maximilian-Alexander-of-and-to-Hohenstein-Lichtenfels-and-so-on-again"
    scene.terminal.type(":demo/\(name)")
    try await scene.waits(for: "Open demo/")
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen \(name)")
    let lines = scene.terminal.lines
    #expect(lines[0].contains("› Maximilian-Alexander"), "\(lines.prefix(3))")
    #expect(lines[0].contains("…"), "\(lines.prefix(3))")
    #expect(lines[1].hasPrefix("────"), "\(lines.prefix(3))")
  }

  @Test("passes clicks, drags and scrolls to the screen with their target and count")
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

  @Test("opens a message's link when the message is clicked")
  func toastWithLink() async throws {
    let scene = try await ShellScene()
    scene.shell.effects.show("Details are here.", tone: .warning, link: "demo/Details")
    try await scene.waits(for: "Details are here.")
    try scene.terminal.click(target: ShellTarget.toasts, index: 0)
    try await scene.waits(for: "Screen Details")
    #expect(!scene.terminal.text.contains("Details are here."))
  }

  @Test("shows messages above all other content for a while")
  func toasts() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("t")
    try await scene.waits(for: "It is toast.")
    // The timer for the message may start only after the message is drawn.
    while scene.terminal.text.contains("It is toast.") {
      scene.terminal.advance(by: .seconds(5))
      try await scene.terminal.settle()
    }
  }

  @Test("goes back with Escape while a message is shown, and dismisses the message with a click")
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

  @Test("cancels loading with Escape, and goes back with the next Escape")
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

  @Test("runs a hint's command when the hint is clicked")
  func clickedHint() async throws {
    let scene = try await ShellScene()
    try await scene.waits(for: "popup")
    try scene.terminal.click(target: ShellTarget.hints, index: 2)
    try await scene.waits(for: "Screen Popup")
  }

  @Test("closes the help, the palette, a menu or a question on a click outside", arguments: ["?", ":", "y", "q"])
  func clickOutside(key: String) async throws {
    let scene = try await ShellScene()
    scene.journal.guardsLeaving = true
    let open = ["?": "Open", ":": "Command, setting", "y": "Copy last event", "q": "Leave Demo?"][key] ?? ""
    scene.terminal.type(key)
    try await scene.waits(for: open)
    try await scene.terminal.waitUntil("it is modal") { scene.terminal.frame?.modalArea != nil }
    scene.terminal.mouse(.press(.left), at: Point(x: 1, y: 8))
    try await scene.terminal.waitUntil("it is closed") { scene.terminal.frame?.modalArea == nil }
    #expect(scene.terminal.text.contains("Screen Demo"))
    #expect(scene.terminal.text.contains("Last: nothing yet"))
  }

  @Test("closes a menu on a click on a tab or beside the menu, even if the Back action has another key")
  func clickOnTab() async throws {
    let scene = try await ShellScene()
    scene.shell.keyAssignments = try KeyAssignments(["back": ["f10"]])
    for place in [Point(x: 15, y: 0), Point(x: 1, y: 8)] {
      for key in ["y", "?"] {
        scene.terminal.type(key)
        try await scene.terminal.waitUntil("it is modal") { scene.terminal.frame?.modalArea != nil }
        scene.terminal.mouse(.press(.left), at: place)
        try await scene.terminal.waitUntil("it is closed") { scene.terminal.frame?.modalArea == nil }
        #expect(scene.terminal.text.contains("Screen Demo"))
      }
    }
  }

  @Test("moves the selection in a menu with the mouse wheel")
  func wheelInMenu() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("y")
    try await scene.waits(for: "Copy last event")
    scene.terminal.mouse(.scroll(columns: 0, rows: 1), at: Point(x: 40, y: 12))
    scene.terminal.press(.enter)
    try await scene.waits(for: "Copied nothing yet")
  }

  @Test("shows a copied line as far as it fits in a message, and counts several copied lines")
  func copiedText() {
    #expect(ShellEffects.summary(of: "C0") == "C0")
    #expect(ShellEffects.summary(of: "C0\n") == "C0\n")
    #expect(ShellEffects.summary(of: "C0\t1\r\nC1\t2\nC2\t3") == "3 lines")
    #expect(ShellEffects.summary(of: String(repeating: "a", count: 61)) == String(repeating: "a", count: 59) + "…")
  }

  @Test("opens a menu for a key with several actions, and selects an action with keys, digits or the mouse")
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

  @Test("undoes changes one by one, latest first, and keeps a change that can't be undone")
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

  @Test("mentions the screen on which an undone action was started, even if the action ended on another one")
  func lateChange() async throws {
    let scene = try await ShellScene()
    ShellEffects.$actionScreen.withValue("Alerts") { scene.shell.effects.didChange("Alert set.") { nil } }
    scene.terminal.type("u")
    try await scene.waits(for: "Undone: Alert set. (Alerts)")
  }

  @Test("reports an unknown link and suggests the closest match")
  func wrongLinks() async throws {
    let scene = try await ShellScene()
    scene.shell.go(.open(link: "demmo"))
    try await scene.waits(for: "demmo")
    #expect(scene.terminal.text.contains("Did you mean “demo”"), "\(scene.terminal.text)")
    #expect(scene.shell.screen?.title == "Demo")
  }

  @Test("draws the program correctly at any size with any popup open")
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

  @Test("restores the open tab and pages in the next session")
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

  @Test("copies to the clipboard, and exports without overwriting files or writing outside the folder")
  func effects() async throws {
    let scene = try await ShellScene()
    scene.terminal.type("y1")
    try await scene.waits(for: "Copied Demo")
    for _ in 1...2 { scene.shell.effects.export(name: "../a/b\u{1b}.vcf", contents: Array("card".utf8)) }
    try await scene.waits(for: "Saved to")
    let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path).sorted()
    #expect(names == ["a-b--2.vcf", "a-b-.vcf"])
    scene.shell.effects.open(link: "javascript:alert(1)")
    try await scene.waits(for: "can't be opened")
    #expect(scene.shell.effects.canOpen(link: "https://example.com/a.jpg"))
    #expect(!scene.shell.effects.canOpen(link: "\(SampleServicesTransport.url)/a.jpg"))
  }
}
