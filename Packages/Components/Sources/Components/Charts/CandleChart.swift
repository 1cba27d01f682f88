/// A candlestick chart, with thin lines from the lowest to the highest price and thick bodies from open to close.
///
/// Rising and falling candles differ in both shape and color. If there are more candles than columns, neighbors are
/// merged.
public struct CandleChart: Widget {
  private let name: String
  private let candles: [Candle]
  private let xAxis: ChartAxis
  private let yAxis: ChartAxis
  private let target: String?

  /// Creates a chart from candles in any order, ignoring candles with non-finite values.
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

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 8, ideal: 60) }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 3, ideal: 12)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    var bounds = ChartBounds()
    for candle in candles { bounds.add(x: candle.x, candle.open, candle.high, candle.low, candle.close) }
    guard var frame = bounds.frame(xAxis: xAxis, yAxis: yAxis) else {
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

  /// Adds the widget's text for screen readers and pipes.
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

/// The opening, highest, lowest and closing prices in a period.
public struct Candle: Hashable, Sendable {
  var x: Double
  var open: Double
  var high: Double
  var low: Double
  var close: Double

  /// Creates a candle at a position on the horizontal axis.
  public init(x: Double, open: Double, high: Double, low: Double, close: Double) {
    self.x = x
    self.open = open
    self.high = high
    self.low = low
    self.close = close
  }

  var isFinite: Bool { x.isFinite && open.isFinite && high.isFinite && low.isFinite && close.isFinite }

  /// Whether the closing price is at least the opening price.
  var isRising: Bool { close >= open }

  /// Returns a candle for the combined period of this candle and the next one.
  func joined(with next: Candle) -> Candle {
    Candle(x: x, open: open, high: max(high, next.high), low: min(low, next.low), close: next.close)
  }
}

/// A painter that draws a candle with half-cell resolution.
struct CandlePainter {
  let candle: Candle
  let scale: ChartScale

  private enum Part {
    case nothing, wick, body
  }

  func draw(column: Int, on canvas: inout Canvas) {
    let environment = canvas.environment
    let halves = canvas.size.height * 2
    guard halves > 0 else { return }
    func place(_ value: Double) -> Int { halves - 1 - scale.place(of: value, count: halves) }
    let wick = place(max(candle.high, candle.open, candle.close))...place(min(candle.low, candle.open, candle.close))
    let body = place(max(candle.open, candle.close))...place(min(candle.open, candle.close))
    func part(_ half: Int) -> Part { body.contains(half) ? .body : wick.contains(half) ? .wick : .nothing }
    let palette = environment.theme.palette
    let style = TextStyle.foreground(candle.isRising ? palette.positive : palette.negative)
    for row in (wick.lowerBound / 2)...(wick.upperBound / 2) {
      var (upper, lower) = (part(row * 2), part(row * 2 + 1))
      // A block leaves no room for a line in its cell, so a line continuing in the next cell would look detached.
      if !candle.isRising, upper == .wick, lower == .body, wick.contains(row * 2 - 1) { upper = .body }
      if !candle.isRising, upper == .body, lower == .wick, wick.contains(row * 2 + 2) { lower = .body }
      let sign = sign(upper, lower, environment.glyphs)
      canvas.write(StyledText(safe: sign, style), at: Point(x: column, y: row))
    }
  }

  private func sign(_ upper: Part, _ lower: Part, _ glyphs: GlyphSet) -> String {
    let hasBody = upper == .body || lower == .body
    guard glyphs == .unicode else { return hasBody ? (candle.isRising ? "o" : "#") : "|" }
    // Draw thick lines for rising candles and blocks for falling ones. A block hides a line that ends in its cell.
    switch (upper, lower) {
    case (.body, .body): return candle.isRising ? "\u{2503}" : "\u{2588}"
    case (.body, .wick): return candle.isRising ? "\u{257F}" : "\u{2580}"
    case (.wick, .body): return candle.isRising ? "\u{257D}" : "\u{2584}"
    case (.body, .nothing): return candle.isRising ? "\u{2579}" : "\u{2580}"
    case (.nothing, .body): return candle.isRising ? "\u{257B}" : "\u{2584}"
    case (.wick, .nothing): return "\u{2575}"
    case (.nothing, .wick): return "\u{2577}"
    case (.wick, .wick): return "\u{2502}"
    case (.nothing, .nothing): return " "
    }
  }
}
