extension CellBuffer {
  /// The text of every row, without colours; blanks at the end are left out.
  public var lines: [String] {
    (0..<size.height).map { row in
      var line = ""
      for cell in cells[contentRange(ofRow: row)] { line += text(of: cell) }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The cells of a row, without those at the end that show nothing at all.
  package func contentRange(ofRow row: Int) -> Range<Int> {
    let start = row * size.width
    var end = start + size.width
    while end > start && cells[end - 1].isEmpty { end -= 1 }
    return start..<end
  }
}

extension Cell {
  /// Whether nothing can be seen: a blank whose background is the terminal's own, not underlined and the like.
  package var isEmpty: Bool {
    symbol == .blank && background == .none && link == 0
      && attributes.isDisjoint(with: [.underline, .inverse, .strikethrough])
  }
}
