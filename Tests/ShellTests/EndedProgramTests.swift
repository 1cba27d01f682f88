import Components
import Foundation
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// Tests that no objects remain after the program has ended while the process continues.
@MainActor
@Suite("Ended program")
struct EndedProgramTests {
  /// A way in which the program ends, with its state at that time.
  enum Ending: CaseIterable {
    case key
    case signalOnCounter
    case signalOnSettings
    case signalOnPalette
    case signalOnFormQuestion
    case signalOnLeaveQuestion
    case controlCTwice
    case inputEndsOnTheWay
  }

  @Test("releases all objects, regardless of what ends the program", arguments: Ending.allCases)
  func remains(ending: Ending) async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "ended-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }

    // Given: a program that has shown all its screens
    let remains = try await StartedTasks.wait { clock in try await Self.run(in: home, on: clock, until: ending) }
    remains.waitForQueues()

    // Then
    #expect(remains.count > 50)
    #expect(remains.paths == [])
  }

  /// Runs the program until it ends, and releases it.
  private static func run(in home: URL, on clock: ScriptedClock, until ending: Ending) async throws -> Remains {
    var remains = Remains()
    let terminal = ScriptedTerminal(size: Size(width: 100, height: 40), clock: clock)
    let scene = try await ProgramScene(home: home, terminal: terminal, hasIcons: true)
    terminal.type("2")
    try await terminal.waitUntil(contains: "30 people")
    terminal.type("1")
    // Opening all screens takes a while, so do it for only one of the endings.
    let places =
      ending != .key
      ? []
      : [
        ("directory", "30 people"), ("markets", "BTC"), ("markets/bitcoin?days=30", "prices, line"),
        ("markets/portfolio", "Portfolio"), ("markets/alerts", "No alerts"), ("settings", "Feature flags"),
        ("counter", "Fetch many"),
      ]
    for (link, text) in places {
      try await scene.open(link)
      try await terminal.waitUntil(contains: text)
      if link == "directory" {
        terminal.press(.enter)
        try await terminal.waitUntil(contains: "E-mail")
      }
      remains.watch(scene, as: link)
    }
    try await end(scene, ending)
    remains.watch(scene, as: "end")
    _ = try await terminal.waitForEnd()
    remains.watch(scene, as: "after")
    return remains
  }

  private static func end(_ scene: ProgramScene, _ ending: Ending) async throws {
    let terminal = scene.terminal
    switch ending {
    case .key:
      terminal.type("q")
      return
    case .signalOnCounter: break
    case .signalOnSettings:
      terminal.type("4")
      try await terminal.waitUntil(contains: "Feature flags")
    case .signalOnPalette:
      terminal.type(":")
      try await terminal.waitUntil(contains: "Command, setting")
    case .signalOnFormQuestion:
      try await openForm(terminal)
      terminal.press(.escape)
      terminal.advance(by: .milliseconds(60))
      try await terminal.waitUntil(contains: "Your input will be lost")
    case .signalOnLeaveQuestion:
      try await openForm(terminal)
      terminal.press(.control("c"))
      try await terminal.waitUntil(contains: "Your input will be lost")
    case .controlCTwice:
      try await openForm(terminal)
      terminal.press(.control("c"), .control("c"))
      return
    case .inputEndsOnTheWay:
      terminal.type(":settings\n")
      terminal.send(.ended)
      return
    }
    terminal.send(.signal(15))
  }

  /// Opens a form with unsaved input, which asks for confirmation before closing.
  private static func openForm(_ terminal: ScriptedTerminal) async throws {
    terminal.type(":markets/alerts\n")
    try await terminal.waitUntil(contains: "No alerts")
    terminal.type("a")
    try await terminal.waitUntil(contains: "New alert")
    terminal.type("b")
    try await terminal.settle()
  }
}
