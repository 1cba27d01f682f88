import Basics
import BasicsTesting
import Components
import Foundation
import Portfolio
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// Tests that compare pictures of whole windows at four sizes: Unicode and ASCII text, and light images.
///
/// After an intended change, rewrite the files with `SHELL_REWRITE_GOLDEN=1` and review the differences.
@MainActor
@Suite("Screen pictures")
struct GalleryTests {
  private static let golden = Golden(folder: "Golden", besideFile: #filePath, rewriteVariable: "SHELL_REWRITE_GOLDEN")

  /// The screens with the links that open them, their titles, and texts that each screen shows when it is loaded.
  private static let screens: [(name: String, link: String?, title: String, texts: [String])] = [
    ("dashboard", "dashboard", "Dashboard", ["Top movers", "(CoinGecko (sample))"]),
    ("counter", "counter", "Fetch Counter", ["today"]),
    ("directory", "directory", "Directory", ["Fatima Al-Zahra"]),
    ("employee", nil, "Fatima Al-Zahra", ["▀▀▀▀"]),
    ("markets", "markets", "Markets", ["ETH"]),
    ("coin", "markets/bitcoin", "Bitcoin", coin),
    ("portfolio", "markets/portfolio", "Portfolio", ["ETH"]),
    ("alerts", "markets/alerts", "Alerts", ["10,000,000"]),
    ("settings", "settings", "Settings", ["Feature flags"]),
  ]
  private static let coin = ["169 prices", "Holding 0.5 BTC"]
  /// The texts in a screen's preview when it is loaded; an employee's photo is drawn with blocks.
  private static let previews = ["directory": ["▀▀▀▀"], "markets": coin, "portfolio": coin, "alerts": coin]

  private let home = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")

  @Test(
    "draws screens that match their golden files at four sizes, without and with a preview beside a list",
    arguments: [
      [Size(width: 80, height: 24), Size(width: 40, height: 12)],
      [Size(width: 120, height: 35)], [Size(width: 200, height: 60)],
    ]
  )
  func gallery(sizes: [Size]) async throws { try await RegionalFormat.with(.posix) { try await visit(sizes) } }

  private func visit(_ sizes: [Size]) async throws {
    let terminal = ScriptedTerminal(size: sizes[0])
    let hasPreviews = sizes[0].width >= ShellPanes.minimumWidth
    // Icons arrive one by one, so they are turned off here.
    let folder = home.appending(path: ".config/fetch-counter")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(#"{"coin_icons": "off"}"#.utf8).write(to: folder.appending(path: "config.json"))
    let scene = try await ProgramScene(home: home, terminal: terminal, hasIcons: true)
    try fill(scene)
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "1 today")
    for screen in Self.screens {
      if let link = screen.link { try await scene.open(link) } else { terminal.press(.enter) }
      // Only a narrow window lists all settings.
      let usage = screen.name == "settings" && !hasPreviews ? ["256 MB in"] : []
      try await waitUntilLoaded(scene, screen.title, screen.texts + usage)
      // Simulated time advances only in fixed steps, because prices depend on it.
      let preview = hasPreviews ? Self.previews[screen.name] : nil
      if preview != nil { try await scene.waitUntilSomethingSleeps(for: ShellPanes.restBeforePreview) }
      terminal.advance(by: ShellPanes.restBeforePreview)
      try await waitUntilLoaded(scene, screen.title, preview ?? screen.texts)
      for size in sizes { try compare(scene.shell, size: size, name: screen.name) }
    }
    try? FileManager.default.removeItem(at: home)
  }

  private func waitUntilLoaded(_ scene: ProgramScene, _ title: String, _ texts: [String]) async throws {
    try await scene.terminal.waitUntil("\(title) shows \(texts) and is loaded") {
      scene.shell.screen?.title == title && texts.allSatisfy(scene.terminal.text.contains) && !scene.shell.isAnimating
    }
  }

  private func fill(_ scene: ProgramScene) throws {
    let (ledger, alerts) = (try scene.root.resolve(Keys.ledger), try scene.root.resolve(Keys.alerts))
    for (id, symbol, amount, price) in [
      ("bitcoin", "btc", Decimal(1) / 2, Decimal(90_000)), ("ethereum", "eth", 3, 6_000),
    ] {
      let trade = Trade(coin: CoinReference(id: id, symbol: symbol), amount: amount, price: UnitPrice(price, "aud"))
      _ = try ledger.record(.buy(trade), note: nil, at: ProgramScene.start.addingTimeInterval(-30 * 86_400))
    }
    let bitcoin = CoinReference(id: "bitcoin", symbol: "btc")
    for condition in [AlertCondition.above(1), .above(10_000_000)] {
      try alerts.add(AlertRequest(coin: bitcoin, condition: condition, currency: "aud"))
    }
  }

  private func compare(_ shell: Shell, size: Size, name: String) throws {
    var text = ""
    for (title, glyphs) in [("Unicode", GlyphSet.unicode), ("ASCII", .ascii)] {
      let environment = RenderEnvironment(capabilities: .plain, glyphs: glyphs, isAnimated: false)
      let frame = shell.body(size: size, in: environment).frame(size: size, environment: environment)
      text += "=== \(title)\n" + frame.buffer.lines.map { $0 + "\n" }.joined()
    }
    text = Self.withFixedUsage(Self.withoutIdentifiers(text))
    let file = "Gallery/\(name)-\(size.width)x\(size.height)"
    let difference = try Self.golden.difference(of: text, from: file + ".txt")
    #expect(difference == nil, "\(difference ?? "")")
    guard size.width == 120 else { return }
    // The pictures in the README have dark colors.
    let environment = RenderEnvironment(theme: .light, isAnimated: false)
    let frame = shell.body(size: size, in: environment).frame(size: size, environment: environment)
    let picture = Self.withoutIdentifiers(frame.buffer.svg(title: name, appearance: .light))
    #expect(try Self.golden.difference(of: picture, from: "\(file)-light.svg") == nil)
  }

  /// Replaces the size of the cache.
  ///
  /// The size depends on the speed of the machine: a superseded request may or may not have been sent.
  private static func withFixedUsage(_ text: String) -> String {
    text.replacing(/\d+ kB of 256 MB in \d+ responses */) { match in
      let usage = "182 kB of 256 MB in 7 responses"
      return usage + String(repeating: " ", count: max(match.output.count - usage.count, 0))
    }
  }

  /// Replaces the random identifiers of ledger entries, which the portfolio abbreviates to eight digits.
  private static func withoutIdentifiers(_ text: String) -> String {
    text.replacing(/\b[0-9a-f]{8}\b/, with: "00000000")
  }
}
