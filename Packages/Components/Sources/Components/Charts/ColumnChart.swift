/// Values over an axis as columns, with labelled axes.
///
/// Where there are more values than columns, each column shows the greatest of its values.
public struct ColumnChart: Widget {
  private let series: ChartSeries
  private let xAxis: ChartAxis
  private let yAxis: ChartAxis

  /// Creates a chart.
  public init(_ series: ChartSeries, xAxis: ChartAxis = ChartAxis(), yAxis: ChartAxis = ChartAxis()) {
    self.series = series
    self.xAxis = xAxis
    self.yAxis = yAxis
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 8, ideal: 60) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 3, ideal: 12)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    var bounds = ChartBounds()
    bounds.add(series.points)
    guard let frame = bounds.frame(xAxis: xAxis, yAxis: yAxis) else {
      canvas.write(
        StyledText("No data", environment.theme.typography.caption),
        row: canvas.size.height / 2,
        alignment: .center
      )
      return
    }
    let layout = frame.layout(canvas.bounds, environment)
    frame.draw(layout, on: &canvas)
    let blocks = environment.glyphs.lowerBlocks
    let style = TextStyle.foreground(series.color ?? environment.theme.palette.accent)
    canvas.withArea(layout.plot) { canvas in
      for (column, value) in heights(frame, layout.plot.size, steps: blocks.count).enumerated() {
        guard let value else { continue }
        for row in 0..<((value + blocks.count - 1) / blocks.count) {
          let filled = min(value - row * blocks.count, blocks.count)
          let place = Point(x: column, y: canvas.size.height - 1 - row)
          canvas.write(StyledText(safe: blocks[filled - 1], style), at: place)
        }
      }
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    reader.read(StyledText(ChartSummary(series, xAxis: xAxis, yAxis: yAxis).text))
  }

  /// How high each column is, in parts of a cell; nil where there is no value.
  ///
  /// A value is one part at least.
  private func heights(_ frame: ChartFrame, _ size: Size, steps: Int) -> [Int?] {
    var result: [Int?] = Array(repeating: nil, count: size.width)
    guard size.width > 0, size.height > 0 else { return result }
    var gaps: Set<Int> = []
    for point in series.points where point.x >= frame.horizontal.lower && point.x <= frame.horizontal.upper {
      let column = frame.horizontal.place(of: point.x, count: size.width)
      guard point.y.isFinite else {
        gaps.insert(column)
        continue
      }
      let height = frame.vertical.place(of: point.y, count: size.height * steps) + 1
      result[column] = max(result[column] ?? 0, height)
    }
    guard series.points.count < size.width else { return result }
    // Where there are more columns than values, a value reaches up to the next one.
    var last: Int?
    for column in result.indices {
      if let height = result[column] {
        last = height
      } else {
        if gaps.contains(column) { last = nil }
        result[column] = last
      }
    }
    return result
  }
}
