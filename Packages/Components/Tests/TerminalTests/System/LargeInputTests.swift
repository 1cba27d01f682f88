import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Large input to a program in a pseudo-terminal", .serialized)
struct LargeInputTests {
  /// The maximum length of delivered pasted text, in bytes.
  private static let limit = 1 << 20

  /// Lengths near every buffer size and limit.
  private static let lengths = [0, 1, 4_095, 4_096, 4_097, 65_535, 65_536, 65_537]

  /// Whether to test text of up to 40 MiB as well (`TERMINAL_TEST_LARGE=1`).
  private static let isLarge = ProcessInfo.processInfo.environment["TERMINAL_TEST_LARGE"] == "1"

  @Test(
    "delivers a paste as one event, truncated at the limit, and leaves Ctrl-C working",
    arguments: lengths + (isLarge ? [limit - 1, limit, limit + 1, 4 << 20, 40 << 20] : [])
  )
  func paste(_ length: Int) throws {
    // Given
    let terminal = try PseudoTerminal.withProbe()
    let before = terminal.peakMemory
    // When
    terminal.type("\u{1B}[200~")
    var rest = length
    while rest > 0 {
      try terminal.send([UInt8](repeating: UInt8(ascii: "p"), count: min(rest, 1 << 20)))
      rest -= min(rest, 1 << 20)
    }
    terminal.type("\u{1B}[201~")
    // Then
    try terminal.wait(untilShown: "Pasted \(min(length, Self.limit))")
    if let before, let after = terminal.peakMemory { #expect(after - before < 16 << 20, "\(after - before)") }
    terminal.type("\u{03}")
    try terminal.wait(untilShown: "Key Ctrl-C")
    terminal.type("q")
    let end = try terminal.waitForEnd()
    #expect(end == 0)
    terminal.expectRestored("after \(length) bytes")
  }

  @Test(
    "delivers large input that arrives all at once as individual keys",
    arguments: lengths + (isLarge ? [limit - 1, limit, limit + 1, 4 << 20] : [])
  )
  func keys(_ length: Int) throws {
    // Given
    let terminal = try PseudoTerminal.withProbe()
    // When
    try terminal.send([UInt8](repeating: UInt8(ascii: "p"), count: length))
    terminal.type("x")
    // Then
    try terminal.wait(untilShown: "Keys \(length + 1).")
    #expect(terminal.text.contains("Key x"))
  }

  @Test("reads only a bounded amount ahead while a program is blocked, and the rest later")
  func readAhead() throws {
    // Given: a program that is blocked because its output is never read
    let terminal = try PseudoTerminal.withProbe()
    terminal.type("b")
    try terminal.waitUntilInputIsRead()
    // When
    let bytes = [UInt8](repeating: UInt8(ascii: "p"), count: 1 << 20)
    terminal.type("\u{1B}[200~")
    let taken = terminal.sendUntilFull(bytes)
    // Then
    #expect(taken < 256 << 10)
    // When
    try terminal.send(Array("\u{1B}[201~".utf8))
    // Then
    try terminal.wait(until: "the text has arrived") { $0.text.contains("Pasted \(taken)") }
    #expect(terminal.text.contains("Pasted \(taken)"))
  }
}
