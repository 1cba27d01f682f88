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
  private let target: String?

  /// Makes a chart.
  ///
  /// - Parameters:
  ///   - history: The prices.
  ///   - style: How they are shown.
  ///   - cursor: The point that is read out; `nil` for none.
  ///   - timeZone: Whose days and hours are on the axis.
  ///   - target: The name for clicks on the prices, and of their plot in the frame, by their time in seconds since 1970.
  public init(
    _ history: PriceHistory,
    style: ChartStyle,
    cursor: Int? = nil,
    timeZone: TimeZone = .current,
    target: String? = nil
  ) {
    self.history = history
    self.style = style
    self.cursor = cursor
    self.timeZone = timeZone
    self.target = target
  }

  /// The chart as a widget.
  public var widget: any Widget {
    let axes = axes
    switch style {
    case .line:
      return LineChart(
        [series],
        xAxis: axes.time,
        yAxis: axes.money,
        cursor: cursorPoint?.date.timeIntervalSince1970,
        target: target
      )
    case .bars:
      return ColumnChart(series, xAxis: axes.time, yAxis: axes.money, target: target)
    case .candles:
      let candles = history.candles(count: min(Self.maximumCandles, max(history.points.count / 3, 1)))
      return CandleChart(
        name,
        candles: candles.map(Self.candle),
        xAxis: axes.time,
        yAxis: axes.money,
        target: target
      )
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

  private var axes: MoneyAxes {
    MoneyAxes(
      from: history.points.first?.date,
      to: history.points.last?.date,
      currency: history.currency,
      timeZone: timeZone
    )
  }

  private var series: ChartSeries {
    ChartSeries(
      name,
      points: history.points.map { ChartPoint(x: $0.date.timeIntervalSince1970, y: MoneyAxes.drawn($0.price)) }
    )
  }

  private static func candle(_ candle: PriceCandle) -> Candle {
    Candle(
      x: candle.start.timeIntervalSince1970,
      open: MoneyAxes.drawn(candle.open),
      high: MoneyAxes.drawn(candle.high),
      low: MoneyAxes.drawn(candle.low),
      close: MoneyAxes.drawn(candle.close)
    )
  }
}
