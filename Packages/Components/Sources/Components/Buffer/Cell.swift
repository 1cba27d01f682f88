/// One cell of a screen: what stands in it and how it looks, sixteen bytes without a pointer in them.
///
/// What needs more room, clusters of several code points and links, is in tables of the ``CellBuffer``.
public struct Cell: Hashable, Sendable {
  package var symbol: CellSymbol
  package var foreground: PackedColor
  package var background: PackedColor
  /// Bold, italic and so on.
  public package(set) var attributes: TextAttributes
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
  public static let blank = Cell(symbol: .blank)

  /// The cells that its content takes: 1 or 2, and 0 for the second half of what stands in the cell before.
  public var width: Int { symbol.width }

  /// How it looks.
  public var style: TextStyle {
    TextStyle(foreground: foreground.color, background: background.color, attributes: attributes)
  }
}
