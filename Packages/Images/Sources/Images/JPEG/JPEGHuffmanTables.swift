/// Huffman codes of a JPEG (ITU-T T.81, annex C), in one array for all tables, so that a loop has one span to look into.
///
/// Each table has an entry for every beginning of ``indexBits`` bits, and behind that what longer codes need. An entry
/// has the code's length in its low four bits and the symbol from bit 8; 0 is for longer codes. Where the bits of a
/// coefficient's value are in the index, too, the length of both is in the four bits from bit 16 and the value above.
struct JPEGHuffmanTables {
  static let indexBits = 9
  /// Where within a table the first too large codes of each length are, 0 to 17.
  static let limits = 1 << indexBits
  /// Where the differences of a symbol's place and its code are.
  static let differences = limits + 18
  /// Where the symbols are, up to 256.
  static let symbols = differences + 18
  /// The size of a table.
  static let size = symbols + 256
  /// Not zero in entries that hold the value of a coefficient: the length of the code and the value.
  static let lengthWithValue: Int32 = 0xF_0000

  /// Tables for DC coefficients 0 to 3, then those for AC.
  private(set) var entries = [Int32](repeating: 0, count: 8 * size)
  private(set) var isDefined = [Bool](repeating: false, count: 8)

  /// Where a table begins.
  static func start(isAC: Bool, _ number: Int) -> Int { (isAC ? 4 + number : number) * size }

  /// Sets a table.
  ///
  /// - Parameters:
  ///   - counts: How many codes there are of each length from 1 to 16.
  ///   - values: Their symbols.
  ///   - isAC: Whether the table is for AC coefficients.
  ///   - number: 0 to 3.
  /// - Returns: False if its codes are oversubscribed, or its symbols impossible.
  mutating func define(counts: ArraySlice<UInt8>, values: ArraySlice<UInt8>, isAC: Bool, number: Int) -> Bool {
    // Differences of DC coefficients have up to 11 bits at 8 bits a sample; libjpeg, too, lets 15 pass.
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
      // As a number of 16 bits, because that is what is looked at.
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
