/// The cyclic redundancy check of PNG's chunks (third edition, annex D; the polynomial of ISO 3309).
enum CRC32 {
  /// Eight tables of 256: the n-th has the effect of a byte that n more bytes follow, so that eight are taken at a time.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
      tables[index] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The checksum of the bytes of a range.
  static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    let data = bytes.span.bytes
    let tables = tables.span
    var state: UInt32 = 0xFFFF_FFFF
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let word = UInt64(littleEndian: data.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
      let low = UInt32(truncatingIfNeeded: word) ^ state
      let high = UInt32(truncatingIfNeeded: word >> 32)
      let first = tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
      let second = tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
      let third = tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
      let fourth = tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
      state = first ^ second ^ third ^ fourth
      position += 8
    }
    while position < range.upperBound {
      state = tables[Int((state ^ UInt32(bytes[position])) & 0xFF)] ^ state >> 8
      position += 1
    }
    return ~state
  }
}
