import BasicsTesting
import Components
import Foundation
import LoopbackServer
import Navigation
import Networking
import Portfolio
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Dashboard", .timeLimit(.minutes(2)))
struct DashboardTests {
  private static let golden = Golden(folder: "Golden", besideFile: #filePath, rewriteVariable: "SHELL_REWRITE_GOLDEN")
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 30))
  private let home = FileManager.default.temporaryDirectory.appending(path: "dashboard-\(UUID().uuidString)")

  private func start(_ arguments: [String] = []) async throws -> ProgramScene {
    try await ProgramScene(arguments, home: home, terminal: terminal)
  }

  /// Records purchases, sets alerts, triggers one alert, and then shows the loaded dashboard.
  private func filled() async throws -> ProgramScene {
    let scene = try await start()
    let (ledger, alerts) = (try scene.root.resolve(Keys.ledger), try scene.root.resolve(Keys.alerts))
    for (id, symbol, amount) in [("bitcoin", "btc", Decimal(1)), ("ethereum", "eth", 12), ("solana", "sol", 40)] {
      let coin = CoinReference(id: id, symbol: symbol)
      _ = try ledger.enter(.buy(Trade(coin: coin, amount: amount, price: UnitPrice(100, "aud"))))
    }
    for condition in [AlertCondition.above(1), .above(10_000_000)] {
      let request = AlertRequest(
        coin: CoinReference(id: "bitcoin", symbol: "btc"),
        condition: condition,
        currency: "aud"
      )
      _ = try alerts.add(request)
    }
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "1 today")
    try await terminal.waitUntil(lacks: "Fetching")
    terminal.type("0")
    try await terminal.waitUntil(contains: "1 triggered")
    try await terminal.waitUntil(contains: "█ BTC")
    return scene
  }

  @Test("draws the dashboard as in its golden file at four sizes, in ASCII and in linear output")
  func pictures() async throws {
    let scene = try await filled()
    let screen = try #require(scene.shell.screen)
    let plain = RenderEnvironment(capabilities: .plain, isAnimated: false)
    let ascii = RenderEnvironment(capabilities: .plain, glyphs: .ascii, isAnimated: false)
    var picture = ""
    for (width, height) in [(38, 9), (78, 20), (118, 31), (198, 56)] {
      picture += "=== \(width) x \(height)\n"
      let lines = screen.frame(size: Size(width: width, height: height), in: plain).buffer.lines
      picture += lines.map { $0 + "\n" }.joined()
    }
    picture += "=== 98 x 26, ASCII\n"
    let size = Size(width: 98, height: 26)
    picture += screen.frame(size: size, in: ascii).buffer.lines.map { $0 + "\n" }.joined()
    picture += "=== read out\n"
    picture += screen.body(size: size, in: plain).linearLines(in: plain).map { $0.plainText + "\n" }.joined()
    #expect(try Self.golden.difference(of: picture, from: "Dashboard.txt") == nil)
    withExtendedLifetime(scene) {}
  }

  @Test("marks the account value in the header as incomplete if a coin has no price")
  func incompleteAccount() async throws {
    // Given
    let scene = try await filled()
    let environment = RenderEnvironment(capabilities: .plain, isAnimated: false)
    func texts() -> [String] { scene.shell.headerStatus?.texts(in: environment).map(\.plainText) ?? [] }
    #expect(texts().count == 2)
    #expect(texts().allSatisfy { !$0.contains("*") })

    // When
    let gone = CoinReference(id: "no-such-coin", symbol: "gone")
    _ = try scene.root.resolve(Keys.ledger).enter(.receive(Transfer(coin: gone, amount: 1)))
    scene.shell.headerStatus?.update()

    // Then
    try await terminal.waitUntil("the value is marked") { texts().first?.contains("*") == true }
    #expect(texts().allSatisfy { $0.contains("*") })
    withExtendedLifetime(scene) {}
  }

  @Test("opens each dashboard card's screen", arguments: zip(0..<4, ["Fetch many", "Holdings", "BTC", "Triggered"]))
  func opens(card: Int, sign: String) async throws {
    let scene = try await filled()
    for _ in 0..<card { terminal.press(.tab) }
    terminal.press(.enter)
    try await terminal.waitUntil("the card's screen is there") {
      scene.shell.tab.family != "dashboard"
    }
    #expect(scene.shell.tab.family == (card == 0 ? "counter" : "markets"))
    withExtendedLifetime(scene) {}
  }

  @Test("moves between dashboard cards with the arrow keys, and stops at the edges")
  func moves() async throws {
    let scene = try await start()
    terminal.type("0")
    try await terminal.waitUntil(contains: "Top movers")
    let screen = try #require(scene.shell.screen as? DashboardScreen)
    var path: [DashboardScreen.Card] = []
    for key in [Key.right, .right, .down, .down, .left, .up, .up] {
      terminal.press(key)
      try await terminal.settle()
      path.append(screen.selected)
    }
    #expect(path == [.account, .account, .services, .services, .movers, .counter, .counter])
    withExtendedLifetime(scene) {}
  }

  @Test("shares the dashboard's requests with the coin list")
  func sharesRequests() async throws {
    let scene = try await start()
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    try await terminal.settle()
    let calls = scene.cache.statistics.misses
    terminal.type("0")
    try await terminal.waitUntil(contains: "%")
    try await terminal.settle()
    #expect(scene.cache.statistics.misses == calls)
    withExtendedLifetime(scene) {}
  }

  @Test(
    "shows whether a service responds, responds slowly, fails or wasn't checked",
    arguments: [
      (ServiceStatus.Health.responds, 1, "● responds in 1 ms"), (.responds, 2_000, "▲ slow, responds in 2.0 s"),
      (.fails("The service fails."), 1, "✗ The service fails."), (.checking, 1, "○ Checking…"),
      (.unknown, 1, "○ not checked; press r to check"),
    ]
  )
  func health(health: ServiceStatus.Health, milliseconds: Int, text: String) {
    let service = ServiceStatus(
      service: .counter,
      url: URL(string: "http://127.0.0.1:8000/"),
      health: health,
      duration: .milliseconds(milliseconds)
    )
    let line = ServiceLine(service, RenderEnvironment(isAnimated: false))
    #expect(line.mark.plainText + line.state == text)
  }

  @Test("checks all services at the same time, and cancels the checks with Escape")
  func slowServices() async throws {
    // Given services that receive requests but don't respond
    let (requests, request) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      request.yield()
      return .text("late").delayed(by: .seconds(60))
    }
    defer { server.stop() }
    let url = server.url.absoluteString
    let scene = try await start(["--counter-url", url, "--directory-url", url, "--markets-url", url])

    // When
    terminal.type("0")
    var count = 0
    for await _ in requests {
      count += 1
      if count == 3 { break }
    }
    try await terminal.waitUntil(contains: "Esc Cancel")
    terminal.press(.escape)

    // Then
    try await terminal.waitUntil(contains: "Cancelled")
    #expect(terminal.text.ranges(of: "not checked; press r to check").count == 3)
    #expect(!terminal.text.contains("Checking…"))
    withExtendedLifetime(scene) {}
  }

  @Test("shows services with server errors or unreadable responses as failing", arguments: [500, 200])
  func failingServices(status: Int) async throws {
    let server = try LoopbackServer { _ in .text("hello", status: status) }
    defer { server.stop() }
    let url = server.url.absoluteString
    let scene = try await start(["--counter-url", url, "--directory-url", url])
    terminal.type("0")
    try await scene.passTime(until: "✗ Counter")
    try await scene.passTime(until: "✗ Directory")
    withExtendedLifetime(scene) {}
  }

  @Test("reports an unreachable service on its dashboard card, and shows all other cards")
  func brokenService() async throws {
    let scene = try await start(["--directory-url", "http://127.0.0.1:1"])
    terminal.type("0")
    try await scene.passTime(until: "✗ Directory")
    #expect(terminal.text.contains("● Counter"))
    withExtendedLifetime(scene) {}
  }
}
