/// A chart of columns that start at zero, with labeled axes.
///
/// The vertical axis includes zero, which makes columns comparable. There are two exceptions: an axis with a fixed
/// range, and values other than counts that differ by less than a sixth of the largest absolute value. Without the
/// second exception, which spreadsheets also make, all prices within a day would look equal. Truncated columns are
/// indicated: ``cut`` is labeled, and the axis below is dashed. Zero has no column. If there are more values than
/// columns, each column shows the value with the largest magnitude.
public struct ColumnChart: Widget {
  private let series: ChartSeries
  private let xAxis: ChartAxis
  private let yAxis: ChartAxis
  private let target: String?

  /// Creates a chart with columns that are clickable if there is a target name.
  public init(
    _ series: ChartSeries,
    xAxis: ChartAxis = ChartAxis(),
    yAxis: ChartAxis = ChartAxis(),
    target: String? = nil
  ) {
    self.series = series
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.target = target
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 8, ideal: 60) }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 3, ideal: 12)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    guard var frame = frame(width: canvas.size.width) else {
      canvas.write(
        StyledText("No data", environment.theme.typography.caption),
        row: canvas.size.height / 2,
        alignment: .center
      )
      return
    }
    let layout = frame.layout(canvas.bounds, environment)
    frame.draw(layout, on: &canvas)
    let style = TextStyle.foreground(series.color ?? environment.theme.palette.accent)
    let values = values(frame, width: layout.plot.width)
    if let target { canvas.addPlot(target, in: layout.plot, frame.horizontal, places: values.map { $0?.place }) }
    canvas.withArea(layout.plot) { canvas in
      let columns = Columns(
        frame: frame,
        size: canvas.size,
        glyphs: environment.glyphs,
        standsOnAxis: layout.hasAxes && frame.standsOnAxis
      )
      for (column, value) in values.enumerated() {
        guard let value, !value.isDistance else { continue }
        for (row, sign) in columns.signs(value.value) {
          canvas.write(StyledText(safe: sign, style), at: Point(x: column, y: row))
        }
      }
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    reader.read(StyledText(ChartSummary(series, xAxis: xAxis, yAxis: yAxis).text))
    if let cut { reader.read(StyledText("The columns start at \(yAxis.text(cut, decimals: 2)).")) }
  }

  /// The value at which columns are truncated, or `nil` if they start at zero or the chart is empty.
  public var cut: Double? { frame(width: 1)?.cut }

  private func frame(width: Int) -> ChartFrame? {
    var bounds = ChartBounds()
    bounds.add(series.points)
    if yAxis.isWhole { bounds.addZero() } else { bounds.addZeroIfNear() }
    var axis = xAxis
    let places = series.points.filter(\.y.isFinite).map(\.x)
    if axis.range == nil, places.count > 1, places.count < width, let first = places.min(), let last = places.max() {
      // Reserve as much width for the last value as for the other values.
      let end = last + (last - first) / Double(places.count - 1)
      if end.isFinite { axis.range = first...end }
    }
    if yAxis.range == nil { bounds.roundCut() }
    var frame = bounds.frame(xAxis: axis, yAxis: yAxis)
    if let scale = frame?.vertical { frame?.baseline = min(max(0, scale.lower), scale.upper) }
    return frame
  }

  private struct Value {
    let place: Double
    let value: Double
    /// Whether the column belongs to the gap before the next value.
    var isDistance = false
  }

  /// Returns the value for each column, or `nil` for columns in gaps.
  private func values(_ frame: ChartFrame, width: Int) -> [Value?] {
    var result: [Value?] = Array(repeating: nil, count: width)
    guard width > 0 else { return result }
    var gaps: Set<Int> = []
    for point in series.points where point.x >= frame.horizontal.lower && point.x <= frame.horizontal.upper {
      let column = frame.horizontal.place(of: point.x, count: width)
      guard point.y.isFinite else {
        gaps.insert(column)
        continue
      }
      if let other = result[column], abs(other.value) >= abs(point.y) { continue }
      result[column] = Value(place: point.x, value: point.y)
    }
    return series.points.count < width ? widened(result, gaps: gaps) : result
  }

  private func widened(_ values: [Value?], gaps: Set<Int>) -> [Value?] {
    var result = values
    var last: (value: Value, start: Int)?
    for column in values.indices {
      if let value = values[column] {
        if let last, column - last.start > 2 { result[column - 1]?.isDistance = true }
        last = (value, column)
      } else {
        if gaps.contains(column) { last = nil }
        result[column] = last?.value
      }
    }
    if let last, values.count - last.start > 2 { result[values.count - 1]?.isDistance = true }
    return result
  }

  /// A converter from values to the characters that draw a column.
  private struct Columns {
    let frame: ChartFrame
    let size: Size
    let lower: [String]
    let upper: [String]
    /// The number of rows above zero.
    ///
    /// Zero lies between two rows, so columns can end exactly at zero.
    let above: Int

    /// Whether the lower edge of the area represents zero.
    let standsOnAxis: Bool

    init(frame: ChartFrame, size: Size, glyphs: GlyphSet, standsOnAxis: Bool) {
      self.frame = frame
      self.standsOnAxis = standsOnAxis
      self.size = size
      lower = glyphs.lowerBlocks
      upper = glyphs.upperBlocks
      let zero = min(max(0, frame.vertical.lower), frame.vertical.upper)
      let share = (frame.vertical.upper - zero) / (frame.vertical.upper - frame.vertical.lower)
      let rows = Int((share * Double(size.height)).rounded())
      // If there are values both above and below zero, each side gets at least one row.
      let least = frame.vertical.upper > 0 ? 1 : 0
      let most = frame.vertical.lower < 0 ? size.height - 1 : size.height
      above = max(min(rows, most), min(least, most), 0)
    }

    func signs(_ value: Double) -> [(row: Int, sign: String)] {
      guard size.height > 0, value != 0 else { return [] }
      return value < 0 && frame.vertical.lower < 0 ? hanging(value) : standing(value)
    }

    private func standing(_ value: Double) -> [(row: Int, sign: String)] {
      let parts = lower.count
      let place =
        standsOnAxis
        ? frame.vertical.place(of: value, count: size.height * parts + 1)
        : frame.vertical.place(of: value, count: size.height * parts) + 1
      let height = max(place - (size.height - above) * parts, 1)
      return (0..<((height + parts - 1) / parts)).map { row in
        (row: above - 1 - row, sign: lower[min(height - row * parts, parts) - 1])
      }
    }

    private func hanging(_ value: Double) -> [(row: Int, sign: String)] {
      let parts = upper.count
      let place = frame.vertical.place(of: value, count: size.height * parts)
      let depth = max((size.height - above) * parts - place, 1)
      return (0..<((depth + parts - 1) / parts)).map { row in
        (row: above + row, sign: upper[min(depth - row * parts, parts) - 1])
      }
    }
  }
}
