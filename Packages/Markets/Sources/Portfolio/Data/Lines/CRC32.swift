/// The cyclic redundancy check of ISO 3309 (CRC-32/ISO-HDLC, as in zlib and PNG), which notices every change of up to
/// 32 adjacent bits.
///
/// Sixteen bytes at a time ("slicing", Kounavis and Berry 2005), since every line that is read is checked.
enum CRC32 {
  /// For every byte value, the checks of that byte followed by 0 to 15 zero bytes, one table of 256 after another.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { (index: UInt32) -> UInt32 in
      (0..<8).reduce(index) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
    for index in 256..<4_096 {
      let previous = tables[index - 256]
      tables.append(previous >> 8 ^ tables[Int(previous & 0xFF)])
    }
    return tables
  }()

  /// The check of bytes.
  static func value(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      let table = tables.baseAddress
      guard let table, let start = bytes.baseAddress else { return 0 }
      var state: UInt32 = 0xFFFF_FFFF
      var index = 0
      while index + 16 <= bytes.count {
        let word = UnsafeRawPointer(start + index)
        let first = UInt64(littleEndian: word.loadUnaligned(as: UInt64.self)) ^ UInt64(state)
        let second = UInt64(littleEndian: word.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        state = slice(first, table + 2_048) ^ slice(second, table)
        index += 16
      }
      while index < bytes.count {
        state = table[Int(truncatingIfNeeded: (state ^ UInt32(start[index])) & 0xFF)] ^ state >> 8
        index += 1
      }
      return ~state
    }
  }

  /// The part that eight bytes have in the check, by the eight tables from a place on.
  @inline(__always)
  private static func slice(_ word: UInt64, _ tables: UnsafePointer<UInt32>) -> UInt32 {
    func part(_ number: UInt64) -> UInt32 {
      tables[Int(truncatingIfNeeded: (7 - number) &<< 8 | (word &>> (number &* 8) & 0xFF))]
    }
    return part(0) ^ part(1) ^ part(2) ^ part(3) ^ part(4) ^ part(5) ^ part(6) ^ part(7)
  }

  /// The check as eight lower-case hexadecimal digits.
  static func text(_ value: UInt32) -> [UInt8] {
    (0..<8).map { hexadecimalDigits[Int(value >> UInt32(28 - $0 * 4) & 0xF)] }
  }

  static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
