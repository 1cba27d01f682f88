import Components
import Foundation
import Navigation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Side-by-side panes")
struct PaneTests {
  private static let wide = Size(width: 120, height: 24)

  private func scene(size: Size = wide) async throws -> ShellScene {
    let scene = try await ShellScene(size: size, tabs: [("Items", DemoListHome()), ("Other", OtherHome())])
    try await scene.waits(for: "* Row 1")
    return scene
  }

  /// Leaves the selection unchanged until a journal entry reports that the preview has appeared.
  private func rest(_ scene: ShellScene, until entry: String) async throws {
    while scene.journal.entries.last != entry {
      try await scene.terminal.settle()
      scene.terminal.advance(by: ShellPanes.restBeforePreview)
    }
  }

  private func goBack(_ scene: ShellScene) {
    scene.terminal.press(.escape)
    scene.terminal.advance(by: .milliseconds(60))
  }

  @Test("shows a list with its preview in windows with at least 110 columns", arguments: [109, 110])
  func width(columns: Int) async throws {
    let scene = try await scene(size: Size(width: columns, height: 24))
    try await scene.waits(for: columns == 110 ? "Row 1 of 45 columns" : "Row 1 of 107 columns")
    #expect(scene.terminal.text.contains("Screen Preview 1") == (columns == 110))
    #expect(scene.terminal.text.contains("3 items") == (columns == 110))
  }

  @Test("draws the selection's preview immediately, but activates the preview only after the selection stops moving")
  func rests() async throws {
    let scene = try await scene()
    scene.terminal.type("jj")
    try await scene.waits(for: "Screen Preview 3")
    #expect(scene.journal.entries == ["Items appears"])
    try await rest(scene, until: "Preview 3 appears")
    #expect(scene.journal.entries == ["Items appears", "Preview 3 appears"])
    scene.terminal.type("j")
    try await scene.waits(for: "Screen Preview 3")
    #expect(scene.journal.entries.count == 2)
  }

  @Test("opens the page beside the list with Enter or Tab, and goes back with Escape or Tab")
  func focus() async throws {
    let scene = try await scene()
    for (open, back) in [(KeyPress(.enter), KeyPress(.escape)), (KeyPress(.tab), KeyPress(.tab))] {
      scene.terminal.press(open)
      try await scene.waits(for: "Screen Item 1")
      #expect(scene.terminal.text.contains("* Row 1"))
      #expect(scene.shell.screen?.title == "Item 1")
      scene.terminal.press(back)
      scene.terminal.advance(by: .milliseconds(60))
      try await scene.waits(for: "Screen Preview 1")
      #expect(scene.shell.screen?.title == "Items")
    }
    #expect(
      scene.journal.entries == [
        "Items appears", "Item 1 appears", "Item 1 disappears", "Item 1 appears", "Item 1 disappears",
      ]
    )
  }

  @Test("moves the focus to a clicked pane, and scrolls an unfocused pane with the wheel")
  func mouse() async throws {
    let scene = try await scene()
    try scene.terminal.click(target: "button", index: 3)
    try await scene.waits(for: "Screen Item 1")
    try scene.terminal.click(target: DemoList.target, index: 2)
    try await scene.waits(for: "Screen Preview 2")
    #expect(scene.shell.screen?.title == "Items")
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Item 2")
    scene.terminal.mouse(.scroll(columns: 0, rows: 1), at: Point(x: 5, y: 5))
    try await scene.waits(for: "* Row 3")
    #expect(scene.shell.screen?.title == "Item 2")
  }

  @Test("shows only the opened page in a narrow window, and both panes in a wide window")
  func resize() async throws {
    let scene = try await scene()
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Item 1")
    scene.terminal.resize(to: Size(width: 80, height: 24))
    try await scene.terminal.waitUntil("the page is alone") {
      scene.terminal.text.contains("Screen Item 1") && !scene.terminal.text.contains("Row 1")
    }
    scene.terminal.resize(to: Self.wide)
    try await scene.waits(for: "* Row 1")
    try await scene.terminal.settle()
    #expect(
      scene.journal.entries == ["Items appears", "Item 1 appears", "Items disappears", "Items appears"]
    )
  }

  @Test("opens a linked page beside the page's list")
  func link() async throws {
    let scene = try await scene()
    scene.terminal.type(":items/2")
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Item 2")
    #expect(scene.terminal.text.contains("Row 1"))
    goBack(scene)
    try await scene.waits(for: "Screen Preview 1")
  }
}
