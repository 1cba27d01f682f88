import Foundation

/// Writes squares as PNG files without compressing them: eight bits of red, green and blue (PNG, third edition, W3C), stored blocks
/// (RFC 1951, section 3.2.4) in zlib's wrapping (RFC 1950).
enum SamplePNG {
  static func encode(_ pixels: [UInt8], side: Int) -> Data {
    var lines: [UInt8] = []
    lines.reserveCapacity(pixels.count + side)
    for row in 0..<side {
      lines.append(0)
      lines += pixels[(row * side * 3)..<((row + 1) * side * 3)]
    }
    var output: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", big(UInt32(side)) + big(UInt32(side)) + [8, 2, 0, 0, 0], to: &output)
    append("IDAT", wrapped(lines), to: &output)
    append("IEND", [], to: &output)
    return Data(output)
  }

  private static func wrapped(_ data: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let block = data[start..<min(start + 65_535, data.count)]
      let length = UInt16(block.count)
      output.append(block.endIndex == data.count ? 1 : 0)
      output += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
      output += block
    }
    return output + big(adler(data))
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func append(_ type: String, _ content: [UInt8], to output: inout [UInt8]) {
    let chunk = Array(type.utf8) + content
    output += big(UInt32(content.count))
    output += chunk
    output += big(checksum(chunk))
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { value, byte in table[Int((value ^ UInt32(byte)) & 255)] ^ (value >> 8) }
  }

  /// CRC-32 as in ISO 3309.
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }
}
