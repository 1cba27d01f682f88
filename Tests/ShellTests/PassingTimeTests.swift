import Components
import Foundation
import Synchronization
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

@MainActor
@Suite("Time in the interactive program")
struct PassingTimeTests {
  @Test("updates the age of prices without user input")
  func ages() async throws {
    let terminal = ScriptedTerminal(size: Size(width: 100, height: 30))
    let home = FileManager.default.temporaryDirectory.appending(path: "time-\(UUID().uuidString)")
    let scene = try await ProgramScene(home: home, terminal: terminal)
    terminal.type("3")
    try await terminal.waitUntil(contains: "just now")
    terminal.type("R")
    try await terminal.waitUntil(contains: "Auto-refresh off")
    for age in ["1 min ago", "2 min ago"] {
      for _ in 0..<2 {
        terminal.advance(by: .seconds(30))
        try await terminal.settle()
      }
      try await terminal.waitUntil(contains: age)
    }
    withExtendedLifetime(scene) {}
  }

  @Test("detects double-clicks by their interval, even after the clock is set back")
  func clicks() async throws {
    // Given
    let time = Mutex(ProgramScene.start)
    let scene = try await ShellScene(now: { time.withLock { $0 } })
    func click(after seconds: TimeInterval, isExpectedToCount count: Int) async throws {
      time.withLock { $0 += seconds }
      try scene.terminal.click(target: "button", index: 3)
      try await scene.waits(for: "button 3 ×\(count)")
    }
    // When, Then
    try await click(after: 0, isExpectedToCount: 1)
    try await click(after: 0.2, isExpectedToCount: 2)
    try await click(after: 0.6, isExpectedToCount: 1)
    try await click(after: 0.2, isExpectedToCount: 2)
    try await click(after: -3_600, isExpectedToCount: 1)
    try await click(after: 10, isExpectedToCount: 1)
    try await click(after: 0.2, isExpectedToCount: 2)
  }
}
