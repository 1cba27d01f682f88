/// Shows which part of something is visible: a thumb on a vertical line.
public struct ScrollBar: Widget {
  private let total: Int
  private let visible: Int
  private let offset: Int

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - total: the rows that there are.
  ///   - visible: those of them that are shown.
  ///   - offset: the first of them.
  public init(total: Int, visible: Int, offset: Int) {
    self.total = max(total, 0)
    self.visible = max(visible, 0)
    self.offset = max(offset, 0)
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .fixed(1) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: 1)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let height = canvas.size.height
    guard height > 0, total > visible else { return }
    let environment = canvas.environment
    let style = TextStyle.foreground(environment.theme.palette.border)
    let thumb = thumb(height: height)
    for row in 0..<height {
      let glyph = thumb.contains(row) ? environment.glyphs.scrollThumb : environment.glyphs.scrollTrack
      canvas.write(StyledText(glyph, style), at: Point(x: 0, y: row))
    }
  }

  /// The rows of the thumb: at the very top and bottom only where the content is.
  private func thumb(height: Int) -> Range<Int> {
    let length = min(max(height * visible / max(total, 1), 1), height)
    let free = height - length
    let last = max(total - visible, 1)
    let place = min(offset, last)
    var start = Int((Double(free) * Double(place) / Double(last)).rounded())
    if free >= 2 && place > 0 && place < last { start = min(max(start, 1), free - 1) }
    return start..<(start + length)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {}
}
