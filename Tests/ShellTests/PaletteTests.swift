import Components
import Foundation
import Navigation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Command palette")
struct PaletteTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 40))
  private let home = FileManager.default.temporaryDirectory.appending(path: "palette-\(UUID().uuidString)")

  @Test(
    "opens the screen or setting whose name is typed in the palette",
    arguments: [
      ("portfolio", "No holdings yet"), ("alert", "New alert"), ("bitcoin", "prices, line"), ("theme", "▸ Theme"),
      ("currency", "NZD"), ("fifo", "No holdings yet"),
    ]
  )
  func words(word: String, expected: String) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":" + word)
    try await terminal.waitUntil("a row is there") { scene.shell.palette?.selected != nil }
    terminal.press(.enter)
    try await terminal.waitUntil(contains: expected)
    withExtendedLifetime(scene) {}
  }

  @Test("lists exactly the commands of all screens in the palette")
  func commands() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    for command in ScreenCommand.all {
      _ = await scene.shell.navigation.perform(.open(link: command.link))
      try await terminal.settle()
      let map = try #require(scene.shell.screen?.keyMap)
      #expect(map.title == command.screen, "\(command.link)")
      if let key = command.key {
        #expect(map.binding(for: key)?.choices.isEmpty == false, "\(command.title) has no key \(key)")
      }
    }
  }

  @Test("finds loaded coins and employees in the palette by name, symbol and team, and opens their pages")
  func items() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type("2")
    try await terminal.waitUntil(contains: "30 people")
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    terminal.type(":lukasz")
    try await terminal.waitUntil(contains: "employee")
    terminal.press(.enter)
    try await terminal.waitUntil("a page is open") { scene.shell.screen?.title.hasPrefix("Łukasz") == true }
    terminal.type(":eth")
    try await terminal.waitUntil("the coin is selected") { scene.shell.palette?.selected?.title == "Ethereum ETH" }
    withExtendedLifetime(scene) {}
  }

  @Test("lists the latest palette commands first, even in the next session")
  func recent() async throws {
    let scene = try await ShellScene()
    scene.terminal.type(":other")
    try await scene.terminal.waitUntil("it is selected") { scene.shell.palette?.selected != nil }
    scene.terminal.press(.enter)
    try await scene.waits(for: "Screen Other")
    let session = try JSONDecoder().decode(ShellSession.self, from: JSONEncoder().encode(scene.shell.session))
    let next = try await ShellScene(session: session)
    next.terminal.type(":")
    try await next.terminal.waitUntil("the palette is open") { next.shell.palette != nil }
    #expect(next.shell.palette?.selected?.id == scene.shell.recentCommands.first)
  }

  @Test("selects a setting that is found again after the selection has moved")
  func settingAgain() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    for _ in 0..<2 {
      terminal.type(":mouse")
      try await terminal.waitUntil("the setting is found") { scene.shell.palette?.selected?.item != nil }
      terminal.press(.enter)
      try await terminal.waitUntil(contains: "▸ Mouse")
      terminal.type("kk")
      try await terminal.settle()
    }
  }

  @Test("offers a typed coin first if nothing else matches, and hides the focused control's commands")
  func typedCoin() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":zzcoin")
    try await terminal.waitUntil("the coin is first") {
      scene.shell.palette?.selected?.title == "Open the coin “zzcoin”"
    }
    #expect(scene.shell.palette?.rows.map(\.title).contains("Press the selected button") == false)
  }

  @Test(
    "offers no typed coin if a command, setting or known coin contains the typed words",
    arguments: [
      ("setup", "Open the settings"), ("currency", "Choose the currency"), ("undo", "Undo the last change"),
      ("portfolio", "Open the portfolio"), ("theme", "Change the theme"), ("ethereum", "Ethereum ETH"),
    ]
  )
  func knownWord(word: String, title: String) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":" + word)
    try await terminal.waitUntil("the entry is first") {
      scene.shell.palette?.query.text == word && scene.shell.palette?.selected?.title == title
    }
    #expect(scene.shell.palette?.rows.contains { $0.title.hasPrefix("Open the coin “") } == false)
  }

  @Test(
    "lists each action once, whichever screen is visible",
    arguments: ["counter", "markets", "markets/bitcoin", "markets/portfolio", "markets/alerts", "settings"]
  )
  func noDuplicates(link: String) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    _ = await scene.shell.navigation.perform(.open(link: link))
    for (word, title) in [
      ("currency", "Choose the currency"), ("alerts", "Open the alerts"), ("portfolio", "Open the portfolio"),
      ("auto-refresh", "Turn auto-refresh on or off"),
    ] {
      terminal.type(":" + word)
      try await terminal.waitUntil("the query is typed") { scene.shell.palette?.query.text == word }
      let titles = scene.shell.palette?.rows.map(\.title) ?? []
      #expect(titles.count == Set(titles).count, "\(titles)")
      #expect(titles.contains(title), "\(titles)")
      let synonyms = ["Change the currency", "Choose the currency for all screens", "Show the alerts"]
      #expect(titles.allSatisfy { !synonyms.contains($0) }, "\(titles)")
      terminal.press(.escape)
      terminal.advance(by: .milliseconds(60))
      try await terminal.waitUntil("the palette is closed") { scene.shell.palette == nil }
    }
  }

  @Test("offers no coin for text that can't be a coin's ID", arguments: ["export all", "what?", "(btc)", "50%"])
  func noCoin(text: String) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":" + text)
    try await terminal.waitUntil("the query is typed") { scene.shell.palette?.query.text == text }
    let titles = scene.shell.palette?.rows.map(\.title) ?? []
    #expect(!titles.contains { $0.hasPrefix("Open the coin “") })
  }

  @Test("prefers an abbreviated command to a typed coin")
  func abbreviation() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":mrkt")
    try await terminal.waitUntil("the query is typed") { scene.shell.palette?.query.text == "mrkt" }
    let titles = scene.shell.palette?.rows.map(\.title) ?? []
    let command = try #require(titles.firstIndex(of: "Open the markets"))
    let coin = try #require(titles.firstIndex(of: "Open the coin “mrkt”"))
    #expect(command < coin)
  }

  @Test(
    "finds coins and employees in the palette before their tabs have been opened",
    arguments: [("ethereum", "Ethereum ETH"), ("lukasz", "Łukasz")]
  )
  func unopenedTabs(word: String, title: String) async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":" + word)
    try await terminal.waitUntil("the item is found") {
      scene.shell.palette?.rows.contains { $0.item != nil && $0.title.hasPrefix(title) } ?? false
    }
    withExtendedLifetime(scene) {}
  }

  @Test("keeps the palette's selected entry when items arrive, so Enter never runs another one")
  func arrivingItems() {
    // Given a palette whose most recent command opens a coin that isn't loaded
    let coin = SearchableItem(title: "Bitcoin", keywords: "btc", kind: "coin", link: "markets/bitcoin")
    let entries = ["Open", "Close"].map { CommandPalette.Entry(id: $0, title: $0, detail: "") {} }
    var palette = CommandPalette(entries, recent: [coin.link])
    #expect(palette.selected?.id == "Open")

    // When the coin arrives and is listed first
    let items = SearchableItemList([coin]) { $0 }
    let group = CommandPalette.Group(items, recent: [coin.link])
    palette.setGroups([group], recentItems: [coin.link: coin])

    // Then the same entry is selected
    #expect(palette.rows.map(\.id) == [coin.link, "Open", "Close"])
    #expect(palette.selected?.id == "Open")

    // When the selected entry disappears, then the selection keeps its position
    palette.select(0)
    palette.setGroups([], recentItems: [:])
    #expect(palette.selected?.id == "Open")
  }

  @Test("restores the alerts without the form that was open when the program quit")
  func quitWithForm() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":markets/alerts?coin=bitcoin\n")
    try await terminal.waitUntil(contains: "New alert")
    let session = scene.shell.session
    let next = ScriptedTerminal(size: terminal.size)
    let restored = try await ProgramScene(home: home, terminal: next, session: session)
    try await next.waitUntil(contains: "Alerts")
    #expect(!next.text.contains("New alert"))
    withExtendedLifetime((scene, restored)) {}
  }

  @Test("doesn't list commands that only move a chart's cursor in the palette")
  func movements() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type(":markets/bitcoin\n")
    try await terminal.waitUntil(contains: "prices, line")
    terminal.type(":")
    try await terminal.waitUntil("the palette is open") { scene.shell.palette != nil }
    let titles = scene.shell.palette?.rows.map(\.title) ?? []
    #expect(!titles.contains { $0.localizedCaseInsensitiveContains("move the cursor") }, "\(titles)")
  }
}
