/// The cyclic redundancy check of ISO 3309 (CRC-32/ISO-HDLC, as in zlib and PNG), which notices every change of up to 32 adjacent bits.
struct CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  /// Adds bytes to the check.
  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    state = CRC32.table.withUnsafeBufferPointer { table in
      bytes.reduce(state) { table[Int(truncatingIfNeeded: ($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
  }

  /// The check of all bytes so far.
  var value: UInt32 { ~state }
}
