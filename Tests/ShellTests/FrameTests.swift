import Components
import Foundation
import Navigation
import Portfolio
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Screen header and footer")
struct FrameTests {
  private static func start(_ line: String) -> Int { line.prefix { " │╭─".contains($0) }.count }

  @Test("aligns header, content and footer at the left edge")
  func edge() async throws {
    let one = try await ShellScene(size: Size(width: 80, height: 24))
    try await one.waits(for: "Screen Demo")
    #expect([0, 2, 23].map { Self.start(one.terminal.lines[$0]) } == [1, 1, 1])

    let two = try await ShellScene(
      size: Size(width: 120, height: 24),
      tabs: [("Items", DemoListHome()), ("Other", OtherHome())]
    )
    try await two.waits(for: "Screen Preview 1")
    #expect([0, 1, 23].map { Self.start(two.terminal.lines[$0]) } == [2, 2, 2])
    #expect(two.terminal.lines[2].hasPrefix("│ * Row 1"))
  }

  @Test("shows the welcome message at the first start until the first key press, which also has its usual effect")
  func welcome() async throws {
    let scene = try await ShellScene()
    scene.shell.welcome = ["This is sample data.", "Press ? for the keys."]
    try await scene.waits(for: "This is sample data.")
    #expect(scene.terminal.text.contains("Screen Demo"))
    scene.terminal.type("o")
    try await scene.waits(for: "Screen Details")
    #expect(!scene.terminal.text.contains("This is sample data."))
  }

