import BasicsTesting
import Testing

@testable import Components

@Suite("Cell encoder")
struct CellEncoderTests {
  @Test("writes the same style changes as the style encoder")
  func sameAsStyles() {
    // Given: a row with random styles
    var generator = SeededGenerator(seed: 5)
    func color() -> Color? {
      [nil, .red, .ansi(.brightBlue), .palette(7), .palette(255), .hex(0x0A64FF), .hex(0)].randomElement(
        using: &generator
      )
        ?? nil
    }
    for _ in 0..<2000 {
      let styles = (0..<6).map { _ in
        TextStyle(
          foreground: color(),
          background: color(),
          attributes: TextAttributes(rawValue: UInt16.random(in: 0...255, using: &generator))
        )
      }
      // When: the row is encoded as cells and as text
      var encoder = CellEncoder()
      var expected: [UInt8] = []
      var last = TextStyle.plain
      let buffer = CellBuffer(size: .zero)
      for style in styles + [.plain] {
        let cell = Cell(
          symbol: CellSymbol(codePoint: 0x78, width: 1),
          foreground: PackedColor(style.foreground),
          background: PackedColor(style.background),
          attributes: style.attributes
        )
        encoder.append(cell, of: buffer)
        SGREncoder.appendTransition(from: last, to: style, into: &expected)
        expected.append(0x78)
        last = style
      }
      // Then: the bytes are equal
      #expect(encoder.bytes.withBytes { Array($0) } == expected)
    }
  }

  @Test(
    "writes every code point in UTF-8",
    arguments: [0x20, 0x7E, 0xA0, 0x7FF, 0x800, 0xFFFD, 0x1_0000, 0x10_FFFF] as [UInt32]
  )
  func codePoints(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    var encoder = CellEncoder()
    encoder.append(Cell(symbol: CellSymbol(codePoint: value, width: 1)), of: CellBuffer(size: .zero))
    #expect(encoder.bytes.withBytes { String(decoding: $0, as: UTF8.self) } == String(scalar))
  }

  @Test("grows the output buffer, truncates it and removes bytes")
  func bytes() {
    var bytes = OutputBytes(capacity: 1)
    for number in 0..<1000 { bytes.append(Array("\(number % 10)".utf8)) }
    #expect(bytes.count == 1000)
    bytes.truncate(to: 12)
    bytes.remove(from: 2, upTo: 10)
    #expect(bytes.withBytes { String(decoding: $0, as: UTF8.self) } == "0101")
  }
}
