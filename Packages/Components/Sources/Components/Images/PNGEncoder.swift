/// Writes pixels as a PNG file without compressing them.
///
/// For terminals that take image files. Source: PNG, third edition (W3C), with the stored blocks of RFC 1951 § 3.2.4 in
/// the wrapping of RFC 1950.
public enum PNGEncoder {
  /// The file: eight bits a channel, red, green, blue and opacity.
  public static func encode(_ image: PixelImage) -> [UInt8] {
    var output: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    output.reserveCapacity(image.bytes.count + image.height * 2 + 128)
    var header: [UInt8] = []
    append(UInt32(image.width), to: &header)
    append(UInt32(image.height), to: &header)
    header += [8, 6, 0, 0, 0]
    append("IHDR", header, to: &output)
    append("IDAT", wrapped(lines(image)), to: &output)
    append("IEND", [], to: &output)
    return output
  }

  /// The rows, each after the number of its filter, which is none.
  private static func lines(_ image: PixelImage) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(image.bytes.count + image.height)
    let length = image.width * 4
    for row in 0..<image.height {
      lines.append(0)
      lines += image.bytes[(row * length)..<((row + 1) * length)]
    }
    return lines
  }

  /// The data in stored blocks, with the header and the checksum of zlib's format.
  private static func wrapped(_ data: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x78, 0x01]
    output.reserveCapacity(data.count + data.count / 65_535 * 5 + 16)
    var start = 0
    repeat {
      let end = min(start + 65_535, data.count)
      let length = UInt16(end - start)
      output.append(end == data.count ? 1 : 0)
      output += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
      output += data[start..<end]
      start = end
    } while start < data.count
    append(adler(data), to: &output)
    return output
  }

  /// The checksum of RFC 1950 § 8.2; 5552 bytes are the most whose sums fit 32 bits.
  private static func adler(_ data: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for start in stride(from: 0, to: data.count, by: 5552) {
      for byte in data[start..<min(start + 5552, data.count)] {
        low &+= UInt32(byte)
        high &+= low
      }
      low %= 65_521
      high %= 65_521
    }
    return high << 16 | low
  }

  private static func append(_ number: UInt32, to output: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] { output.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private static func append(_ type: String, _ data: [UInt8], to output: inout [UInt8]) {
    append(UInt32(data.count), to: &output)
    let start = output.count
    output += type.utf8
    output += data
    append(checksum(output[start...]), to: &output)
  }

  /// CRC-32 as in ISO 3309, by a table of 256.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    bytes.withUnsafeBufferPointer { bytes in
      table.withUnsafeBufferPointer { table in
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 255)] ^ (value >> 8) }
      }
    }
    return value ^ 0xFFFF_FFFF
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
