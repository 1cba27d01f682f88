/// A bit reader for scans, which reads each byte from its highest bit.
///
/// It skips the zeros stuffed after FF bytes (ITU-T T.81, F.1.2.3). Bits after a marker or the end of the file read as
/// zero and are counted. ``isOverrun`` becomes `true` once any of these bits is removed.
struct JPEGBits {
  /// The next bits, starting with the highest; bits below ``count`` can belong to the next byte.
  private var buffer: UInt64 = 0
  private var count = 0
  /// The position of the first byte outside the buffer.
  private(set) var position: Int
  private var missing = 0

  init(position: Int) {
    self.position = position
  }

  /// Whether more bits were removed than the scan contains.
  var isOverrun: Bool { missing > count }

  /// The approximate byte offset of the next bit in the file.
  var offset: Int { position - max(0, count - missing) / 8 }

  /// Makes at least 32 bits available, enough for a 16-bit code and a 16-bit value.
  @inline(__always)
  mutating func refill(_ input: RawSpan) {
    if count < 32 { load(input) }
  }

  @inline(__always)
  private mutating func load(_ input: RawSpan) {
    guard position &+ 8 <= input.byteCount else { return loadBytes(input) }
    let word = UInt64(bigEndian: input.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
    // The complement of the byte FF is 0, which causes a borrow in the subtraction.
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
            // FF bytes can fill the space before a marker.
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
      // Clear the bits of this byte that are already in the buffer, because they may be incomplete.
      buffer = buffer & ~(.max >> UInt64(count)) | UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  /// Returns the given number of bits, at least 1, without removing them.
  @inline(__always)
  func peek(_ bits: Int) -> Int {
    Int(truncatingIfNeeded: buffer &>> UInt64(truncatingIfNeeded: 64 &- bits))
  }

  @inline(__always)
  mutating func remove(_ bits: Int) {
    buffer &<<= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  @inline(__always)
  mutating func takeBit(_ input: RawSpan) -> Bool {
    refill(input)
    let bit = Int64(bitPattern: buffer) < 0
    remove(1)
    return bit
  }

  /// Removes and returns up to 16 bits.
  @inline(__always)
  mutating func take(_ bits: Int, _ input: RawSpan) -> Int {
    if bits == 0 { return 0 }
    refill(input)
    let value = peek(bits)
    remove(bits)
    return value
  }

  /// Removes bits, which must be available, and returns them as a signed number (EXTEND in ITU-T T.81, F.2.2.1).
  @inline(__always)
  mutating func takeSigned(_ bits: Int) -> Int {
    if bits == 0 { return 0 }
    let value = peek(bits)
    remove(bits)
    return value < 1 &<< (bits &- 1) ? value &- (1 &<< bits) &+ 1 : value
  }

  /// Removes a code, but not the value after it, and returns its symbol, or a negative number for an invalid code.
  @inline(__always)
  mutating func takeSymbol(_ tables: Span<Int32>, _ table: Int) -> Int {
    let entry = tables[table &+ peek(JPEGHuffmanTables.indexBits)]
    if entry != 0 {
      remove(Int(truncatingIfNeeded: entry & 15))
      return Int(truncatingIfNeeded: entry &>> 8 & 0xFF)
    }
    return takeLongSymbol(tables, table)
  }

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

  /// Drops the remaining bits and continues at a byte position in the file.
  mutating func restart(at position: Int) {
    self = JPEGBits(position: position)
  }
}

/// A JPEG's Huffman codes (ITU-T T.81, annex C) in one array, so loops need only one span.
///
/// Each table has an entry for every prefix of ``indexBits`` bits, followed by the data for longer codes. An entry
/// contains the code length in the low four bits and the symbol in bits 8 and above; 0 means a longer code. If the
/// index also covers a coefficient's value, bits 16 to 19 contain the total length of code and value, and the higher
/// bits contain the value.
struct JPEGHuffmanTables {
  static let indexBits = 9
  static let limits = 1 << indexBits
  static let differences = limits + 18
  static let symbols = differences + 18
  static let size = symbols + 256
  /// A mask for the total length of code and value; the masked bits are zero if the entry contains no value.
  static let lengthWithValue: Int32 = 0xF_0000

  /// DC tables 0 to 3, followed by the AC tables.
  private(set) var entries = [Int32](repeating: 0, count: 8 * size)
  private(set) var isDefined = [Bool](repeating: false, count: 8)

  static func start(isAC: Bool, _ number: Int) -> Int { (isAC ? 4 + number : number) * size }

  /// Defines table 0, 1, 2 or 3 from the number of codes with each length from 1 to 16.
  ///
  /// Returns `false` if the codes are oversubscribed or a symbol is invalid.
  mutating func define(counts: ArraySlice<UInt8>, values: ArraySlice<UInt8>, isAC: Bool, number: Int) -> Bool {
    // With 8 bits per sample, differences between DC coefficients have up to 11 bits. Like libjpeg, accept up to
    // 15.
    guard isAC || values.allSatisfy({ $0 <= 15 }) else { return false }
    let start = Self.start(isAC: isAC, number)
    for index in start..<start + Self.size { entries[index] = 0 }
    var code = 0
    var place = 0
    for (length, count) in zip(1..., counts) {
      entries[start + Self.differences + length] = Int32(place - code)
      for _ in 0..<count {
        guard code < 1 << length else { return false }
        let symbol = values[values.startIndex + place]
        entries[start + Self.symbols + place] = Int32(symbol)
        if length <= Self.indexBits { fill(start, code, length, Int32(symbol), isAC) }
        code += 1
        place += 1
      }
      guard code <= 1 << length else { return false }
      // Store the limit as a 16-bit number for comparison with the next 16 bits.
      entries[start + Self.limits + length] = Int32(code << (16 - length))
      code <<= 1
    }
    entries[start + Self.limits + 17] = .max
    isDefined[start / Self.size] = true
    return true
  }

  private mutating func fill(_ start: Int, _ code: Int, _ length: Int, _ symbol: Int32, _ isAC: Bool) {
    let free = Self.indexBits - length
    let bits = Int(symbol & 15)
    for rest in 0..<1 << free {
      var entry = symbol << 8 | Int32(length)
      if isAC, bits > 0, bits <= free {
        let raw = rest >> (free - bits)
        let value = raw < 1 << (bits - 1) ? raw - (1 << bits) + 1 : raw
        entry |= Int32(value) << 20 | Int32(length + bits) << 16
      }
      entries[start + (code << free) + rest] = entry
    }
  }
}
