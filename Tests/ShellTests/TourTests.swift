import Basics
import Components
import Foundation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// A tour of all the program's screens with the built-in services.
///
/// The screens are compared with the README's pictures, or written to the directory in `FETCH_COUNTER_PICTURES`.
@MainActor
@Suite("Program tour")
struct TourTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 30))
  private let home = FileManager.default.temporaryDirectory.appending(path: "tour-\(UUID().uuidString)")

  private func start(_ arguments: [String] = []) async throws -> ProgramScene {
    try await ProgramScene(arguments, home: home, terminal: terminal, hasIcons: true)
  }

  @Test("visits every tab and a page in each tab")
  func tour() async throws { try await RegionalFormat.with(.posix) { try await visit() } }

  private func visit() async throws {
    // The counter
    let scene = try await start()
    let tour = MovingPicture()
    try await terminal.waitUntil(contains: "No fetches yet")
    try await Picture.check("empty", of: terminal)
    try await tour.add(terminal, seconds: 1.5)
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "1 today")
    // The count is shown as soon as it is stored; the fetch finishes a moment later.
    try await terminal.waitUntil(lacks: "Fetching")
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "2 today")
    try await terminal.waitUntil(lacks: "Fetching")
    try await Picture.check("counter", of: terminal)
    try await tour.add(terminal)

    // The directory: search, a page, and back
    terminal.type("2")
    try await terminal.waitUntil(contains: "30 people")
    try await Picture.check("directory", of: terminal)
    try await tour.add(terminal)
    terminal.type("/platform")
    try await terminal.waitUntil("others are filtered out") { !terminal.text.contains("Łukasz") }
    terminal.press(.enter)
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "E-mail")

    // The markets: the list, a coin, another range
    terminal.type("3")
    try await terminal.waitUntil("every coin's icon is there") {
      let coins = terminal.lines.filter { $0.contains("▲ ") || $0.contains("▼ ") }.dropFirst()
      return coins.count > 4 && coins.allSatisfy { $0.prefix(6).contains("▀") }
    }
    try await Picture.check("markets", of: terminal)
    try await tour.add(terminal)
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "prices, line")
    try await scene.waitUntil(pageContains: "Activities")
    try await terminal.waitUntil("the coin's icon is there") { terminal.lines.contains { $0.contains("▀▀▀") } }
    try await Picture.check("coin", of: terminal)
    try await tour.add(terminal, seconds: 3)

    // The settings: a flag changes the list immediately
    terminal.type("4")
    try await terminal.waitUntil(contains: "supportEUR")
    terminal.press(.enter)
    terminal.type("1")
    try await terminal.waitUntil(contains: "[✓]")
    // The amount of cached data depends on the order of requests.
    for _ in 0..<11 { terminal.press(.down) }
    terminal.press(.enter)
    try await terminal.waitUntil(contains: "Clear the cache?")
    terminal.type("y")
    try await terminal.waitUntil(contains: "Cache cleared.")
    try await terminal.waitUntil(contains: " in 0 responses")
    for _ in 0..<11 { terminal.press(.up) }
    try await scene.passTime(whileShown: "Cache cleared.")
    try await Picture.check("settings", of: terminal)
    terminal.type("3")
    try await terminal.waitUntil(contains: "€")

    // The help and the palette on top of everything else
    terminal.type("?")
    try await terminal.waitUntil(contains: "Keys")
    // The program's keys follow the page's keys.
    terminal.press(.end)
    try await terminal.waitUntil(contains: "Search all commands")
    terminal.type("?")
    terminal.type(":")
    try await terminal.waitUntil(contains: "Command, setting")
    try await Picture.check("palette", of: terminal)
    try await tour.add(terminal)
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))

    // The dashboard
    terminal.type("0")
    try await terminal.waitUntil(contains: "▼")
    try await terminal.waitUntil(contains: "2 today")
    try await Picture.check("dashboard", of: terminal)
    try await tour.add(terminal, seconds: 3)
    try tour.check("tour")
    terminal.type("q")
    #expect(try await terminal.waitForEnd() == .quit)
    withExtendedLifetime(scene) {}
  }

  @Test("reports an unreachable service during the tour, and continues")
  func brokenService() async throws { try await RegionalFormat.with(.posix) { try await failToReachServices() } }

  private func failToReachServices() async throws {
    let scene = try await start([
      "--counter-url", "http://127.0.0.1:1", "--directory-url", "http://127.0.0.1:1",
    ])
    terminal.press(.enter)
    try await scene.passTime(until: "refused")
    try await Picture.check("error", of: terminal)
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))
    terminal.type("2")
    try await scene.passTime(until: "refused")
    terminal.type("3")
    try await terminal.waitUntil(contains: "BTC")
    withExtendedLifetime(scene) {}
  }
}
