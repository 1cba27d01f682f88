/// The classes of all code points, in two stages: 64 code points share a block, and equal blocks are stored once.
struct ScalarTable {
  /// For every 64 code points below ``end`` where their block starts in ``entries``.
  private let starts: UnsafePointer<UInt16>
  /// The blocks, one after the other.
  private let entries: UnsafePointer<UInt16>

  /// The first code point that is not in the table.
  static let end: UInt32 = 0x4_0000

  /// The table, unpacked on first use (about 10 µs) and kept for the life of the process.
  ///
  /// The memory that it points to is written before the value exists and never again, so that it can be shared.
  nonisolated(unsafe) static let shared = ScalarTable()

  private init() {
    let classBytes = Self.classes
    let blockCount = Self.blockNumbers.utf8CodeUnitCount / 2
    let starts = UnsafeMutablePointer<UInt16>.allocate(capacity: blockCount)
    let entries = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.blocks.utf8CodeUnitCount)
    for index in 0..<blockCount {
      let high = Self.number(Self.blockNumbers.utf8Start[2 * index])
      let low = Self.number(Self.blockNumbers.utf8Start[2 * index + 1])
      starts[index] = UInt16(high * 64 + low) * 64
    }
    for index in 0..<Self.blocks.utf8CodeUnitCount {
      let classNumber = Self.number(Self.blocks.utf8Start[index])
      entries[index] = (0..<4).reduce(0) { bits, digit in
        bits << 4 | UInt16(Self.hexadecimalDigit(classBytes.utf8Start[4 * classNumber + digit]))
      }
    }
    self.starts = UnsafePointer(starts)
    self.entries = UnsafePointer(entries)
  }

  private static func number(_ letter: UInt8) -> Int {
    letter == UInt8(ascii: "p") ? Int(UInt8(ascii: "\\") - UInt8(ascii: "0")) : Int(letter - UInt8(ascii: "0"))
  }

  private static func hexadecimalDigit(_ letter: UInt8) -> UInt8 {
    letter <= UInt8(ascii: "9") ? letter - UInt8(ascii: "0") : letter - UInt8(ascii: "a") + 10
  }

  /// The class of a code point.
  @inline(__always)
  subscript(codePoint: UInt32) -> ScalarClass {
    guard codePoint < Self.end else { return Self.classBeyondTable(codePoint) }
    let start = Int(starts[Int(codePoint >> 6)])
    return ScalarClass(rawValue: entries[start + Int(codePoint & 63)])
  }

  /// The planes after the third: unassigned, apart from ignorable characters in plane 14 and the private planes.
  private static func classBeyondTable(_ codePoint: UInt32) -> ScalarClass {
    switch codePoint {
    case 0xE0020...0xE007F, 0xE0100...0xE01EF: .joins
    case 0xE0000...0xE0FFF: []
    case 0xF0000...0xFFFFD, 0x100000...0x10FFFD: [.ambiguous, .isDisputed, ScalarClass(rawValue: 1)]
    default: [.isDisputed, ScalarClass(rawValue: 1)]
    }
  }
}

/// The properties of a code point that the width of text depends on; sixteen bits, made by `Scripts/generate-width-tables`.
struct ScalarClass: OptionSet {
  let rawValue: UInt16

  /// East Asian Ambiguous (UAX #11) and one cell wide unless the policy says otherwise.
  static let ambiguous = ScalarClass(rawValue: 1 << 2)
  /// Has a text and an emoji presentation (UTS #51), so that a variation selector changes the width.
  static let hasPresentations = ScalarClass(rawValue: 1 << 3)
  /// Can belong to the cluster of what stands before it.
  static let joins = ScalarClass(rawValue: 1 << 4)
  /// What belongs to its cluster cannot be told from ``joins`` alone: regional indicators, leading Hangul, prefixes and
  /// the soft hyphen.
  static let isExceptional = ScalarClass(rawValue: 1 << 5)
  /// A spacing combining mark (general category Mc).
  static let spacingMark = ScalarClass(rawValue: 1 << 6)
  /// Makes a conjunct of the consonants around it (Indic_Syllabic_Category Virama or Invisible_Stacker).
  static let virama = ScalarClass(rawValue: 1 << 7)
  /// Terminals disagree on the width, so that text after the code point needs a new cursor position.
  static let isDisputed = ScalarClass(rawValue: 1 << 8)

  /// The cells that the code point adds to a cluster: 0, 1 or 2.
  var width: Int { Int(rawValue & 3) }

  /// Whether the code point is drawn over the character before it, and takes no cell of its own.
  var needsBase: Bool { contains(.joins) && width == 0 }

  /// The cells that the code point takes where it stands alone: 0, 1 or 2.
  ///
  /// A spacing mark without a base takes one cell.
  @inline(__always)
  func width(_ policy: WidthPolicy) -> Int {
    if rawValue & (Self.ambiguous.rawValue | Self.spacingMark.rawValue) == 0 { return width }
    return contains(.spacingMark) ? 1 : policy.ambiguousIsWide ? 2 : width
  }
}
