/// A builder for JPEGs, including files that no encoder would write.
enum JPEGBuilder {
  static func file(_ parts: [[UInt8]]) -> [UInt8] { [0xFF, 0xD8] + parts.flatMap { $0 } }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// Returns a frame whose components each have an ID, factors and a quantization table.
  static func frame(
    marker: UInt8 = 0xC0,
    depth: UInt8 = 8,
    width: UInt16 = 8,
    height: UInt16 = 8,
    components: [[UInt8]] = [[1, 0x11, 0]]
  ) -> [UInt8] {
    let sides = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return segment(marker, [depth] + sides + [UInt8(components.count)] + components.flatMap { $0 })
  }

  /// A quantization table whose values are all 1.
  static let quantization = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))

  /// Returns a Huffman table with a one-bit code (0) and a two-bit code (10).
  static func huffman(_ kind: UInt8, _ symbols: [UInt8]) -> [UInt8] {
    segment(0xC4, [kind, 1, 1] + [UInt8](repeating: 0, count: 14) + symbols)
  }

  /// The codes for DC coefficients (0 for unchanged, 10 for one bit) and for AC (0 for end of block, 10 for a value).
  static let tables = quantization + huffman(0x00, [0, 1]) + huffman(0x10, [0, 1])

  static func scan(components: [UInt8] = [1, 0x00], spectrum: [UInt8] = [0, 63, 0]) -> [UInt8] {
    segment(0xDA, [UInt8(components.count / 2)] + components + spectrum)
  }

  /// A single block with an unchanged DC coefficient and no AC coefficients.
  static let data: [UInt8] = [0b0011_1111]
  static let end: [UInt8] = [0xFF, 0xD9]
}
