/// One chunk of a PNG file: length, type, data, checksum (PNG, third edition, § 5.3).
struct PNGChunk {
  /// Four Latin letters.
  let type: String
  /// Where the data is in the file.
  let data: Range<Int>

  /// Where the next chunk begins.
  var end: Int { data.upperBound + 4 }

  /// Whether a decoder that does not know the chunk must give up (PNG, third edition, § 5.4: the first letter is large).
  var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? true }

  /// Reads a chunk and checks its checksum.
  init(_ bytes: [UInt8], at offset: Int) throws(ImageError) {
    guard bytes.count - offset >= 8 else {
      throw .truncated(.png, size: bytes.count, reading: "the chunks")
    }
    let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    let letters = bytes[offset + 4..<offset + 8]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
      throw .damaged(.png, offset: offset + 4, reason: "the type of a chunk is not four letters")
    }
    type = String(decoding: letters, as: UTF8.self)
    guard length <= 0x7FFF_FFFF else {
      throw .damaged(.png, offset: offset, reason: "the chunk \(type) can't have \(length) bytes")
    }
    guard bytes.count - offset - 12 >= length else {
      throw .truncated(.png, size: bytes.count, reading: "the chunk \(type)")
    }
    data = offset + 8..<offset + 8 + length
    let stored = bytes[data.upperBound..<data.upperBound + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard CRC32.checksum(bytes, offset + 4..<data.upperBound) == stored else {
      throw .damaged(.png, offset: offset, reason: "the checksum (CRC-32) of the chunk \(type) is wrong")
    }
  }
}
