import Basics
import Components
import Foundation
import LoopbackServer
import Networking
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Settings screen")
struct SettingsTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 40))
  private let home = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")

  private func start(_ arguments: [String] = []) async throws -> ProgramScene {
    try await ProgramScene(arguments, home: home, terminal: terminal)
  }

  private func start(onRow key: String) async throws -> ProgramScene {
    let scene = try await start()
    try await scene.selectSetting(key)
    return scene
  }

  @Test("stores the price freshness, and applies it immediately")
  func freshness() async throws {
    let scene = try await start(onRow: "markets_freshness")
    try await terminal.waitUntil(contains: "auto (now 1m)")
    terminal.press(.enter)
    terminal.type("3")
    try await terminal.waitUntil(contains: "▸ Freshness                5m")
    let folder = home.path + "/.local/share/fetch-counter"
    #expect(try StoredPreferences(folder: folder).load()["markets_freshness"] == "5m")
    withExtendedLifetime(scene) {}
  }

  @Test("offers no undo for a currency, locale or theme that was already set")
  func unchanged() async throws {
    let scene = try await start()
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    terminal.type("c")
    try await terminal.waitUntil("the menu is open") { scene.shell.menu != nil }
    terminal.press(.enter)
    try await terminal.waitUntil("the menu is closed") { scene.shell.menu == nil }
    for key in ["locale", "theme"] {
      try await scene.selectSetting(key)
      terminal.press(.enter)
      try await terminal.settle()
      terminal.press(.enter)
      try await terminal.settle()
    }
    terminal.type("u")
    try await terminal.waitUntil(contains: "Nothing to undo.")
    #expect(!terminal.text.contains("u to undo"))
  }

  @Test("chooses the currency whose code is typed in the menu")
  func typedCurrency() async throws {
    let scene = try await start()
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    terminal.type("c")
    try await terminal.waitUntil("the menu is open") { scene.shell.menu != nil }
    terminal.type("nzd\n")
    try await terminal.waitUntil(contains: "Currency: NZD.")
  }

  @Test("changes all colors when the theme changes")
  func theme() async throws {
    let scene = try await start(onRow: "theme")
    let dark = terminal.frame?.buffer.svg(title: "")
    terminal.press(.enter)
    terminal.press(.down)
    terminal.press(.down)
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "Theme: light.")
    #expect(scene.shell.theme?.palette == Theme.standard(for: .light).palette)
    #expect(terminal.frame?.buffer.svg(title: "") != dark)
  }

  @Test("previews the theme selected in the menu, and restores the stored theme on Escape")
  func themePreview() async throws {
    let scene = try await start(onRow: "theme")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "catppuccin-mocha")
    for _ in BuiltInTheme.allCases { terminal.press(.down) }
    try await terminal.settle()
    #expect(scene.shell.theme?.palette == BuiltInTheme.nord.theme.palette)
    terminal.press(.escape)
    try await terminal.settle()
    #expect(scene.shell.theme == nil)
    let file = home.appending(path: ".local/share/fetch-counter/preferences.json")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(terminal.lines.contains { $0.contains("▸ Theme ") })
  }

  @Test("stores the theme selected in the menu on Enter")
  func themeMenu() async throws {
    let scene = try await start(onRow: "theme")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "catppuccin-mocha")
    terminal.type("G")
    try await terminal.settle()
    terminal.press(.enter)
    try await terminal.settle()
    #expect(scene.shell.theme?.palette == BuiltInTheme.nord.theme.palette)
    #expect(terminal.lines.contains { $0.contains("▸ Theme ") && $0.contains("nord") })
    let file = home.appending(path: ".local/share/fetch-counter/preferences.json")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("nord"))
  }

  @Test("formats amounts and dates in a typed locale immediately, and in the previous locale after undo")
  func locale() async throws {
    try await RegionalFormat.with(.posix) {
      let scene = try await start(onRow: "locale")
      try await terminal.waitUntil(contains: "auto  A$1,234.50  2026-01-31")
      terminal.press(.enter)
      terminal.press(.control("u"))
      terminal.type("xx_YY\n")
      try await terminal.waitUntil(contains: "Couldn't set the locale: “xx_YY” isn't a known locale.")
      terminal.press(.control("u"))
      terminal.type("de_DE\n")
      try await terminal.waitUntil(contains: "de_DE  1.234,50")
      try await terminal.waitUntil(contains: "31.01.2026")
      let folder = home.path + "/.local/share/fetch-counter"
      #expect(try StoredPreferences(folder: folder).load()["locale"] == "de_DE")
      try await scene.open("markets")
      try await terminal.waitUntil(contains: "7 days")
      try await terminal.waitUntil("amounts are German") { [terminal] in
        terminal.lines.contains { $0.contains("BTC") && $0.contains("132.071,") }
      }
      terminal.type("4u")
      try await terminal.waitUntil(contains: "auto  A$1,234.50  2026-01-31")
      withExtendedLifetime(scene) {}
    }
  }

  @Test(
    "changes the currency of the list, coins, the portfolio and new alerts, even on open screens"
  )
  func currency() async throws {
    let scene = try await start()
    let places = [
      ("markets", "7 days", "AUD"), ("markets/bitcoin", "All-time high", "USD"), ("markets/portfolio", "fifo", "AUD"),
    ]
    for (index, (link, text, currency)) in places.enumerated() {
      // Given
      try await scene.open(link)
      try await terminal.waitUntil("the page is loaded") {
        terminal.text.contains(text) && (terminal.text.contains(currency) || link == "markets/bitcoin")
      }
      // When
      try await scene.selectSetting("currency")
      terminal.press(.enter)
      terminal.type(index == 1 ? "aud\n" : "usd\n")
      // Then
      terminal.type("3")
      try await terminal.waitUntil(contains: text)
      try await terminal.waitUntil(contains: index == 1 ? "AUD" : "USD")
    }
    // Given: the form for a new alert
    try await scene.open("markets/alerts")
    try await terminal.waitUntil(contains: "No alerts")
    terminal.type("a")
    try await terminal.waitUntil(contains: "Price (USD)")
    terminal.press(.escape)
    try await terminal.waitUntil(lacks: "New alert")
    // When
    try await scene.selectSetting("currency")
    terminal.press(.enter)
    terminal.type("eur\n")
    terminal.type("3")
    try await terminal.waitUntil(contains: "No alerts")
    terminal.type("a")
    // Then
    try await terminal.waitUntil(contains: "Price (EUR)")
    withExtendedLifetime(scene) {}
  }

  @Test("stores the currency chosen in the list, and shows it on every screen")
  func currencyKey() async throws {
    // Given
    let scene = try await start()
    try await scene.open("markets")
    try await terminal.waitUntil(contains: "7 days")
    // When
    terminal.type("c")
    try await terminal.waitUntil(contains: "NZD")
    terminal.press(.down)
    terminal.press(.enter)
    // Then
    try await terminal.waitUntil(contains: " USD ")
    try await scene.open("markets/bitcoin")
    try await terminal.waitUntil(contains: "All-time high")
    try await terminal.waitUntil(contains: "USD")
    try await scene.open("markets/portfolio")
    try await terminal.waitUntil(contains: "USD · fifo")
    try await scene.open("markets/alerts")
    try await terminal.waitUntil(contains: "No alerts")
    terminal.type("a")
    try await terminal.waitUntil(contains: "Price (USD)")
    let files =
      FileManager.default.enumerator(at: home, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    let stored = try #require(files.first { $0.lastPathComponent == "preferences.json" })
    #expect(try String(contentsOf: stored, encoding: .utf8).contains("\"usd\""))
    withExtendedLifetime(scene) {}
  }

  @Test("applies a changed auto-refresh interval")
  func refreshInterval() async throws {
    // Given prices that refresh every minute
    let scene = try await start()
    terminal.type("3")
    try await waitUntilRefreshed(scene, interval: .seconds(60), "just now · every 1 min")

    // When the interval is 15 minutes
    try await scene.selectSetting("refresh_interval")
    terminal.press(.enter)
    terminal.type("5")
    try await terminal.waitUntil(contains: "15m")
    terminal.type("3")
    try await waitUntilRefreshed(scene, interval: .seconds(900), "just now · every 15 min")
    terminal.advance(by: .seconds(301))

    // Then
    try await terminal.waitUntil(contains: "5 min ago")

    // When the interval is 5 minutes
    try await scene.selectSetting("refresh_interval")
    terminal.press(.enter)
    terminal.type("4")
    try await terminal.waitUntil("the menu is closed") { scene.shell.menu == nil }
    terminal.type("3")
    try await waitUntilRefreshed(scene, interval: .seconds(300), "just now · every 5 min")
    let count = scene.cache.statistics.misses
    terminal.advance(by: .seconds(301))

    // Then
    try await terminal.waitUntil("the prices are refreshed") {
      scene.cache.statistics.misses > count && terminal.text.contains("just now · every 5 min")
    }
    withExtendedLifetime(scene) {}
  }

  /// Waits until no request is pending, and the next refresh follows after an interval.
  private func waitUntilRefreshed(_ scene: ProgramScene, interval: Duration, _ text: String) async throws {
    try await terminal.waitUntil("the list shows “\(text)” and is loaded") {
      terminal.text.contains(text) && !scene.shell.isAnimating
    }
    try await scene.waitUntilSomethingSleeps(for: interval)
  }

  private var storedWord: String? {
    get throws { try StoredPreferences(folder: home.path + "/.local/share/fetch-counter").load()["auto_refresh"] }
  }

  @Test("turns auto-refresh off for this run and the next")
  func automaticRefresh() async throws {
    let scene = try await start(onRow: "auto_refresh")
    terminal.press(.enter)
    terminal.type("2")
    terminal.type("3")
    try await terminal.waitUntil(contains: "auto-refresh off")
    #expect(try storedWord == "off")
    terminal.type("R")
    try await terminal.waitUntil(contains: "Auto-refresh on, every 1 min")
    #expect(try storedWord == "on")
    withExtendedLifetime(scene) {}
  }

  @Test("shows coin icons until they are turned off, and stores the setting")
  func coinIcons() async throws {
    let scene = try await ProgramScene(home: home, terminal: terminal, hasIcons: true)
    terminal.type("3")
    try await terminal.waitUntil("an icon is seen") {
      terminal.lines.contains { $0.prefix(6).contains { "▀▄".contains($0) } }
    }
    try await scene.selectSetting("coin_icons")
    terminal.press(.enter)
    terminal.type("2")
    terminal.type("3")
    try await terminal.waitUntil("no icon is seen") {
      terminal.lines.contains { $0.contains("BTC") }
        && !terminal.lines.contains { $0.prefix(6).contains { "▀▄".contains($0) } }
    }
    withExtendedLifetime(scene) {}
  }

  @Test("applies the directory scenario after a reload")
  func directoryScenario() async throws {
    let scene = try await start(onRow: "directory_scenario")
    terminal.press(.enter)
    terminal.type("3")
    try await terminal.waitUntil(contains: "Directory scenario: empty.")
    #expect(terminal.lines.contains { $0.contains("▸ Directory") && $0.contains("empty") })
    terminal.type("2")
    try await terminal.waitUntil(contains: "No employees")
    terminal.type("4")
    try await terminal.waitUntil(contains: "▸ Directory")
    terminal.press(.enter)
    terminal.type("2")
    try await terminal.waitUntil(contains: "Directory scenario: error.")
    terminal.type("2r")
    try await terminal.waitUntil(contains: "Couldn't load the directory")
    withExtendedLifetime(scene) {}
  }

  @Test("turns mouse input on and off immediately")
  func mouse() async throws {
    let scene = try await start(onRow: "mouse")
    terminal.press(.enter)
    terminal.type("2")
    try await terminal.settle()
    #expect(scene.shell.mouse == .off)
    try terminal.click(target: ShellTarget.tabs, index: 0)
    try await terminal.settle()
    #expect(scene.shell.selectedTab == 3)
    terminal.press(.enter)
    terminal.type("1")
    try await terminal.settle()
    try terminal.click(target: ShellTarget.tabs, index: 0)
    try await terminal.waitUntil(contains: "Fetch many")
  }

  @Test("overrides a flag for the coin list and a coin's page, and removes the override")
  func flags() async throws {
    let scene = try await start()
    try await scene.open("markets/bitcoin")
    try await terminal.waitUntil(contains: "prices, line")
    #expect(!terminal.text.contains("€"))
    try await scene.selectSetting("supportEUR")
    try await terminal.waitUntil(contains: "▸ Prices in euros")
    terminal.press(.enter)
    terminal.type("1")
    try await terminal.waitUntil(contains: "Prices in euros: On.")
    terminal.type("3")
    try await terminal.waitUntil(contains: "€")
    try await scene.selectSetting("supportEUR")
    terminal.type("d")
    try await terminal.waitUntil("a question is asked") { scene.shell.questions.pending != nil }
    terminal.type("y")
    terminal.type("3")
    try await terminal.waitUntil("no price is in euros") { !terminal.text.contains("€") }
    withExtendedLifetime(scene) {}
  }

  @Test("changes nothing with a single key on any row")
  func singleKeys() async throws {
    let scene = try await start(onRow: "currency")
    let screen = try #require(scene.shell.screen as? SettingsScreen)
    for row in screen.rows {
      screen.select(row.key)
      for press in [KeyPress(.left), KeyPress(.right), .character("h"), .character("l")] {
        #expect(screen.keyMap.binding(for: press) == nil, "\(row.key)")
      }
      // Enter opens a menu, a field or a question.
      #expect(screen.keyMap.perform(KeyPress(.enter)), "\(row.key)")
      scene.shell.menu = nil
      screen.entry = nil
      screen.themeMenu?.restore()
    }
    try await terminal.settle()
    scene.shell.questions.answer(nil)
    try await terminal.settle()
    let folder = home.appending(path: ".local/share/fetch-counter")
    for name in ["preferences.json", "flags.json"] {
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: name).path), "\(name)")
    }
  }

  @Test("clears the cache, and shows the remaining size")
  func cache() async throws {
    let scene = try await start()
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    try await scene.selectSetting("cache")
    try await terminal.waitUntil("there is something in it") { !terminal.text.contains(" in 0 responses") }
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "Clear the cache?")
    terminal.type("y")
    try await terminal.waitUntil(contains: "Cache cleared.")
    try await terminal.waitUntil(contains: " in 0 responses")
    withExtendedLifetime(scene) {}
  }

  @Test("keeps the selected setting visible on a small screen")
  func settingsScroll() async throws {
    let scene = try await start(["--counter-url", "http://127.0.0.1:1"])
    terminal.resize(to: Size(width: 40, height: 12))
    terminal.type("4")
    for label in [
      "Prices in euros", "Currency", "Locale", "Theme", "Auto-refresh",
      "Refresh every", "Price source", "Freshness", "Coin icons",
      "Directory",
      "Mouse", "Usage",
      "Limit",
      "Counter service", "Employee directory", "Markets service",
    ] {
      try await terminal.waitUntil("\(label) is chosen and seen") {
        terminal.lines.contains { $0.contains("▸ \(label)") }
      }
      terminal.press(.down)
    }
    withExtendedLifetime(scene) {}
  }

  @Test("shows a service's complete error on a small screen")
  func serviceError() async throws {
    let server = try LoopbackServer { _ in .text("", status: 500) }
    defer { server.stop() }
    let scene = try await start(["--counter-url", server.url.absoluteString])
    terminal.resize(to: Size(width: 40, height: 12))
    try await scene.selectSetting("counter_url")
    terminal.press(.enter)
    try await terminal.settle()
    try await scene.passTime(until: "500")
    try await terminal.waitUntil("the row shows the beginning of the error, and the description shows all of it") {
      let row = terminal.lines.firstIndex { $0.contains("▸ Counter service") && $0.contains("…") } ?? .max
      let description = terminal.lines.drop { !$0.contains("──") }.joined(separator: " ")
      return row < terminal.lines.count && description.contains("500") && !description.contains("…")
        && description.contains("to check all services.")
    }
    withExtendedLifetime(scene) {}
  }
}
