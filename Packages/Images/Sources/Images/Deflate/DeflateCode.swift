/// The tables of the DEFLATE format (RFC 1951 § 3.2.5, § 3.2.6 and § 3.2.7).
enum DeflateCode {
  /// The symbol that ends a block; below it are literal bytes, above it lengths.
  static let endOfBlock = 256
  /// Lengths and the bits that follow them, for the symbols from 257.
  ///
  /// The last is exactly 258.
  static let lengths: [(base: Int, extraBits: Int)] = ranges(from: 3, groupSize: 4, count: 28) + [(258, 0)]
  /// Distances and the bits that follow them, for the symbols from 0.
  static let distances: [(base: Int, extraBits: Int)] = ranges(from: 1, groupSize: 2, count: 30)
  /// The order in which a dynamic block tells the lengths of its code for code lengths.
  static let orderOfCodeLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// The lengths of the fixed code for literals and lengths.
  static let fixedLiteralLengths: [UInt8] =
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
    + [UInt8](repeating: 8, count: 8)
  /// The lengths of the fixed code for distances.
  static let fixedDistanceLengths = [UInt8](repeating: 5, count: 32)
  /// The longest code for literals, lengths and distances.
  static let longestCode = 15

  /// Each group of symbols has one extra bit more than the group before; the first two have none.
  private static func ranges(from start: Int, groupSize: Int, count: Int) -> [(base: Int, extraBits: Int)] {
    var base = start
    return (0..<count).map { index in
      let extraBits = max(0, index / groupSize - 1)
      defer { base += 1 << extraBits }
      return (base, extraBits)
    }
  }
}
