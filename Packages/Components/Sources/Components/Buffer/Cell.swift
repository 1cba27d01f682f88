/// A screen cell: its symbol and style, in 16 bytes without pointers.
///
/// The ``CellBuffer`` stores links, and clusters with several code points, in tables.
package struct Cell: Hashable, Sendable {
  package var symbol: CellSymbol
  package var foreground: PackedColor
  package var background: PackedColor
  package var attributes: TextAttributes
  /// The link's number in the buffer's link table, or 0 for no link.
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

  package static let blank = Cell(symbol: .blank)

  /// The symbol's width in cells: 1 or 2, or 0 for the second half of a wide symbol.
  package var width: Int { symbol.width }

  package var style: TextStyle {
    TextStyle(foreground: foreground.color, background: background.color, attributes: attributes)
  }
}

/// A cell's content in four bytes: a code point, or the table index of a cluster with several code points.
///
/// From the lowest bit: 29 bits of value, two bits of width, and one bit that marks a table index.
package struct CellSymbol: Hashable, Sendable {
  package let rawValue: UInt32

  private static let tableFlag: UInt32 = 1 << 31
  private static let valueMask: UInt32 = (1 << 29) - 1

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a symbol from a code point with a width of 1 or 2.
  package init(codePoint: UInt32, width: Int) {
    rawValue = codePoint | UInt32(width) << 29
  }

  package init(cluster index: Int, width: Int) {
    rawValue = Self.tableFlag | UInt32(width) << 29 | UInt32(index)
  }

  package static let blank = CellSymbol(codePoint: 0x20, width: 1)

  /// The second half of a wide symbol.
  package static let continuation = CellSymbol(rawValue: 0)

  /// The width in cells: 1 or 2, or 0 for the second half of a wide symbol.
  package var width: Int { Int(rawValue >> 29 & 3) }

  package var isContinuation: Bool { rawValue == 0 }

  package var isCluster: Bool { rawValue & Self.tableFlag != 0 }

  /// Whether terminals disagree about the symbol's width.
  ///
  /// This applies to clusters with several code points and to clusters marked in the width table.
  package var isDisputed: Bool {
    // Fast path for printable ASCII and the second halves of wide symbols.
    if rawValue < 0x2000_0080 { return false }
    return isCluster || ScalarTable.shared[value].contains(.isDisputed)
  }

  /// The code point, or the cluster's index in the table.
  package var value: UInt32 { rawValue & Self.valueMask }
}

/// A cell style, packed once for a whole run of text.
struct CellLook {
  var foreground: PackedColor
  /// The background color, or `.none` to keep the cell's background.
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
  /// Replaces the cell's content, but keeps its background if the style has no background.
  @inline(__always)
  mutating func set(_ symbol: CellSymbol, _ look: CellLook) {
    self.symbol = symbol
    foreground = look.foreground
    if look.background != .none { background = look.background }
    attributes = look.attributes
    link = look.link
  }
}

/// An optional color in four bytes: the kind in the highest byte, and the components in the lower three.
package struct PackedColor: Hashable, Sendable {
  package let rawValue: UInt32

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

  package var color: Color? {
    switch rawValue & 0xFF00_0000 {
    case Self.named: ANSIColor(rawValue: UInt8(truncatingIfNeeded: rawValue)).map { .ansi($0) }
    case Self.palette: .palette(UInt8(truncatingIfNeeded: rawValue))
    case Self.exact: .hex(rawValue)
    default: nil
    }
  }
}