  @Test("only closes the welcome message with Enter or Esc", arguments: [KeyPress(.enter), KeyPress(.escape)])
  func closedWelcome(key: KeyPress) async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "welcome-\(UUID().uuidString)")
    let terminal = ScriptedTerminal(size: Size(width: 100, height: 30))
    let scene = try await ProgramScene(home: home, terminal: terminal)
    scene.shell.welcome = ["This is sample data."]
    try await terminal.waitUntil(contains: "This is sample data.")
    terminal.press(key)
    terminal.advance(by: .milliseconds(60))
    try await terminal.waitUntil(lacks: "This is sample data.")
    try await terminal.settle()
    #expect(terminal.text.contains("No fetches yet"))
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "1 today")
  }

  @Test("shortens the path and then the tab bar before it truncates a page's title")
  func path() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "path-\(UUID().uuidString)")
    let terminal = ScriptedTerminal(size: Size(width: 80, height: 24))
    let scene = try await ProgramScene(home: home, terminal: terminal)
    for (link, width, header) in [
      ("markets/portfolio", 108, "4 Settings  0 Dashboard   .* Markets › Portfolio"),
      ("markets/portfolio", 88, "4 Settings  0 Dashboard   .* › Portfolio"),
      ("markets/portfolio/gains", 80, " 2  3 Markets  4  0 .* Markets › Realized gains"),
    ] {
      _ = await scene.shell.navigation.perform(.open(link: link))
      terminal.resize(to: Size(width: width, height: 24))
      let pattern = try Regex(header + " *$")
      try await terminal.waitUntil("the header has the path") { terminal.lines[0].contains(pattern) }
    }
  }

  @Test(
    "shows the help key in the footer of every screen",
    arguments: [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 120, height: 35)]
  )
  func helpHint(size: Size) async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "help-\(UUID().uuidString)")
    let terminal = ScriptedTerminal(size: size)
    let scene = try await ProgramScene(home: home, terminal: terminal)
    for link in ["counter", "directory", "markets", "markets/bitcoin", "markets/portfolio", "settings", "dashboard"] {
      _ = await scene.shell.navigation.perform(.open(link: link))
      try await terminal.waitUntil("\(link) has the key") { terminal.lines.last?.contains("? Help") == true }
    }
  }

  @Test("shows the cancel key in the footer while a load can be cancelled")
  func cancelHint() async throws {
    let scene = try await ShellScene()
    #expect(!scene.terminal.lines[23].contains("Esc"))
    scene.journal.isLoading = true
    scene.terminal.type("t")
    try await scene.terminal.waitUntil("the key is shown") { scene.terminal.lines[23].hasPrefix(" Esc Cancel") }
    scene.terminal.press(.escape)
    try await scene.terminal.waitUntil("the key is gone") { !scene.terminal.lines[23].contains("Esc") }
  }

  @Test(
    "shows only the keys of an open menu, palette, help or question in the footer",
    arguments: [
      ("y", "Enter Choose  Esc Close"), (":", "Enter Run  Esc Close"), ("?", "Esc Close"),
      ("q", "Enter Choose  Tab Next answer  Esc Cancel"),
    ]
  )
  func overlayKeys(key: String, footer: String) async throws {
    let scene = try await ShellScene()
    scene.journal.guardsLeaving = true
    scene.terminal.type(key)
    try await scene.terminal.waitUntil("only the keys are shown") {
      scene.terminal.lines[23].trimmingCharacters(in: .whitespaces) == footer
    }
    scene.terminal.press(.escape)
    try await scene.terminal.waitUntil("the screen's keys are back") { scene.terminal.lines[23].hasPrefix(" o open") }
  }

  @Test("explains in the welcome message how to connect the public services or your own")
  func welcomeSetup() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "welcome-\(UUID().uuidString)")
    let scene = try await ProgramScene(home: home, terminal: ScriptedTerminal(size: Size(width: 100, height: 30)))
    let lines = try scene.root.welcome(scene.shell.keyAssignments)
    #expect(lines.contains { $0.contains("public services or your own") && $0.contains("fetch-counter setup") })
  }

  @Test("shows the same amount in the portfolio and beside it after a sale")
  func amounts() async throws {
    // Given a holding in both panes
    let home = FileManager.default.temporaryDirectory.appending(path: "amounts-\(UUID().uuidString)")
    let terminal = ScriptedTerminal(size: Size(width: 160, height: 40))
    let scene = try await ProgramScene(home: home, terminal: terminal)
    let ledger = try scene.root.resolve(Keys.ledger)
    let coin = CoinReference(id: "bitcoin", symbol: "btc")
    _ = try ledger.enter(.buy(Trade(coin: coin, amount: 35, price: UnitPrice(132_000, "aud"))))
    _ = await scene.shell.navigation.perform(.open(link: "markets/portfolio"))
    try await terminal.waitUntil(contains: "Bought 35 BTC")
    terminal.press(KeyPress(.enter))
    try await terminal.waitUntil(contains: "Holding 35 BTC")

    // When
    _ = try ledger.enter(.sell(Trade(coin: coin, amount: 5, price: UnitPrice(132_000, "aud"))))
    scene.shell.effects.didChange("Sale recorded.") { nil }

    // Then
    try await terminal.waitUntil(contains: "Holding 30 BTC")
    #expect(!terminal.text.contains("Holding 35 BTC"))
    withExtendedLifetime(scene) {}
  }

  @Test("shows and updates the account value in the header if the portfolio has prices")
  func account() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "account-\(UUID().uuidString)")
    let terminal = ScriptedTerminal(size: Size(width: 128, height: 30))
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    #expect(!terminal.lines[0].contains("$"))

    // When
    let ledger = try scene.root.resolve(Keys.ledger)
    let coin = CoinReference(id: "bitcoin", symbol: "btc")
    _ = try ledger.enter(.buy(Trade(coin: coin, amount: 1, price: UnitPrice(132_000, "aud"))))
    scene.shell.effects.didChange("Purchase recorded.") { nil }

    // Then
    let pattern = try Regex(#"\$1\d\d,\d\d\d\.\d\d [▲▼] [-+]?\d+\.\d\d.%  12:00 *$"#)
    try await terminal.waitUntil("the header has the value") { terminal.lines[0].contains(pattern) }
    terminal.resize(to: Size(width: 98, height: 30))
    try await terminal.waitUntil("the time is left out") {
      terminal.lines[0].contains("$") && !terminal.lines[0].contains("12:00")
    }
    terminal.resize(to: Size(width: 78, height: 30))
    try await terminal.waitUntil("the value is left out") {
      terminal.frame?.buffer.size.width == 78 && !terminal.lines[0].contains("$")
    }
    withExtendedLifetime(scene) {}
  }
}
