import Components
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A tmux session with its own server in a pseudo-terminal, whose only window runs a script in a shell.
final class TmuxSession {
  static let isWanted = ProcessInfo.processInfo.environment["TERMINAL_TEST_TMUX"] == "1"

  let terminal: PseudoTerminal
  private let name = "terminal-tests-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"

  init(_ script: String) throws {
    terminal = try PseudoTerminal(
      ["/usr/bin/env", "tmux", "-L", name, "-f", "/dev/null", "new-session", script],
      size: Size(width: 60, height: 12)
    )
  }

  deinit { _ = run("kill-server") }

  var text: String { run("capture-pane -p") }

  private func run(_ command: String) -> String {
    guard let stream = popen("tmux -L \(name) \(command) 2>/dev/null", "r") else { return "" }
    defer { pclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Waits until the window shows a string, checking after all output from tmux.
  func wait(untilShown text: String) throws {
    try terminal.wait(until: "“\(text)” is shown in tmux") { _ in self.text.contains(text) }
  }
}

@Suite(
  "Program inside tmux",
  .serialized,
  .enabled(if: TmuxSession.isWanted, "Set TERMINAL_TEST_TMUX=1, with tmux in PATH")
)
struct TmuxTests {
  @Test("draws, handles keys and resizes, and restores the window inside tmux")
  func quit() throws {
    // Given
    let session = try TmuxSession("echo BEFORE; '\(PseudoTerminal.probe)'; echo \"AFTER $?\"; read answer")
    try session.wait(untilShown: "Ready")
    #expect(!session.text.contains("BEFORE"))
    // When
    session.terminal.type("x")
    try session.wait(untilShown: "Key x")
    session.terminal.resize(to: Size(width: 50, height: 10))
    // Then: the size excludes the row that tmux uses for itself
    try session.wait(untilShown: "Size 50 x 9")
    // When
    session.terminal.type("q")
    // Then
    try session.wait(untilShown: "AFTER 0")
    #expect(session.text.contains("BEFORE"))
    session.terminal.type("\n")
    _ = try session.terminal.waitForEnd()
    #expect(session.terminal.hasSettingsFromBefore)
  }

  @Test("restores the tmux window after a trap")
  func trap() throws {
    // Given
    let session = try TmuxSession("echo BEFORE; '\(PseudoTerminal.probe)' 2>/dev/null; echo \"AFTER $?\"; read answer")
    try session.wait(untilShown: "Ready")
    // When
    session.terminal.type("t")
    // Then
    try session.wait(untilShown: "AFTER 13")
    #expect(session.text.contains("BEFORE"))
    session.terminal.type("\n")
    _ = try session.terminal.waitForEnd()
  }
}
