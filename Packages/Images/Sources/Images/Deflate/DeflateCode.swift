/// The tables in the DEFLATE format (RFC 1951 § 3.2.5, § 3.2.6 and § 3.2.7).
enum DeflateCode {
  /// The symbol that ends a block; lower symbols are literal bytes, and higher symbols are lengths.
  static let endOfBlock = 256
  /// The base values and extra bits for symbols 257 and above; the last symbol means a length of exactly 258.
  static let lengths: [(base: Int, extraBits: Int)] = ranges(from: 3, groupSize: 4, count: 28) + [(258, 0)]
  static let distances: [(base: Int, extraBits: Int)] = ranges(from: 1, groupSize: 2, count: 30)
  static let orderOfCodeLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  static let fixedLiteralLengths: [UInt8] =
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
    + [UInt8](repeating: 8, count: 8)
  static let fixedDistanceLengths = [UInt8](repeating: 5, count: 32)
  static let longestCode = 15

  private static func ranges(from start: Int, groupSize: Int, count: Int) -> [(base: Int, extraBits: Int)] {
    var base = start
    return (0..<count).map { index in
      let extraBits = max(0, index / groupSize - 1)
      defer { base += 1 << extraBits }
      return (base, extraBits)
    }
  }
}

/// A Huffman code with a maximum code length.
struct PrefixCode {
  /// The code length for each symbol, or 0 for unused symbols.
  let lengths: [UInt8]
  /// The code for each symbol, with its bits in writing order.
  let codes: [Int]

  /// Creates a code from symbol frequencies; `longest` is the maximum code length, in bits.
  init(frequencies: [Int], longest: Int) {
    var frequencies = frequencies
    // Decoders expect at least two codes.
    for symbol in 0..<2 where frequencies.lazy.filter({ $0 > 0 }).count < 2 && frequencies[symbol] == 0 {
      frequencies[symbol] = 1
    }
    var lengths = Self.lengths(frequencies)
    while let most = lengths.max(), most > longest {
      // More uniform frequencies lead to shorter maximum code lengths.
      frequencies = frequencies.map { $0 > 0 ? $0 / 2 + 1 : 0 }
      lengths = Self.lengths(frequencies)
    }
    self.init(lengths: lengths.map(UInt8.init))
  }

  /// Creates a code from its code lengths (RFC 1951 § 3.2.2).
  init(lengths: [UInt8]) {
    var next = [Int](repeating: 0, count: 17)
    for length in 1..<16 {
      next[length + 1] = (next[length] + lengths.lazy.filter { $0 == length }.count) << 1
    }
    codes = lengths.map { length in
      if length == 0 { return 0 }
      defer { next[Int(length)] += 1 }
      return InflateTable.reversed(next[Int(length)], Int(length))
    }
    self.lengths = lengths
  }

  /// Returns code lengths by repeatedly joining the two least frequent nodes, taken from two sorted lists.
  private static func lengths(_ frequencies: [Int]) -> [Int] {
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }.sorted { frequencies[$0] < frequencies[$1] }
    var weights = symbols.map { frequencies[$0] }
    var parents = [Int](repeating: 0, count: symbols.count * 2 - 1)
    var leaf = 0
    var joined = symbols.count
    for node in symbols.count..<symbols.count * 2 - 1 {
      var weight = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < symbols.count && (joined >= node || weights[leaf] <= weights[joined])
        let rarest = takesLeaf ? leaf : joined
        if takesLeaf { leaf += 1 } else { joined += 1 }
        weight += weights[rarest]
        parents[rarest] = node
      }
      weights.append(weight)
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for node in stride(from: parents.count - 2, through: 0, by: -1) { depths[node] = depths[parents[node]] + 1 }
    var lengths = [Int](repeating: 0, count: frequencies.count)
    for (place, symbol) in symbols.enumerated() { lengths[symbol] = depths[place] }
    return lengths
  }
}
