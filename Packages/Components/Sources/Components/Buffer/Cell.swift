/// One cell of a screen: what stands in it and how it looks, sixteen bytes without a pointer in them.
///
/// What needs more room, clusters of several code points and links, is in tables of the ``CellBuffer``.
package struct Cell: Hashable, Sendable {
  package var symbol: CellSymbol
  package var foreground: PackedColor
  package var background: PackedColor
  /// Bold, italic and so on.
  package var attributes: TextAttributes
  /// The number of the link in the buffer's table; 0 for none.
  package var link: UInt16

  package init(
    symbol: CellSymbol,
    foreground: PackedColor = .none,
    background: PackedColor = .none,
    attributes: TextAttributes = [],
    link: UInt16 = 0
  ) {
    self.symbol = symbol
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.link = link
  }

  /// A cell with a blank in the terminal's own colours.
  package static let blank = Cell(symbol: .blank)

  /// The cells that its content takes: 1 or 2, and 0 for the second half of what stands in the cell before.
  package var width: Int { symbol.width }

  /// How it looks.
  package var style: TextStyle {
    TextStyle(foreground: foreground.color, background: background.color, attributes: attributes)
  }
}

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

/// How cells are to look, packed once for all the cells that a piece of text takes.
struct CellLook {
  var foreground: PackedColor
  /// The colour behind; none leaves what is there.
  var background: PackedColor
  var attributes: TextAttributes
  var link: UInt16

  init(_ style: TextStyle, link: UInt16 = 0) {
    foreground = PackedColor(style.foreground)
    background = PackedColor(style.background)
    attributes = style.attributes
    self.link = link
  }
}

extension Cell {
  /// Replaces what stands in the cell; the colour behind stays where the look has none.
  @inline(__always)
  mutating func set(_ symbol: CellSymbol, _ look: CellLook) {
    self.symbol = symbol
    foreground = look.foreground
    if look.background != .none { background = look.background }
    attributes = look.attributes
    link = look.link
  }
}

/// A colour, or none, in four bytes: what kind it is in the highest, its parts below.
package struct PackedColor: Hashable, Sendable {
  package let rawValue: UInt32

  /// The terminal's own colour.
  package static let none = PackedColor(rawValue: 0)

  private static let named: UInt32 = 1 << 24
  private static let palette: UInt32 = 2 << 24
  private static let exact: UInt32 = 3 << 24

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ color: Color?) {
    switch color {
    case nil: rawValue = 0
    case .ansi(let name): rawValue = Self.named | UInt32(name.rawValue)
    case .palette(let index): rawValue = Self.palette | UInt32(index)
    case .rgb(let parts):
      rawValue = Self.exact | UInt32(parts.red) << 16 | UInt32(parts.green) << 8 | UInt32(parts.blue)
    }
  }

  /// The colour that was packed.
  package var color: Color? {
    switch rawValue & 0xFF00_0000 {
    case Self.named: ANSIColor(rawValue: UInt8(truncatingIfNeeded: rawValue)).map { .ansi($0) }
    case Self.palette: .palette(UInt8(truncatingIfNeeded: rawValue))
    case Self.exact: .hex(rawValue)
    default: nil
    }
  }
}
