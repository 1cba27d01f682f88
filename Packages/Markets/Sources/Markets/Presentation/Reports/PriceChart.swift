public import Components
public import Foundation

/// A history of prices as a chart with axes.
///
/// Only what is drawn is turned into floating point; labels of prices are written by ``PriceFormatter``.
public struct PriceChart {
  /// The most candles: as many as there are columns in a wide chart.
  public static let maximumCandles = 60

  private let history: PriceHistory
  private let style: ChartStyle
  private let cursor: Int?
  private let timeZone: TimeZone

  /// Makes a chart.
  ///
  /// - Parameters:
  ///   - history: The prices.
  ///   - style: How they are shown.
  ///   - cursor: The point that is read out; `nil` for none.
  ///   - timeZone: Whose days and hours are on the axis.
  public init(_ history: PriceHistory, style: ChartStyle, cursor: Int? = nil, timeZone: TimeZone = .current) {
    self.history = history
    self.style = style
    self.cursor = cursor
    self.timeZone = timeZone
  }

  /// The chart as a widget.
  public var widget: any Widget {
    switch style {
    case .line:
      return LineChart([series], xAxis: xAxis, yAxis: yAxis, cursor: cursorPoint?.date.timeIntervalSince1970)
    case .bars:
      return ColumnChart(series, xAxis: xAxis, yAxis: yAxis)
    case .candles:
      let candles = history.candles(count: min(Self.maximumCandles, max(history.points.count / 3, 1)))
      return CandleChart(name, candles: candles.map(Self.candle), xAxis: xAxis, yAxis: yAxis)
    }
  }

  /// What the cursor is at, as far as the chart itself does not say it: moment and price, and how far that is from the start.
  ///
  /// `nil` without a cursor.
  public var readOut: StyledText? {
    guard let point = cursorPoint, let first = history.points.first else { return nil }
    let formatter = PriceFormatter(history.currency)
    let change = first.price == 0 ? nil : (point.price / first.price - 1) * 100
    let place =
      StyledText("\(ChartDates.moment(timeZone: timeZone).string(of: point.date))  ")
      + StyledText(formatter.price(point.price), .bold) + "  "
    return (style == .line ? StyledText() : place) + StyledText("\(formatter.percent(change)) since the start")
  }

  private var cursorPoint: PriceHistory.Point? {
    cursor.flatMap { history.points.indices.contains($0) ? history.points[$0] : nil }
  }

  private var name: String { "\(history.coin) in \(history.currency)" }

  private var series: ChartSeries {
    ChartSeries(
      name,
      points: history.points.map { ChartPoint(x: $0.date.timeIntervalSince1970, y: Self.drawn($0.price)) }
    )
  }

  private var xAxis: ChartAxis {
    let moments = ChartDates.moment(timeZone: timeZone)
    func moment(_ seconds: Double) -> String { moments.string(of: Date(timeIntervalSince1970: seconds)) }
    guard let first = history.points.first?.date, let last = history.points.last?.date, first < last else {
      return ChartAxis(label: moment)
    }
    // Marks at even distances: round numbers of seconds are no round times.
    let start = first.timeIntervalSince1970
    let length = last.timeIntervalSince(first)
    let dates = ChartDates.axis(seconds: length, timeZone: timeZone)
    let marks = (0...4).map { index -> ChartAxis.Mark in
      let place = start + length * Double(index) / 4
      return ChartAxis.Mark(place, dates.string(of: Date(timeIntervalSince1970: place)))
    }
    return ChartAxis(marks: marks, label: moment)
  }

  private var yAxis: ChartAxis {
    let formatter = PriceFormatter(history.currency)
    return ChartAxis(label: { value in
      // A label is a round number of the axis, no amount of money.
      guard value.isFinite, abs(value) < 1e30 else { return "" }
      let rounded = Decimal(string: "\(value)", locale: Self.posix) ?? 0
      return abs(rounded) >= 100_000 ? formatter.compact(rounded) : formatter.price(rounded)
    })
  }

  private static let posix = Locale(identifier: "en_US_POSIX")

  private static func drawn(_ price: Decimal) -> Double { Double(truncating: price as NSDecimalNumber) }

  private static func candle(_ candle: PriceCandle) -> Candle {
    Candle(
      x: candle.start.timeIntervalSince1970,
      open: drawn(candle.open),
      high: drawn(candle.high),
      low: drawn(candle.low),
      close: drawn(candle.close)
    )
  }
}
