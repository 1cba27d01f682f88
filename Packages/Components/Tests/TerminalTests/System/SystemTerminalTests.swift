import Components
import Foundation
import TerminalTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Program in a pseudo-terminal", .serialized)
struct SystemTerminalTests {
  private func start() throws -> PseudoTerminal { try PseudoTerminal.withProbe() }

  private func expectRestored(_ terminal: PseudoTerminal, _ comment: Comment) { terminal.expectRestored(comment) }

  @Test("restores the terminal when the program quits, and then prints to the main screen")
  func quit() throws {
    // Given
    let terminal = try start()
    #expect(terminal.isRaw)
    #expect(terminal.model.modes.isSuperset(of: [1049, 1002, 1006, 2004, 1004]))
    #expect(terminal.model.keyboardFlags == [1])
    // When
    terminal.type("q")
    // Then
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    expectRestored(terminal, "after quitting")
    #expect(terminal.text.contains("ENDED quit"))
  }

  @Test("receives Ctrl-C as a key and an external interrupt as a signal")
  func controlC() throws {
    let terminal = try start()
    terminal.type("\u{03}")
    try terminal.wait(untilShown: "Key Ctrl-C")
    terminal.signal(SIGINT)
    let end = try terminal.waitForEnd()
    #expect(end == -SIGINT)
    expectRestored(terminal, "after an interrupt")
  }

  @Test("restores its modes after a stop that it couldn't detect")
  func goingOn() throws {
    // Given
    let terminal = try start()
    // When: another program leaves other settings and another screen behind
    terminal.signal(SIGSTOP)
    terminal.spoilSettings()
    terminal.signal(SIGCONT)
    // Then
    try terminal.wait(until: "the terminal is raw") { $0.isRaw }
    terminal.type("x")
    try terminal.wait(untilShown: "Key x")
    #expect(terminal.model.keyboardFlags == [1])
    terminal.type("q")
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    expectRestored(terminal, "after going on")
  }

  @Test("draws the whole screen at the last size after many resizes")
  func resizeStorm() throws {
    // Given
    let terminal = try start()
    // When
    for width in 20..<120 { terminal.resize(to: Size(width: width, height: 5 + width % 7)) }
    terminal.resize(to: Size(width: 33, height: 6))
    // Then
    try terminal.wait(until: "the size is shown on a clean screen") {
      $0.text.contains("Size 33 x 6") && !$0.text.contains("?")
    }
    terminal.type("q")
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    expectRestored(terminal, "after many sizes")
  }

  @Test(
    "restores the shell's terminal whenever the program is stopped by a key or signal",
    arguments: ["key", "signal"]
  )
  func suspend(_ way: String) throws {
    // Given: a shell with job control that runs the program as a job
    let script = """
      set -m
      stty -g
      '\(PseudoTerminal.probe)'
      echo "STOPPED $?"
      stty -g
      read answer
      fg >/dev/null
      echo "CONTINUED $?"
      stty -g
      """
    let terminal = try PseudoTerminal(["/bin/bash", "-c", script], size: Size(width: 60, height: 12))
    try terminal.wait(untilShown: "Ready")
    // When
    if way == "key" {
      terminal.type("z")
    } else {
      // The program is the shell's only child, and its group is in the foreground.
      kill(-terminal.foreground, SIGTSTP)
    }
    try terminal.wait(untilShown: "STOPPED 148")
    // Then
    #expect(terminal.model.isRestored)
    // When
    terminal.type("go\n")
    try terminal.wait(until: "everything is drawn again") { $0.model.modes.contains(1049) && $0.text.contains("Ready") }
    terminal.type("x")
    try terminal.wait(untilShown: "Key x")
    terminal.type("q")
    // Then
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    #expect(terminal.model.isRestored)
    #expect(terminal.text.contains("CONTINUED 0"))
    let settings = String(decoding: terminal.output, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { $0.contains(":") && $0.allSatisfy { $0.isHexDigit || $0 == ":" } }
    #expect(settings.count == 3)
    #expect(Set(settings).count == 1)
  }

  @Test("keeps the terminal settings and writes no escape sequences in line mode")
  func lines() throws {
    // Given
    let terminal = try PseudoTerminal([PseudoTerminal.probe], environment: ["TERM": "dumb"])
    try terminal.wait(untilShown: "Ready")
    #expect(terminal.hasSettingsFromBefore)
    // When
    terminal.type("x\n")
    try terminal.wait(untilShown: "Key x")
    terminal.type("\u{04}")
    // Then
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    #expect(terminal.text.contains("ENDED inputEnded"))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test("stops the program on Ctrl-Z in line mode")
  func linesSuspended() throws {
    let script =
      "set -m; '\(PseudoTerminal.probe)'; echo \"STOPPED $?\"; read answer; fg >/dev/null; echo \"CONTINUED $?\""
    let terminal = try PseudoTerminal(
      ["/bin/bash", "-c", script],
      environment: ["TERM": "dumb"],
      size: Size(width: 60, height: 40)
    )
    try terminal.wait(untilShown: "Ready")
    terminal.type("\u{1A}")
    try terminal.wait(untilShown: "STOPPED 148")
    terminal.type("go\n")
    terminal.type("x\n")
    try terminal.wait(untilShown: "Key x")
    terminal.type("q\n")
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    #expect(terminal.text.contains("CONTINUED 0"))
  }

  @Test("ends the program on Ctrl-C in line mode")
  func linesInterrupted() throws {
    let terminal = try PseudoTerminal([PseudoTerminal.probe], environment: ["TERM": "dumb"])
    try terminal.wait(untilShown: "Ready")
    terminal.type("\u{03}")
    let end = try terminal.waitForEnd()
    #expect(end == -SIGINT)
    #expect(terminal.hasSettingsFromBefore)
  }

  @Test("leaves no late replies at the shell's prompt")
  func lateAnswers() throws {
    // Given
    let terminal = try start()
    // When
    terminal.type("q\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62c")
    // Then
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    expectRestored(terminal, "after late answers")
    #expect(!terminal.hasUnreadInput)
  }

  @Test("reports a missing terminal")
  func noTerminal() throws {
    let script = "'\(PseudoTerminal.probe)' </dev/null; echo \"STATUS $?\""
    let terminal = try PseudoTerminal(["/bin/sh", "-c", script], size: Size(width: 100, height: 10))
    try terminal.wait(untilShown: "STATUS 1")
    #expect(terminal.text.contains("FAILED This needs a terminal for both input and output"))
    #expect(terminal.hasSettingsFromBefore)
  }
}
