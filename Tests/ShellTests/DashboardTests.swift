import Basics
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
@Suite("Dashboard")
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

  @Test("matches the dashboard's golden file at four sizes, in ASCII and in linear output")
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

  @Test("opens each dashboard card's screen, and returns to the dashboard")
  func opens() async throws {
    let scene = try await filled()
    for (card, title) in ["Fetch Counter", "Portfolio", "Markets", "Alerts"].enumerated() {
      for _ in 0..<card { terminal.press(.tab) }
      terminal.press(.enter)
      try await terminal.waitUntil("\(title) is open") { scene.shell.screen?.title == title }
      terminal.type("0")
      try await terminal.waitUntil("the dashboard is open") { scene.shell.screen is DashboardScreen }
      for _ in 0..<card { terminal.press(.tab, .shift) }
    }
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
    try await terminal.waitUntil("the dashboard is loaded") {
      terminal.text.contains("Top movers") && terminal.text.contains("LINK") && !scene.shell.isAnimating
    }
    #expect(scene.cache.statistics.misses == calls)
    withExtendedLifetime(scene) {}
  }

  @Test(
    "shows whether a service responds, responds slowly, fails or wasn't checked",
    arguments: [
      (ServiceStatus.Health.responds, Int?.some(1), "● responds in 1 ms"),
      (.responds, 2_000, "▲ slow: responds in 2.0 s"),
      (.responds, nil, "● responds"), (.skippedOffline, nil, "○ isn't checked while offline"),
      (.fails("The service fails."), 1, "✗ The service fails."), (.checking, 1, "○ Checking…"),
      (.unknown, 1, "○ not checked; press r to check"),
    ]
  )
  func health(health: ServiceStatus.Health, milliseconds: Int?, text: String) {
    let service = ServiceStatus(
      service: .counter,
      url: URL(string: "http://127.0.0.1:8000/"),
      health: health,
      duration: milliseconds.map { .milliseconds($0) }
    )
    let line = ServiceLine(service, RenderEnvironment(isAnimated: false))
    #expect(line.mark.plainText + line.state == text)
  }

  @Test(
    "forgets a service check's result after ten minutes",
    arguments: [(599.0, "responds"), (600, "not checked"), (-1, "not")]
  )
  func oldResult(age: TimeInterval, text: String) {
    let service = ServiceStatus(
      service: .counter,
      url: URL(string: "http://127.0.0.1:8000/"),
      health: .responds,
      checkedAt: ProgramScene.start
    )
    let current = service.current(at: ProgramScene.start.addingTimeInterval(age))
    #expect(ServiceLine(current, RenderEnvironment(isAnimated: false)).state.hasPrefix(text))
  }

  @Test("sends no checks until the user presses r, and keeps a running check when the user leaves the screen")
  func checksOnRequest() async throws {
    // Given services that receive requests but don't respond
    let requests = Locked(0)
    let server = try LoopbackServer { _ in
      requests.withLock { $0 += 1 }
      return .text("late").delayed(by: .seconds(60))
    }
    defer { server.stop() }
    let url = server.url.absoluteString
    let scene = try await start(["--counter-url", url, "--directory-url", url])

    // When the dashboard and the settings appear
    for key in ["0", "4", "0"] {
      terminal.type(key)
      try await terminal.settle()
    }
    try await terminal.waitUntil(contains: "not checked; press r to check")

    // Then nothing is sent
    #expect(requests.withLock { $0 } == 0)

    // When the user starts a check, leaves the screen, comes back and presses the key again
    terminal.type("r")
    try await terminal.waitUntil("both services are asked") { requests.withLock { $0 } == 2 }
    for key in ["1", "4", "0", "r"] {
      terminal.type(key)
      try await terminal.settle()
    }

    // Then the first check still runs
    #expect(terminal.text.ranges(of: "Checking…").count == 2)
    #expect(requests.withLock { $0 } == 2)
    withExtendedLifetime(scene) {}
  }

  @Test("shows the directory as failing after a failed load, without a check")
  func failedLoad() async throws {
    // Given a service that doesn't work
    let server = try LoopbackServer { _ in .status(404) }
    defer { server.stop() }
    let url = server.url.absoluteString
    let scene = try await start(["--directory-url", url])
    terminal.type("0")
    try await terminal.waitUntil(contains: "not checked; press r to check")

    // When the directory is loaded
    terminal.type("2")
    try await terminal.waitUntil(contains: "Couldn't load the directory")

    // Then it fails
    terminal.type("0")
    try await terminal.waitUntil(contains: "✗ Directory")
    withExtendedLifetime(scene) {}
  }

  @Test("shows the price service as failing as soon as it stops working, even if prices are cached")
  func stoppedPrices() async throws {
    // Given a service that has responded
    let isBroken = Locked(false)
    let server = try LoopbackServer { _ in
      isBroken.withLock { $0 } ? .status(503) : .json(Data("[]".utf8))
    }
    defer { server.stop() }
    let scene = try await start(["--markets-url", server.url.absoluteString])
    terminal.type("0")
    try await terminal.settle()
    terminal.type("r")
    try await scene.passTime(until: "● Markets")

    // When it sends errors
    isBroken.withLock { $0 = true }
    terminal.type("r")

    // Then it fails
    try await scene.passTime(until: "✗ Markets")

    // When it recovers, and then refuses connections
    isBroken.withLock { $0 = false }
    terminal.type("r")
    try await scene.passTime(until: "● Markets")
    server.stop()
    terminal.type("r")

    // Then it fails again
    try await scene.passTime(until: "✗ Markets")
    withExtendedLifetime(scene) {}
  }

  @Test("counts an alert that isn't rearmed as triggered")
  func alertThatIsOff() async throws {
    let scene = try await start()
    let request = AlertRequest(
      coin: CoinReference(id: "bitcoin", symbol: "btc"),
      condition: .above(1),
      currency: "aud",
      repetition: .once
    )
    _ = try scene.root.resolve(Keys.alerts).add(request)
    terminal.type("0")
    try await terminal.waitUntil(contains: "1 triggered  0 armed")
    #expect(!terminal.text.contains("No alerts"))
    withExtendedLifetime(scene) {}
  }

  @Test("sends no checks offline, and shows no failure")
  func offline() async throws {
    let requests = Locked(0)
    let server = try LoopbackServer { _ in
      requests.withLock { $0 += 1 }
      return .status(500)
    }
    defer { server.stop() }
    let url = server.url.absoluteString
    let scene = try await start(["--offline", "--counter-url", url, "--directory-url", url, "--markets-url", url])
    terminal.type("0")
    try await terminal.waitUntil(contains: "not checked; press r to check")
    terminal.type("r")
    try await terminal.waitUntil("no service is checked") {
      terminal.text.ranges(of: "isn't checked while offline").count == 3
    }
    #expect(requests.withLock { $0 } == 0)
    withExtendedLifetime(scene) {}
  }

  @Test("checks all services at the same time, and cancels the checks with Escape")
  func slowServices() async throws {
    // Given services that receive requests but don't respond
    let paths = Locked<Set<String>>([])
    let server = try LoopbackServer { request in
      paths.withLock { _ = $0.insert(request.path) }
      return .text("late").delayed(by: .seconds(60))
    }
    defer { server.stop() }
    let url = server.url.absoluteString
    let scene = try await start(["--counter-url", url, "--directory-url", url, "--markets-url", url])

    // When
    terminal.type("0")
    try await terminal.waitUntil(contains: "not checked; press r to check")
    terminal.type("r")
    try await terminal.waitUntil("all services are asked") { paths.withLock { $0.count } >= 3 }
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
    try await terminal.settle()
    terminal.type("r")
    try await scene.passTime(until: "✗ Counter")
    try await scene.passTime(until: "✗ Directory")
    withExtendedLifetime(scene) {}
  }

  @Test("reports an unreachable service on its dashboard card, and shows all other cards")
  func brokenService() async throws {
    let scene = try await start(["--directory-url", "http://127.0.0.1:1"])
    terminal.type("0")
    try await terminal.settle()
    terminal.type("r")
    try await scene.passTime(until: "✗ Directory")
    #expect(terminal.text.contains("● Counter"))
    withExtendedLifetime(scene) {}
  }
}
