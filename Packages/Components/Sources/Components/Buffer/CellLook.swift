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
