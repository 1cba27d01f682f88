/// A builder for PNGs, including files that no encoder would write.
enum PNGBuilder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func file(_ chunks: [[UInt8]]) -> [UInt8] { signature + chunks.flatMap { $0 } }

  static func header(
    _ width: UInt32 = 2,
    _ height: UInt32 = 2,
    depth: UInt8 = 8,
    type: UInt8 = 0,
    compression: UInt8 = 0,
    filter: UInt8 = 0,
    interlace: UInt8 = 0
  ) -> [UInt8] {
    chunk("IHDR", number(width) + number(height) + [depth, type, compression, filter, interlace])
  }

  static func chunk(_ type: String, _ data: [UInt8], checksum: UInt32? = nil) -> [UInt8] {
    let body = Array(type.utf8) + data
    return number(UInt32(data.count)) + body + number(checksum ?? crc(body))
  }

  /// Returns data as a single stored block.
  static func stored(_ data: [UInt8], adler: UInt32? = nil) -> [UInt8] {
    let length = UInt16(data.count)
    let sizes = [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
    return [0x78, 0x01, 1] + sizes + data + number(adler ?? Self.adler(data))
  }

  static let end = chunk("IEND", [])
  /// Two rows of two gray pixels.
  static let pixels = chunk("IDAT", stored([0, 10, 20, 0, 30, 40]))

  static func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var state: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state & 1 == 0 ? state >> 1 : state >> 1 ^ 0xEDB8_8320 }
    }
    return ~state
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
