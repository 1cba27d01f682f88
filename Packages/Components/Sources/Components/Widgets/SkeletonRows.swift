/// The outline of rows whose content is still loading, so that nothing jumps when it arrives.
public struct SkeletonRows: Widget {
  private let columns: [Int]
  private let indent: Int
  private let label: StyledText

  /// Creates rows that fill their area.
  ///
  /// - Parameters:
  ///   - columns: The widths of the columns in cells, which stand two cells apart.
  ///   - indent: The cells before the first column.
  ///   - label: The sentence that is read out instead of the rows.
  public init(columns: [Int], indent: Int = 2, label: StyledText = "Loading…") {
    self.columns = columns
    self.indent = max(indent, 0)
    self.label = label
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 40) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: 10)
  }

  /// Draws bars of different lengths, which repeat every few rows.
  public func draw(on canvas: inout Canvas) {
    let style = TextStyle.foreground(canvas.environment.theme.palette.border)
    for row in 0..<canvas.size.height {
      var start = indent
      for (column, width) in columns.enumerated() where width > 0 {
        // Texts take between half and all of a column.
        let length = max(width - (row * 5 + column * 3) % max(width / 2, 1), 1)
        let bar = StyledText(safe: String(repeating: canvas.environment.glyphs.emptyBlock, count: length), style)
        canvas.write(bar, row: row, columns: min(start, canvas.size.width)..<canvas.size.width)
        start += width + 2
      }
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(label) }
}
