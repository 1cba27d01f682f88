extension DescribedText: Widget {
  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    DescribedTextGroup([self]).widthRange(in: environment)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    DescribedTextGroup([self]).heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) { DescribedTextGroup([self]).draw(on: &canvas) }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { DescribedTextGroup([self]).read(to: &reader) }
}

extension DescribedTextGroup: Widget {
  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let widths = lines(width: nil, environment).map { environment.width(of: $0) }
    let widest = widths.max() ?? 0
    return LengthRange(minimum: min(widest, 1), ideal: widest, maximum: widest)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let count = lines(width: width, environment).count
    return LengthRange(minimum: min(count, 1), ideal: count, maximum: count)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    for (row, line) in lines(width: canvas.size.width, canvas.environment).enumerated() {
      canvas.write(line, row: row)
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    for item in items { reader.read(StyledText(safe: item.title + ": ") + item.value.onOneLine) }
  }

  private func lines(width: Int?, _ environment: RenderEnvironment) -> [StyledText] {
    let mode = OutputMode(layout: .terminal, widthPolicy: environment.widthPolicy)
    let natural = terminalLines(mode, environment.theme)
    guard let width, natural.contains(where: { environment.width(of: $0) > width }) else { return natural }
    return terminalLines(
      OutputMode(layout: .terminal, width: width, widthPolicy: environment.widthPolicy),
      environment.theme
    )
  }
}
