import Foundation

/// A square PNG file with a palette and without compression, which takes little time to write and read.
struct SamplePNG {
  /// The colors with their opacity, at most 256.
  var palette: [[UInt8]] = []
  /// The rows of pixels, from top to bottom, as positions in the palette.
  var pixels: [UInt8] = []

  func file(side: Int) -> Data {
    var rows: [UInt8] = []
    for start in stride(from: 0, to: pixels.count, by: side) {
      // Filter 0 leaves a row unchanged.
      rows.append(0)
      rows += pixels[start..<start + side]
    }
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // A depth of 8 bits, and color type 3: positions in a palette.
    Self.append("IHDR", Self.bigEndian(side) + Self.bigEndian(side) + [8, 3, 0, 0, 0], to: &file)
    Self.append("PLTE", palette.flatMap { $0.prefix(3) }, to: &file)
    Self.append("tRNS", palette.map { $0[3] }, to: &file)
    Self.append("IDAT", Self.stored(rows), to: &file)
    Self.append("IEND", [], to: &file)
    return file
  }

  /// Returns a zlib stream (RFC 1950) of stored blocks (RFC 1951 § 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let longest = 0xFFFF
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: longest) {
      let block = bytes[start..<min(start + longest, bytes.count)]
      let length = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
      stream.append(block.endIndex == bytes.count ? 1 : 0)
      stream += length + length.map { ~$0 } + block
    }
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + bigEndian(high << 16 | low)
  }

  private static func append(_ type: String, _ content: [UInt8], to file: inout Data) {
    let bytes = type.utf8 + content
    let checksum = bytes.reduce(~0 as UInt32) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    file += bigEndian(content.count) + bytes + bigEndian(Int(~checksum))
  }

  private static let crcTable = (0..<256 as Range<UInt32>).map { number in
    (0..<8).reduce(number) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
