/// Prices as candles: a thin line from the lowest to the highest, a thick one between the first and the last.
///
/// Rising and falling candles differ in shape as well as in colour. Where there are more candles than columns,
/// neighbours are joined into one.
public struct CandleChart: Widget {
  private let name: String
  private let candles: [Candle]
  private let xAxis: ChartAxis
  private let yAxis: ChartAxis
  private let target: String?

  /// Creates a chart; the candles are sorted, and those that have something that is no number are left out.
  public init(
    _ name: String = "",
    candles: [Candle],
    xAxis: ChartAxis = ChartAxis(),
    yAxis: ChartAxis = ChartAxis(),
    target: String? = nil
  ) {
    self.name = name
    self.candles = candles.filter(\.isFinite).sorted { $0.x < $1.x }
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.target = target
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
    for candle in candles { bounds.add(x: candle.x, candle.open, candle.high, candle.low, candle.close) }
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
    if let target { canvas.addPlot(target, in: layout.plot, frame.horizontal) }
    let joined = joinedCandles(frame, columns: layout.plot.width)
    canvas.withArea(layout.plot) { canvas in
      for (column, candle) in joined {
        CandlePainter(candle: candle, scale: frame.vertical).draw(column: column, on: &canvas)
      }
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    let series = ChartSeries(name, points: candles.map { ChartPoint(x: $0.x, y: $0.close) })
    reader.read(StyledText(ChartSummary(series, xAxis: xAxis, yAxis: yAxis).text))
  }

  private func joinedCandles(_ frame: ChartFrame, columns: Int) -> [(column: Int, candle: Candle)] {
    var result: [(column: Int, candle: Candle)] = []
    guard columns > 0 else { return result }
    for candle in candles where candle.x >= frame.horizontal.lower && candle.x <= frame.horizontal.upper {
      let column = frame.horizontal.place(of: candle.x, count: columns)
      if let last = result.last, last.column == column {
        result[result.count - 1].candle = last.candle.joined(with: candle)
      } else {
        result.append((column, candle))
      }
    }
    return result
  }
}
