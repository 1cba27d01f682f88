/// Several progress bars below each other, with their labels and bars aligned.
public struct ProgressGroup: Widget {
  private let bars: [ProgressBar]

  /// Creates a group; where there is no room for all, the last line says how many more there are.
  public init(_ bars: [ProgressBar]) { self.bars = bars }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    bars.reduce(.fixed(0)) { $0.united(with: $1.widthRange(in: environment)) }
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: min(bars.count, 1), ideal: bars.count, maximum: bars.count)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let size = canvas.size
    let labelWidth = bars.map { environment.width(of: $0.label) }.max() ?? 0
    let shown = bars.count > size.height ? max(size.height - 1, 0) : bars.count
    for (row, bar) in bars.prefix(shown).enumerated() {
      canvas.withArea(Rectangle(x: 0, y: row, width: size.width, height: 1)) {
        bar.draw(on: &$0, labelWidth: labelWidth)
      }
    }
    if shown < bars.count {
      let text = "\(environment.glyphs.ellipsis) and \(bars.count - shown) more"
      canvas.write(StyledText(safe: text, environment.theme.typography.caption), row: shown)
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    for bar in bars { reader.read(bar) }
  }
}
