/// A CRC-32 checksum as in ISO 3309, zlib and PNG (CRC-32/ISO-HDLC).
///
/// The checksum detects every error burst of up to 32 bits. The implementation processes sixteen bytes at a time
/// ("slicing", Kounavis and Berry, 2005).
public struct CRC32: Sendable {
  /// The checksums for each byte value followed by 0 to 15 zero bytes, in sixteen consecutive tables of 256 entries.
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

  private var state: UInt32 = 0xFFFF_FFFF

  /// Creates the checksum of an empty sequence.
  public init() {}

  /// Creates the checksum of a buffer.
  public init(_ bytes: UnsafeRawBufferPointer) {
    update(bytes)
  }

  /// Creates the checksum of a sequence of bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    update(bytes)
  }

  /// The checksum of all bytes added so far.
  public var value: UInt32 { ~state }

  /// The ``value`` as eight lowercase hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// Adds a sequence of bytes; contiguous storage is fastest.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if isContiguous == nil {
      Self.tables.withUnsafeBufferPointer { table in
        for byte in bytes { state = table[Int(truncatingIfNeeded: (state ^ UInt32(byte)) & 0xFF)] ^ state >> 8 }
      }
    }
  }

  /// Adds bytes from a buffer.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state = Self.tables.withUnsafeBufferPointer { tables in
      guard let table = tables.baseAddress, let start = bytes.baseAddress else { return state }
      var state = state
      var index = 0
      while index + 16 <= bytes.count {
        let first = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(state)
        let second = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self))
        state = Self.slice(first, table + 2_048) ^ Self.slice(second, table)
        index += 16
      }
      while index < bytes.count {
        state = table[Int(truncatingIfNeeded: (state ^ UInt32(bytes[index])) & 0xFF)] ^ state >> 8
        index += 1
      }
      return state
    }
  }

  /// Returns the checksum contribution of eight bytes, using eight tables.
  @inline(__always)
  private static func slice(_ word: UInt64, _ tables: UnsafePointer<UInt32>) -> UInt32 {
    func part(_ number: UInt64) -> UInt32 {
      tables[Int(truncatingIfNeeded: (7 - number) &<< 8 | (word &>> (number &* 8) & 0xFF))]
    }
    return part(0) ^ part(1) ^ part(2) ^ part(3) ^ part(4) ^ part(5) ^ part(6) ^ part(7)
  }
}
