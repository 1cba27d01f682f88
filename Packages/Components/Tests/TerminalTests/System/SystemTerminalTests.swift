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

@Suite("A program in a real pseudo-terminal", .serialized)
struct SystemTerminalTests {
  private func start() throws -> PseudoTerminal { try PseudoTerminal.withProbe() }

  private func expectRestored(_ terminal: PseudoTerminal, _ comment: Comment) { terminal.expectRestored(comment) }

  @Test("Quitting gives everything back, and what is printed afterwards is on the main screen")
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

  @Test("Ctrl-C is a key; an interrupt from outside is a signal")
  func controlC() throws {
    let terminal = try start()
    terminal.type("\u{03}")
    try terminal.wait(untilShown: "Key Ctrl-C")
    terminal.signal(SIGINT)
    let end = try terminal.waitForEnd()
    #expect(end == -SIGINT)
    expectRestored(terminal, "after an interrupt")
  }

  @Test("Stopped in a way that it cannot see, it makes the terminal right again when it goes on")
  func goingOn() throws {
    // Given
    let terminal = try start()
    // When: somebody else leaves other settings and another screen behind.
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

  @Test("A storm of new sizes ends with the screen at the last one, drawn whole")
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
    "A shell can stop it, by key and by signal, and gets its terminal back each time",
    arguments: ["key", "signal"]
  )
  func suspend(_ way: String) throws {
    // Given: a shell with job control, whose job the program is.
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
      // The shell's only child is the program; its group has the terminal.
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

  @Test("A terminal that has lines only keeps its settings and sees no escape sequence")
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

  @Test("Ctrl-Z stops where there are lines only, too")
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

  @Test("Ctrl-C interrupts where there are lines only")
  func linesInterrupted() throws {
    let terminal = try PseudoTerminal([PseudoTerminal.probe], environment: ["TERM": "dumb"])
    try terminal.wait(untilShown: "Ready")
    terminal.type("\u{03}")
    let end = try terminal.waitForEnd()
    #expect(end == -SIGINT)
    #expect(terminal.hasSettingsFromBefore)
  }

  @Test("Answers that come while the program ends do not stand on the command line")
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

  @Test("Without a terminal it says so")
  func noTerminal() throws {
    let script = "'\(PseudoTerminal.probe)' </dev/null; echo \"STATUS $?\""
    let terminal = try PseudoTerminal(["/bin/sh", "-c", script], size: Size(width: 100, height: 10))
    try terminal.wait(untilShown: "STATUS 1")
    #expect(terminal.text.contains("FAILED This needs a terminal for both input and output"))
    #expect(terminal.hasSettingsFromBefore)
  }
}
