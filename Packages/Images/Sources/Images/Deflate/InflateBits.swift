/// The bits of a DEFLATE stream, from the lowest of each byte.
///
/// Bits after the end read as zero and are counted, so that looking ahead needs no care; ``isOverrun`` tells whether any
/// of them were used.
struct InflateBits {
  /// The next bits, the first of them the lowest.
  ///
  /// Above ``count`` bits there may be some of the following byte.
  private(set) var buffer: UInt64 = 0
  private(set) var count = 0
  /// The byte that comes after those in the buffer.
  private(set) var position: Int
  private var missing = 0

  init(position: Int) {
    self.position = position
  }

  /// Whether more bits were removed than there are.
  var isOverrun: Bool { missing > count }

  /// About where in the stream the next bit is.
  var offset: Int { position - max(0, count - missing) / 8 }

  /// Makes at least 56 bits available.
  @inline(__always)
  mutating func refill(_ input: RawSpan) {
    if position &+ 8 <= input.byteCount {
      let word = UInt64(littleEndian: input.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
      buffer |= word &<< UInt64(truncatingIfNeeded: count)
      position &+= (63 &- count) &>> 3
      count |= 56
    } else {
      refillAtEnd(input)
    }
  }

  private mutating func refillAtEnd(_ input: RawSpan) {
    while count < 56 {
      if position < input.byteCount {
        let byte = input.unsafeLoad(fromByteOffset: position, as: UInt8.self)
        buffer |= UInt64(byte) << UInt64(count)
        position += 1
      } else {
        buffer &= (1 << UInt64(count)) - 1
        missing += 8
      }
      count += 8
    }
  }

  /// The next bits without removing them.
  @inline(__always)
  func peek(_ bits: Int) -> Int {
    Int(truncatingIfNeeded: buffer & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1))
  }

  @inline(__always)
  mutating func remove(_ bits: Int) {
    buffer &>>= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Removes up to 16 bits and gives them as a number.
  mutating func take(_ bits: Int, _ input: RawSpan) -> Int {
    refill(input)
    let value = peek(bits)
    remove(bits)
    return value
  }

  /// Goes to the next byte and leaves the buffer empty; the stream then goes on at ``position``.
  mutating func alignToByte() {
    remove(count & 7)
    position -= max(0, count - missing) / 8
    missing = max(0, missing - count)
    buffer = 0
    count = 0
  }

  /// Goes past bytes that were read without the buffer.
  mutating func skip(_ bytes: Int) {
    position += bytes
  }
}
