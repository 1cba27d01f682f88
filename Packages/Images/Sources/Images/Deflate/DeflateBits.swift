/// Writes the bits of a DEFLATE stream, from the lowest of each byte.
struct DeflateBits {
  private(set) var bytes: [UInt8]
  private var buffer: UInt64 = 0
  private var count = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Adds up to 32 bits of a number.
  @inline(__always)
  mutating func put(_ value: Int, _ bits: Int) {
    buffer |= UInt64(truncatingIfNeeded: value) &<< UInt64(truncatingIfNeeded: count)
    count &+= bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: buffer))
      buffer &>>= 8
      count &-= 8
    }
  }

  /// Fills up the last byte.
  mutating func alignToByte() {
    if count > 0 { put(0, 8 - count) }
  }

  /// Adds a number of 32 bits as bytes, the highest first.
  mutating func append(bigEndian value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
