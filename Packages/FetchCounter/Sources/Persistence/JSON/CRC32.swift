/// The cyclic redundancy check of ISO 3309 (CRC-32/ISO-HDLC, as in zlib and PNG), which notices every change of up to
/// 32 adjacent bits.
struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  /// Adds bytes to the check.
  mutating func update(_ bytes: some Collection<UInt8>) {
    state = CRC32.table.withUnsafeBufferPointer { table in
      bytes.reduce(state) { table[Int(truncatingIfNeeded: ($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
  }

  /// The check of all bytes so far.
  var value: UInt32 { ~state }

  /// How the check begins in files.
  static let prefix = "crc32:"

  /// The check as it is written in files: eight hexadecimal digits with the name of the method.
  var text: String {
    let digits = String(value, radix: 16)
    return CRC32.prefix + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
