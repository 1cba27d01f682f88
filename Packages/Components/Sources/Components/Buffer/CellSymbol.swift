/// What stands in a cell, in four bytes: a code point, or where in a table the cluster is that has several.
///
/// From the lowest bit: 29 bits of value, two of width, one that says whether the value is a table's index.
package struct CellSymbol: Hashable, Sendable {
  package let rawValue: UInt32

  private static let tableFlag: UInt32 = 1 << 31
  private static let valueMask: UInt32 = (1 << 29) - 1

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A code point that takes one or two cells.
  package init(codePoint: UInt32, width: Int) {
    rawValue = codePoint | UInt32(width) << 29
  }

  /// A cluster of a table.
  package init(cluster index: Int, width: Int) {
    rawValue = Self.tableFlag | UInt32(width) << 29 | UInt32(index)
  }

  /// A blank.
  package static let blank = CellSymbol(codePoint: 0x20, width: 1)

  /// The second half of what stands in the cell before.
  package static let continuation = CellSymbol(rawValue: 0)

  /// The cells that it takes: 1 or 2, and 0 for the second half of a wide one.
  package var width: Int { Int(rawValue >> 29 & 3) }

  /// Whether it is the second half of a wide one.
  package var isContinuation: Bool { rawValue == 0 }

  /// Whether it is a cluster of a table.
  package var isCluster: Bool { rawValue & Self.tableFlag != 0 }

  /// Whether terminals disagree on its width: a cluster of several code points, or one that the table of widths marks.
  package var isDisputed: Bool {
    // Almost all cells: printable ASCII, and the second halves of wide symbols.
    if rawValue < 0x2000_0080 { return false }
    return isCluster || ScalarTable.shared[value].contains(.isDisputed)
  }

  /// The code point, or the table's index.
  package var value: UInt32 { rawValue & Self.valueMask }
}
