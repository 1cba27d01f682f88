/// A lookup table for a DEFLATE prefix code, indexed by the stream's next bits.
///
/// Codes longer than the index use a second table. From the lowest bit, an entry contains the bits to remove (5 bits),
/// the extra bits (4 bits), the kind (3 bits), and the value in bits 16 and above.
struct InflateTable {
  enum Kind {
    static let literal: UInt32 = 1 << 9
    static let endOfBlock: UInt32 = 1 << 10
    /// A reference to a second table: the value is the table's start, and the extra bits are the width of its index.
    static let link: UInt32 = 1 << 11
    /// An unused code or a reserved symbol.
    static let invalid: UInt32 = 1 << 12
  }

  enum Alphabet {
    case literals
    case distances
    case codeLengths
  }

  let indexBits: Int
  private(set) var entries: [UInt32]

  /// Creates a table from code lengths, where 0 means an unused symbol.
  ///
  /// Returns `nil` if the code is oversubscribed, or incomplete except for a single one-bit code (RFC 1951 § 3.2.7).
  /// The index has at most `mostIndexBits` bits. Short codes get smaller tables, so many tiny blocks stay fast.
  init?(lengths: some Collection<UInt8>, alphabet: Alphabet, mostIndexBits: Int) {
    var counts = [Int](repeating: 0, count: DeflateCode.longestCode + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var free = 1
    for count in counts.dropFirst() {
      free = free * 2 - count
      if free < 0 { return nil }
    }
    let used = counts.reduce(0, +)
    // A block without matches can even have an empty distance code.
    let isSingle = used == 1 && counts[1] == 1 && alphabet != .codeLengths
    guard free == 0 || isSingle || (used == 0 && alphabet == .distances) else { return nil }

    indexBits = max(1, min(mostIndexBits, counts.lastIndex { $0 > 0 } ?? 0))

    // The first code for each length (RFC 1951 § 3.2.2).
    var next = [Int](repeating: 0, count: counts.count + 1)
    for length in 1..<counts.count { next[length + 1] = (next[length] + counts[length]) << 1 }

    entries = [UInt32](repeating: Kind.invalid | 1, count: 1 << indexBits)
    var links: [(code: Int, length: Int, entry: UInt32)] = []
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      let code = Self.reversed(next[length], length)
      next[length] += 1
      let entry = Self.entry(symbol, alphabet)
      if length > indexBits {
        links.append((code, length, entry))
      } else {
        for index in stride(from: code, to: 1 << indexBits, by: 1 << length) { entries[index] = entry | UInt32(length) }
      }
    }
    addSecondTables(links)
  }

  /// The table for the fixed literal and length code (RFC 1951 § 3.2.6).
  static let fixedLiterals = fixed(DeflateCode.fixedLiteralLengths, .literals)
  static let fixedDistances = fixed(DeflateCode.fixedDistanceLengths, .distances)

  private static func fixed(_ lengths: [UInt8], _ alphabet: Alphabet) -> InflateTable {
    guard let table = InflateTable(lengths: lengths, alphabet: alphabet, mostIndexBits: 9) else {
      preconditionFailure("The fixed codes of RFC 1951 are complete.")
    }
    return table
  }

  private mutating func addSecondTables(_ codes: [(code: Int, length: Int, entry: UInt32)]) {
    let mask = (1 << indexBits) - 1
    var bits: [Int: Int] = [:]
    for code in codes { bits[code.code & mask] = max(bits[code.code & mask] ?? 0, code.length - indexBits) }
    for code in codes {
      let first = code.code & mask
      let size = bits[first] ?? 0
      if entries[first] & Kind.link == 0 {
        entries[first] = UInt32(entries.count) << 16 | Kind.link | UInt32(size) << 5 | UInt32(indexBits)
        entries += [UInt32](repeating: Kind.invalid | 1, count: 1 << size)
      }
      let start = Int(entries[first] >> 16)
      let length = code.length - indexBits
      for index in stride(from: code.code >> indexBits, to: 1 << size, by: 1 << length) {
        entries[start + index] = code.entry | UInt32(length)
      }
    }
  }

  private static func entry(_ symbol: Int, _ alphabet: Alphabet) -> UInt32 {
    let range: (base: Int, extraBits: Int)
    switch alphabet {
    case .codeLengths: return UInt32(symbol) << 16 | Kind.literal
    case .literals where symbol < DeflateCode.endOfBlock: return UInt32(symbol) << 16 | Kind.literal
    case .literals where symbol == DeflateCode.endOfBlock: return Kind.endOfBlock
    case .literals:
      let index = symbol - DeflateCode.endOfBlock - 1
      guard index < DeflateCode.lengths.count else { return Kind.invalid }
      range = DeflateCode.lengths[index]
    case .distances:
      guard symbol < DeflateCode.distances.count else { return Kind.invalid }
      range = DeflateCode.distances[symbol]
    }
    return UInt32(range.base) << 16 | UInt32(range.extraBits) << 5
  }

  /// Returns a code with its bits reversed, because DEFLATE stores codes, unlike other values, from the highest bit.
  static func reversed(_ code: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 << 1 | (code >> $1 & 1) }
  }
}
