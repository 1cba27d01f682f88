/// Named values as bars from left to right, negative ones to the left of the others' start.
public struct BarChart: Widget {
  /// A named value.
  public struct Bar: Hashable, Sendable {
    /// Its name.
    public let label: String
    /// The value; what is no number has no bar.
    public let value: Double
    /// Its colour; the accent's unless given.
    public let color: Color?

    /// Creates a bar.
    public init(_ label: String, _ value: Double, color: Color? = nil) {
      self.label = label.sanitized(.singleLine)
      self.value = value
      self.color = color
    }
  }

  private let bars: [Bar]
  private let format: ((Double) -> String)?

  /// Creates a chart; values are written as decimal numbers unless a format is given.
  public init(_ bars: [Bar], format: ((Double) -> String)? = nil) {
    self.bars = bars
    self.format = format
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: labelWidth(environment) + valueWidth(environment) + 24)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: min(bars.count, 1), ideal: bars.count, maximum: bars.count)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let width = canvas.size.width
    // Names matter more than bars, and both more than numbers, which the bars show, too.
    let valueWidth = valueWidth(environment)
    let hasValues = width >= valueWidth + 16
    let labels = min(labelWidth(environment), (hasValues ? width - valueWidth : width) / 2)
    let start = labels > 0 ? labels + 1 : 0
    let end = hasValues ? width - valueWidth - 1 : width
    let visible = canvas.visibleBounds
    for (row, bar) in bars.enumerated().prefix(visible.maxY) where row >= visible.minY {
      canvas.write(StyledText(safe: bar.label), row: row, columns: 0..<labels)
      if start < end { draw(bar, row: row, columns: start..<end, on: &canvas) }
      if hasValues {
        canvas.write(StyledText(safe: text(bar.value)), row: row, columns: (end + 1)..<width, alignment: .trailing)
      }
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    for bar in bars { reader.read(StyledText(safe: "\(bar.label): \(text(bar.value))")) }
  }

  private func text(_ value: Double) -> String {
    format.map { $0(value).sanitized(.singleLine) } ?? Decimals.text(value, decimals: 2)
  }

  private func labelWidth(_ environment: RenderEnvironment) -> Int {
    bars.map { $0.label.displayWidth(environment.widthPolicy) }.max() ?? 0
  }

  private func valueWidth(_ environment: RenderEnvironment) -> Int {
    bars.map { text($0.value).displayWidth(environment.widthPolicy) }.max() ?? 0
  }

  private func draw(_ bar: Bar, row: Int, columns: Range<Int>, on canvas: inout Canvas) {
    let values = bars.map(\.value).filter(\.isFinite)
    guard
      bar.value.isFinite,
      let scale = ChartScale(lower: min(values.min() ?? 0, 0), upper: max(values.max() ?? 0, 0))
    else { return }
    let glyphs = canvas.environment.glyphs
    let eighths = columns.count * 8
    func place(_ value: Double) -> Int {
      Int((min(max((value - scale.lower) / (scale.upper - scale.lower), 0), 1) * Double(eighths)).rounded())
    }
    // The start is at a cell's edge, since no block fills a cell's right part.
    let zero = (place(0) + 4) / 8
    let style = TextStyle.foreground(bar.color ?? canvas.environment.theme.palette.accent)
    var text = ""
    var first = zero
    if bar.value >= 0 {
      let length = max(place(bar.value) - zero * 8, bar.value > 0 ? 1 : 0)
      text = String(repeating: glyphs.fullBlock, count: length / 8)
      if length % 8 > 0, !glyphs.leftEighths.isEmpty { text += glyphs.leftEighths[length % 8 - 1] }
      if text.isEmpty && bar.value > 0 { text = glyphs.fullBlock }
    } else {
      first = min(place(bar.value) / 8, zero)
      text = String(repeating: glyphs.fullBlock, count: zero - first)
    }
    canvas.withArea(Rectangle(x: columns.lowerBound, y: row, width: columns.count, height: 1)) {
      $0.write(StyledText(safe: text, style), at: Point(x: first, y: 0))
    }
  }
}
