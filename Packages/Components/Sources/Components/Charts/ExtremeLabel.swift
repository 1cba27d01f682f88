struct ExtremeLabel {
  let name: String
  let value: String

  /// Writes the label above or below a cell, as close to it as the canvas width and the chart cursor allow.
  func draw(at cell: Point, offset: Int, cursor: Int?, on canvas: inout Canvas) {
    let row = cell.y + offset
    let typography = canvas.environment.theme.typography
    let text = StyledText(safe: name + " ", typography.caption) + StyledText(safe: value, typography.body)
    let width = canvas.environment.width(of: text)
    guard row >= 0, row < canvas.size.height, width <= canvas.size.width else { return }
    var column = min(max(cell.x - width / 2, 0), canvas.size.width - width)
    if let cursor, (column..<column + width).contains(cursor) {
      column = cursor + width < canvas.size.width ? cursor + 1 : cursor - width
      guard column >= 0 else { return }
    }
    canvas.write(text, at: Point(x: column, y: row))
  }
}
