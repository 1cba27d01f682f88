/// Placeholder rows that keep the layout stable until the content is loaded.
public struct SkeletonRows: Widget {
  private let columns: [Int]
  private let indent: Int
  private let label: StyledText

  /// Creates rows that fill their area.
  ///
  /// All widths are in cells. The gaps between columns are two cells wide. Screen readers get the label instead.
  public init(columns: [Int], indent: Int = 2, label: StyledText = "Loading…") {
    self.columns = columns
    self.indent = max(indent, 0)
    self.label = label
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 40) }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: 10)
  }

  /// Draws bars of varying lengths in a repeating pattern.
  public func draw(on canvas: inout Canvas) {
    let style = TextStyle.foreground(canvas.environment.theme.palette.border)
    for row in 0..<canvas.size.height {
      var start = indent
      for (column, width) in columns.enumerated() where width > 0 {
        // Fill between half and all of a column, which makes the bars look like text.
        let length = max(width - (row * 5 + column * 3) % max(width / 2, 1), 1)
        let bar = StyledText(safe: String(repeating: canvas.environment.glyphs.emptyBlock, count: length), style)
        canvas.write(bar, row: row, columns: min(start, canvas.size.width)..<canvas.size.width)
        start += width + 2
      }
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(label) }
}
