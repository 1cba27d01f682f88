/// A widget that is one line of text, cut where there is no room for it.
protocol LineWidget: Widget {
  /// The line in no more than a number of columns, or a longer one, which is cut.
  func line(width: Int, in environment: RenderEnvironment) -> StyledText
}

extension LineWidget {
  /// The columns of the whole line, which can be cut down to one.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = environment.width(of: line(width: LengthRange.unlimited, in: environment))
    return LengthRange(minimum: min(width, 1), ideal: width, maximum: width)
  }

  /// One row.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .fixed(1) }

  /// Draws the line into the first row.
  public func draw(on canvas: inout Canvas) {
    canvas.write(line(width: canvas.size.width, in: canvas.environment), row: 0)
  }
}
