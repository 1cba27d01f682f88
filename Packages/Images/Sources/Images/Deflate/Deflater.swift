/// A compressor for zlib streams (RFC 1950) with dynamic codes (RFC 1951 § 3.2.7).
struct Deflater {
  private static let attempts = 24
  private static let blockSize = 1 << 15
  private static let window = 1 << 15
  private static let shortest = 3
  private static let longest = 258

  private static let lengthSymbols: [Int] = (0...longest).map { length in
    DeflateCode.lengths.lastIndex { $0.base <= length } ?? 0
  }

  static func compress(_ data: [UInt8]) -> [UInt8] {
    var deflater = Deflater()
    deflater.compressBlocks(data)
    deflater.bits.alignToByte()
    deflater.bits.append(bigEndian: Adler32.checksum(data, count: data.count))
    return deflater.bits.bytes
  }

  /// The output, which begins with a zlib header for a 32 KiB window and the default compression level.
  private var bits = DeflateBits(bytes: [0x78, 0x9C])
  /// The literal bytes, and the matches with their lengths in bits 16 and above and their distances in the bits below.
  private var symbols: [Int] = []

  private mutating func compressBlocks(_ data: [UInt8]) {
    let bytes = data.span
    // `last` contains the latest position for each key, and `before` contains the previous position with the same
    // key.
    var last = [Int32](repeating: -1, count: 1 << 15)
    var before = [Int32](repeating: -1, count: Self.window)
    var position = 0
    symbols.reserveCapacity(Self.blockSize)
    while position < bytes.count {
      let match = Self.longestMatch(bytes, position, last, before)
      let length = match.length >= Self.shortest ? match.length : 1
      symbols.append(length > 1 ? length << 16 | match.distance : Int(bytes[position]))
      for place in position..<max(position, min(position + length, bytes.count - Self.shortest + 1)) {
        let key = Self.key(bytes, place)
        before[place & (Self.window - 1)] = last[key]
        last[key] = Int32(place)
      }
      position += length
      if symbols.count == Self.blockSize { writeBlock(isLast: position == bytes.count) }
    }
    if !symbols.isEmpty || data.isEmpty { writeBlock(isLast: true) }
  }

  private static func key(_ bytes: Span<UInt8>, _ position: Int) -> Int {
    let value = UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8 | UInt32(bytes[position + 2]) << 16
    return Int((value &* 0x9E37_79B1) >> 17)
  }

  private static func longestMatch(
    _ bytes: Span<UInt8>,
    _ position: Int,
    _ last: [Int32],
    _ before: [Int32]
  ) -> (length: Int, distance: Int) {
    let most = min(longest, bytes.count - position)
    guard most >= shortest else { return (0, 0) }
    var best = (length: 0, distance: 0)
    var candidate = Int(last[key(bytes, position)])
    for _ in 0..<attempts {
      guard candidate >= 0, position - candidate <= window else { break }
      if bytes[candidate + best.length] == bytes[position + best.length] {
        var length = 0
        while length < most, bytes[candidate + length] == bytes[position + length] { length += 1 }
        if length > best.length { best = (length, position - candidate) }
        if length == most { break }
      }
      let next = Int(before[candidate & (window - 1)])
      // A newer position has overwritten the older entry.
      guard next < candidate else { break }
      candidate = next
    }
    return best
  }

  private mutating func writeBlock(isLast: Bool) {
    var literalCounts = [Int](repeating: 0, count: 286)
    var distanceCounts = [Int](repeating: 0, count: 30)
    literalCounts[DeflateCode.endOfBlock] = 1
    for symbol in symbols {
      if symbol < 256 {
        literalCounts[symbol] += 1
      } else {
        literalCounts[257 + Self.lengthSymbols[symbol >> 16]] += 1
        distanceCounts[Self.distanceSymbol(symbol & 0xFFFF)] += 1
      }
    }
    let literals = PrefixCode(frequencies: literalCounts, longest: DeflateCode.longestCode)
    let distances = PrefixCode(frequencies: distanceCounts, longest: DeflateCode.longestCode)
    bits.put(isLast ? 1 : 0, 1)
    bits.put(2, 2)
    writeLengths(literals, distances)
    for symbol in symbols {
      if symbol < 256 {
        bits.put(literals.codes[symbol], Int(literals.lengths[symbol]))
        continue
      }
      let length = Self.lengthSymbols[symbol >> 16]
      bits.put(literals.codes[257 + length], Int(literals.lengths[257 + length]))
      bits.put(symbol >> 16 - DeflateCode.lengths[length].base, DeflateCode.lengths[length].extraBits)
      let distance = Self.distanceSymbol(symbol & 0xFFFF)
      bits.put(distances.codes[distance], Int(distances.lengths[distance]))
      bits.put(symbol & 0xFFFF - DeflateCode.distances[distance].base, DeflateCode.distances[distance].extraBits)
    }
    bits.put(literals.codes[DeflateCode.endOfBlock], Int(literals.lengths[DeflateCode.endOfBlock]))
    symbols.removeAll(keepingCapacity: true)
  }

  /// Writes code lengths with run-length encoding (RFC 1951 § 3.2.7).
  private mutating func writeLengths(_ literals: PrefixCode, _ distances: PrefixCode) {
    let literalCount = max(257, (literals.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let lengths = literals.lengths.prefix(literalCount) + distances.lengths.prefix(distanceCount)
    var runs: [(symbol: Int, extra: Int, extraBits: Int)] = []
    var rest = lengths[...]
    while let value = rest.first {
      let count = rest.prefix { $0 == value }.count
      let taken: Int
      if value == 0, count >= 11 {
        taken = min(count, 138)
        runs.append((18, taken - 11, 7))
      } else if value == 0, count >= 3 {
        taken = count
        runs.append((17, taken - 3, 3))
      } else if count >= 4 {
        taken = min(count, 7)
        runs += [(Int(value), 0, 0), (16, taken - 4, 2)]
      } else {
        taken = 1
        runs.append((Int(value), 0, 0))
      }
      rest = rest.dropFirst(taken)
    }
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let code = PrefixCode(frequencies: counts, longest: 7)
    let order = DeflateCode.orderOfCodeLengths
    let codeCount = max(4, (order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    bits.put(literalCount - 257, 5)
    bits.put(distanceCount - 1, 5)
    bits.put(codeCount - 4, 4)
    for place in order.prefix(codeCount) { bits.put(Int(code.lengths[place]), 3) }
    for run in runs {
      bits.put(code.codes[run.symbol], Int(code.lengths[run.symbol]))
      bits.put(run.extra, run.extraBits)
    }
  }

  /// Returns a distance's symbol; for distances of 5 and above, each power of two has two symbols.
  private static func distanceSymbol(_ distance: Int) -> Int {
    if distance <= 4 { return distance - 1 }
    let power = (distance - 1).bitWidth - 1 - (distance - 1).leadingZeroBitCount
    return power * 2 + ((distance - 1) >> (power - 1) & 1)
  }
}

/// A bit writer that fills each byte from its lowest bit.
struct DeflateBits {
  private(set) var bytes: [UInt8]
  private var buffer: UInt64 = 0
  private var count = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Appends the low bits of a number, up to 32 bits.
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

  mutating func alignToByte() {
    if count > 0 { put(0, 8 - count) }
  }

  mutating func append(bigEndian value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
