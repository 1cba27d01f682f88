/// The inner loop of ``Inflater``: literals and copies until the end of a block.
///
/// Every load and store is checked against the span's bounds; nothing is thrown, so that the state stays in registers.
enum InflateLoop {
  enum Outcome {
    case finished
    case excess
    case invalidCode
    case distanceTooLong
  }

  // So many parameters, because spans can't be kept in a structure.
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
        // 56 bits are enough for three literals with codes of up to 15 bits, and a look at the next symbol.
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

  /// The entry of the next symbol, whose code is removed.
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

  /// The value of an entry with the extra bits that follow it.
  @inline(__always)
  private static func extra(_ entry: UInt32, _ bits: inout InflateBits) -> Int {
    let count = Int(truncatingIfNeeded: entry &>> 5 & 15)
    let value = Int(truncatingIfNeeded: entry &>> 16) &+ bits.peek(count)
    bits.remove(count)
    return value
  }

  /// Repeats bytes that were written before; source and target may overlap, which repeats a pattern.
  @inline(__always)
  private static func copy(_ output: inout MutableRawSpan, from start: Int, to end: Int, length: Int) {
    var source = start
    var target = end
    let limit = end &+ length
    if target &- source < 8 {
      // Until the pattern is eight bytes long or more.
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
