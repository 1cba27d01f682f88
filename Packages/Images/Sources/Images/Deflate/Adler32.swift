/// The checksum used in zlib streams (RFC 1950 § 8.2).
enum Adler32 {
  private static let modulus: UInt32 = 65_521
  /// A multiple of 16 below 5552, the maximum number of bytes whose sums fit into 32 bits (RFC 1950 § 9).
  private static let chunk = 5_536

  static func checksum(_ bytes: [UInt8], count: Int) -> UInt32 {
    let data = bytes.span.bytes
    let places = SIMD16<UInt32>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    var low: UInt32 = 1
    var high: UInt32 = 0
    var position = 0
    while count - position >= 16 {
      let length = min(chunk, (count - position) & ~15)
      // Each of the 16 lanes contains the sum of its bytes and the sum of those sums.
      var sums = SIMD16<UInt32>()
      var sumsOfSums = SIMD16<UInt32>()
      for offset in stride(from: position, to: position + length, by: 16) {
        let values = data.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        sums &+= SIMD16<UInt32>(truncatingIfNeeded: values)
        sumsOfSums &+= sums
      }
      // The weight of a byte in lane i is 16 times the number of steps, counted from the byte's own step, minus i.
      let weighted = 16 &* UInt64(sumsOfSums.wrappedSum64) &- UInt64((sums &* places).wrappedSum64)
      high = UInt32((UInt64(high) + UInt64(low) * UInt64(length) + weighted) % UInt64(modulus))
      low = UInt32((UInt64(low) + sums.wrappedSum64) % UInt64(modulus))
      position += length
    }
    while position < count {
      low = (low + UInt32(bytes[position])) % modulus
      high = (high + low) % modulus
      position += 1
    }
    return high << 16 | low
  }
}

extension SIMD16<UInt32> {
  /// The sum of all lanes, which may need more than 32 bits.
  fileprivate var wrappedSum64: UInt64 {
    indices.reduce(into: 0) { $0 += UInt64(self[$1]) }
  }
}
