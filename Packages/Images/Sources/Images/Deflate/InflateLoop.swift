/// The inner loop of ``Inflater``, which handles literals and copies until the end of a block.
///
/// Every load and store is bounds-checked. The loop doesn't throw errors, which keeps its state in registers.
enum InflateLoop {
  enum Outcome {
    case finished
    case excess
    case invalidCode
    case distanceTooLong
  }

  // The function has many parameters because a struct can't store spans.
  static func run(
    _ input: RawSpan,
    _ output: inout MutableRawSpan,
    literals: Span<UInt32>,
    distances: Span<UInt32>,
    literalBits: Int,
    distanceBits: Int,
    size: Int,
    _ bits: inout InflateBits,
    _ position: inout Int
  ) -> Outcome {
    while true {
      bits.refill(input)
      var entry = look(literals, literalBits, &bits)
      if entry & InflateTable.Kind.literal != 0 {
        // 56 bits are enough for three literals with codes of up to 15 bits, followed by a peek at the next symbol.
        guard position < size else { return .excess }
        output.storeBytes(of: UInt8(truncatingIfNeeded: entry &>> 16), toByteOffset: position, as: UInt8.self)
        position &+= 1
        entry = look(literals, literalBits, &bits)
        if entry & InflateTable.Kind.literal != 0 {
          guard position < size else { return .excess }
          output.storeBytes(of: UInt8(truncatingIfNeeded: entry &>> 16), toByteOffset: position, as: UInt8.self)
          position &+= 1
          entry = look(literals, literalBits, &bits)
          if entry & InflateTable.Kind.literal != 0 {
            guard position < size else { return .excess }
            output.storeBytes(of: UInt8(truncatingIfNeeded: entry &>> 16), toByteOffset: position, as: UInt8.self)
            position &+= 1
            continue
          }
        }
        bits.refill(input)
      }
      if entry & (InflateTable.Kind.endOfBlock | InflateTable.Kind.invalid) != 0 {
        return entry & InflateTable.Kind.endOfBlock != 0 ? .finished : .invalidCode
      }
      let length = extra(entry, &bits)
      let distanceEntry = look(distances, distanceBits, &bits)
      if distanceEntry & InflateTable.Kind.invalid != 0 { return .invalidCode }
      let distance = extra(distanceEntry, &bits)
      if bits.isOverrun { return .excess }
      guard distance <= position else { return .distanceTooLong }
      guard length <= size &- position else { return .excess }
      copy(&output, from: position &- distance, to: position, length: length)
      position &+= length
    }
  }

  /// Returns the table entry for the next symbol and removes its code.
  @inline(__always)
  private static func look(_ table: Span<UInt32>, _ indexBits: Int, _ bits: inout InflateBits) -> UInt32 {
    var entry = table[bits.peek(indexBits)]
    if entry & InflateTable.Kind.link != 0 {
      bits.remove(indexBits)
      entry = table[Int(truncatingIfNeeded: entry &>> 16) &+ bits.peek(Int(truncatingIfNeeded: entry &>> 5 & 15))]
    }
    bits.remove(Int(truncatingIfNeeded: entry & 31))
    return entry
  }

  @inline(__always)
  private static func extra(_ entry: UInt32, _ bits: inout InflateBits) -> Int {
    let count = Int(truncatingIfNeeded: entry &>> 5 & 15)
    let value = Int(truncatingIfNeeded: entry &>> 16) &+ bits.peek(count)
    bits.remove(count)
    return value
  }

  /// Copies earlier output; an overlap of source and destination repeats a pattern.
  @inline(__always)
  private static func copy(_ output: inout MutableRawSpan, from start: Int, to end: Int, length: Int) {
    var source = start
    var target = end
    let limit = end &+ length
    if target &- source < 8 {
      // Double the pattern until it is at least eight bytes long.
      let period = target &- source
      let first = min(limit, target &+ period &* ((8 &+ period &- 1) / period))
      while target < first {
        let byte = output.unsafeLoad(fromByteOffset: source, as: UInt8.self)
        output.storeBytes(of: byte, toByteOffset: target, as: UInt8.self)
        source &+= 1
        target &+= 1
      }
      source = start
    }
    while target < limit {
      let word = output.unsafeLoadUnaligned(fromByteOffset: source, as: UInt64.self)
      output.storeBytes(of: word, toByteOffset: target, as: UInt64.self)
      source &+= 8
      target &+= 8
    }
  }
}

/// A bit reader that reads each byte from its lowest bit.
///
/// Bits after the end read as zero and are counted, which makes looking ahead safe. ``isOverrun`` becomes `true` once
/// any of these bits is removed.
struct InflateBits {
  /// The next bits, starting with the lowest; bits above ``count`` can belong to the next byte.
  private(set) var buffer: UInt64 = 0
  private(set) var count = 0
  /// The position of the first byte outside the buffer.
  private(set) var position: Int
  private var missing = 0

  init(position: Int) {
    self.position = position
  }

  /// Whether more bits were removed than the stream contains.
  var isOverrun: Bool { missing > count }

  /// The approximate byte offset of the next bit.
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

  @inline(__always)
  func peek(_ bits: Int) -> Int {
    Int(truncatingIfNeeded: buffer & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1))
  }

  @inline(__always)
  mutating func remove(_ bits: Int) {
    buffer &>>= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Removes and returns up to 16 bits.
  mutating func take(_ bits: Int, _ input: RawSpan) -> Int {
    refill(input)
    let value = peek(bits)
    remove(bits)
    return value
  }

  /// Skips to the next byte boundary, so the stream continues at ``position``.
  mutating func alignToByte() {
    remove(count & 7)
    position -= max(0, count - missing) / 8
    missing = max(0, missing - count)
    buffer = 0
    count = 0
  }

  mutating func skip(_ bytes: Int) {
    position += bytes
  }
}
