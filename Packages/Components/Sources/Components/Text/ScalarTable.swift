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

  /// The number that a letter of the packed table stands for.
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
