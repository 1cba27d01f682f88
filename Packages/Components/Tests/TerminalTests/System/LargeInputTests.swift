import BasicsTesting
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

  /// Lengths near every buffer size and limit; in long tests, also much longer input.
  private static let lengths =
    LongTests.areEnabled
    ? [0, 1, 4_095, 4_096, 4_097, 65_535, 65_536, 65_537, limit - 1, limit, limit + 1, 4 << 20] : [0, 4_096, 65_537]

  @Test(
    "delivers a paste as one event, truncated at the limit, and leaves Ctrl-C working",
    arguments: lengths + (LongTests.areEnabled ? [40 << 20] : [])
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
    try terminal.send(Array("\u{1B}[201~".utf8))
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
    arguments: lengths
  )
  func keys(_ length: Int) throws {
    // Given
    let terminal = try PseudoTerminal.withProbe()
    // When
    try terminal.send([UInt8](repeating: UInt8(ascii: "p"), count: length))
    try terminal.send(Array("x".utf8))
    // Then
    try terminal.wait(untilShown: "Keys \(length + 1).")
    #expect(terminal.text.contains("Key x"))
  }
}
