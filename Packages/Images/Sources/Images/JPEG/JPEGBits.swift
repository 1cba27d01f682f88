/// The bits of a scan, from the highest of each byte, without the zeros that are stuffed behind FF (ITU-T T.81, F.1.2.3).
///
/// At a marker or the end of the file, zeros follow and are counted; ``isOverrun`` tells whether any were used.
struct JPEGBits {
  /// The next bits, the first of them the highest.
  ///
  /// Below ``count`` bits there may be some of the following byte.
  private var buffer: UInt64 = 0
  private var count = 0
  /// The byte that comes after those in the buffer.
  private(set) var position: Int
  private var missing = 0

  init(position: Int) {
    self.position = position
  }

  /// Whether more bits were removed than the scan has.
  var isOverrun: Bool { missing > count }

  /// About where in the file the next bit is.
  var offset: Int { position - max(0, count - missing) / 8 }

  /// Makes at least 32 bits available: a code of 16 bits and a value of as many.
  @inline(__always)
  mutating func refill(_ input: RawSpan) {
    if count < 32 { load(input) }
  }

  @inline(__always)
  private mutating func load(_ input: RawSpan) {
    guard position &+ 8 <= input.byteCount else { return loadBytes(input) }
    let word = UInt64(bigEndian: input.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
    // Whether any of the bytes is FF: then its complement is 0, from which a borrow comes.
    let inverse = ~word
    guard (inverse &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 else { return loadBytes(input) }
    buffer |= word &>> UInt64(truncatingIfNeeded: count)
    position &+= (63 &- count) &>> 3
    count |= 56
  }

  @inline(never)
  private mutating func loadBytes(_ input: RawSpan) {
    while count < 56 {
      var byte: UInt8 = 0
      if position < input.byteCount {
        byte = input.unsafeLoad(fromByteOffset: position, as: UInt8.self)
        if byte != 0xFF {
          position += 1
        } else if position + 1 < input.byteCount {
          switch input.unsafeLoad(fromByteOffset: position + 1, as: UInt8.self) {
          case 0: position += 2
          case 0xFF:
            // Bytes FF may fill up the space before a marker.
            position += 1
            continue
          default:
            byte = 0
            missing += 8
          }
        } else {
          byte = 0
          missing += 8
        }
      } else {
        missing += 8
      }
      // What was there of the byte already is taken away, as it may not be the whole.
      buffer = buffer & ~(.max >> UInt64(count)) | UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  /// The next bits as a number, without removing them; at least 1.
  @inline(__always)
  func peek(_ bits: Int) -> Int {
    Int(truncatingIfNeeded: buffer &>> UInt64(truncatingIfNeeded: 64 &- bits))
  }

  @inline(__always)
  mutating func remove(_ bits: Int) {
    buffer &<<= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Removes one bit.
  @inline(__always)
  mutating func takeBit(_ input: RawSpan) -> Bool {
    refill(input)
    let bit = Int64(bitPattern: buffer) < 0
    remove(1)
    return bit
  }

  /// Removes up to 16 bits and gives them as a number.
  @inline(__always)
  mutating func take(_ bits: Int, _ input: RawSpan) -> Int {
    if bits == 0 { return 0 }
    refill(input)
    let value = peek(bits)
    remove(bits)
    return value
  }

  /// Removes the bits of a value whose sign is in its highest bit (ITU-T T.81, F.2.2.1: EXTEND).
  ///
  /// They must be available.
  @inline(__always)
  mutating func takeSigned(_ bits: Int) -> Int {
    if bits == 0 { return 0 }
    let value = peek(bits)
    remove(bits)
    return value < 1 &<< (bits &- 1) ? value &- (1 &<< bits) &+ 1 : value
  }

  /// Removes a code and gives its entry, of which the value is not removed; negative if there is no such code.
  @inline(__always)
  mutating func takeSymbol(_ tables: Span<Int32>, _ table: Int) -> Int {
    let entry = tables[table &+ peek(JPEGHuffmanTables.indexBits)]
    if entry != 0 {
      remove(Int(truncatingIfNeeded: entry & 15))
      return Int(truncatingIfNeeded: entry &>> 8 & 0xFF)
    }
    return takeLongSymbol(tables, table)
  }

  /// A code that is longer than the tables' index.
  @inline(never)
  mutating func takeLongSymbol(_ tables: Span<Int32>, _ table: Int) -> Int {
    let next = peek(16)
    var length = JPEGHuffmanTables.indexBits + 1
    while length <= 16, next >= Int(tables[table + JPEGHuffmanTables.limits + length]) { length += 1 }
    guard length <= 16 else { return -1 }
    let place = next >> (16 - length) + Int(tables[table + JPEGHuffmanTables.differences + length])
    guard (0..<256).contains(place) else { return -1 }
    remove(length)
    return Int(tables[table + JPEGHuffmanTables.symbols + place])
  }

  /// Forgets what is left of the bits, so that the scan goes on at a byte of the file.
  mutating func restart(at position: Int) {
    self = JPEGBits(position: position)
  }
}
