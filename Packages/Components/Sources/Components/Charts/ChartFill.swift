/// A background fill for the area below a line.
struct ChartFill {
  /// The fraction of the line's color in the top row, small enough for a contrast of 3:1 (WCAG 2.2, 1.4.11).
  private static let strongest = 0.2

  let color: Color

  /// Colors the cells below the topmost dots, fading from the line's color at the top to the surface color.
  ///
  /// Nothing is drawn with 16 colors, which have no shades, or in ASCII.
  func draw(below grid: PlotGrid, on canvas: inout Canvas) {
    let environment = canvas.environment
    guard environment.capabilities.colorDepth >= .twoFiftySix, environment.glyphs == .unicode else { return }
    let gradient = Gradient(environment.theme.palette.surface.components, color.components)
    let tops = (0..<canvas.size.width).map { grid.areaTop(column: $0) ?? canvas.size.height }
    for row in 0..<canvas.size.height {
      let height = 1 - Double(row) / Double(max(canvas.size.height - 1, 1))
      let style = TextStyle(background: .rgb(gradient.color(at: height * Self.strongest)))
      var column = 0
      while column < tops.count {
        let start = column
        while column < tops.count, tops[column] <= row { column += 1 }
        if start < column { canvas.restyle(Rectangle(x: start, y: row, width: column - start, height: 1), style) }
        column += 1
      }
    }
  }
}
