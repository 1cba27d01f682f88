import Basics
import BasicsTesting
import Components
import Foundation
import Portfolio
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// Tests that compare pictures of whole windows at four sizes: Unicode and ASCII text, dark and light images.
///
/// After an intended change, rewrite the files with `SHELL_REWRITE_GOLDEN=1` and review the differences.
@MainActor
@Suite("Screen pictures")
struct GalleryTests {
  private static let golden = Golden(folder: "Golden", besideFile: #filePath, rewriteVariable: "SHELL_REWRITE_GOLDEN")

  /// The screens with the keys that open them, and text that each screen shows when it is loaded.
  private static let screens: [(name: String, keys: String, text: String)] = [
    ("dashboard", ":dashboard\n", "Top movers"),
    ("counter", ":counter\n", "today"),
    ("directory", ":directory\n", "Fatima Al-Zahra"),
    ("employee", "\n", "Fatima Al-Zahra"),
    ("markets", ":markets\n", "ETH"),
    ("coin", ":markets/bitcoin\n", "Bitcoin"),
    ("portfolio", ":markets/portfolio\n", "ETH"),
    ("alerts", ":markets/alerts\n", "10,000,000"),
    ("settings", ":settings\n", "Currency"),
  ]

  private let home = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")

  @Test(
    "draws screens that match their golden files at four sizes",
    arguments: [
      Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 120, height: 35),
      Size(width: 200, height: 60),
    ]
  )
  func gallery(size: Size) async throws { try await RegionalFormat.with(.posix) { try await visit(size) } }

  private func visit(_ size: Size) async throws {
    let terminal = ScriptedTerminal(size: size)
    // Icons arrive one by one, so they are turned off here.
    let folder = home.appending(path: ".config/fetch-counter")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(#"{"coin_icons": "off"}"#.utf8).write(to: folder.appending(path: "config.json"))
    let scene = try await ProgramScene(home: home, terminal: terminal)
    try fill(scene)
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "1 today")
    for screen in Self.screens {
      terminal.type(screen.keys)
      try await terminal.waitUntil(contains: screen.text)
      let showsPhoto = screen.name == "employee" || screen.name == "directory" && size.width >= ShellPanes.minimumWidth
      try await settle(scene, showsPhoto: showsPhoto)
      try compare(scene.shell, size: size, name: screen.name)
    }
    try? FileManager.default.removeItem(at: home)
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

  /// Waits until the preview and all content are loaded and the screen no longer changes.
  ///
  /// Simulated time advances only in fixed steps, because prices depend on it.
  private func settle(_ scene: ProgramScene, showsPhoto: Bool) async throws {
    try await waitUntilUnchanged(scene)
    scene.terminal.advance(by: ShellPanes.restBeforePreview)
    if showsPhoto {
      try await scene.terminal.waitUntil("the photo is shown") { scene.terminal.text.contains("▀▀▀▀") }
    }
    try await waitUntilUnchanged(scene)
  }

  private func waitUntilUnchanged(_ scene: ProgramScene) async throws {
    var (text, unchanged) = ("", 0)
    while unchanged < 100 {
      try await scene.terminal.settle()
      unchanged = scene.terminal.text == text && !scene.shell.isAnimating ? unchanged + 1 : 0
      text = scene.terminal.text
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
    for (appearance, theme) in [(Appearance.dark, Theme.dark), (.light, .light)] {
      let environment = RenderEnvironment(theme: theme, isAnimated: false)
      let frame = shell.body(size: size, in: environment).frame(size: size, environment: environment)
      let picture = Self.withoutIdentifiers(frame.buffer.svg(title: name, appearance: appearance))
      #expect(try Self.golden.difference(of: picture, from: "\(file)-\(appearance.rawValue).svg") == nil)
    }
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
