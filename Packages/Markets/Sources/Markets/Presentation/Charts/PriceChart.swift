import Components
import Foundation

struct PriceChart {
  /// The maximum number of candles, equal to the number of columns in a wide chart.
  static let maximumCandles = 60

  private let history: PriceHistory
  private let style: ChartStyle
  private let cursor: Int?
  private let timeZone: TimeZone
  private let target: String?

  init(
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

  var widget: any Widget {
    let axes = axes
    switch style {
    case .line:
      return LineChart(
        [series],
        xAxis: axes.time,
        yAxis: axes.money,
        cursor: cursorPoint?.date.timeIntervalSince1970,
        showsHeader: false,
        isFilled: true,
        marksExtremes: true,
        volume: volume,
        volumeAxis: axes.volume,
        target: target
      )
    case .bars: return columns
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

  /// The time, price and change at the cursor, as texts from longest to shortest; `nil` if there is no cursor.
  func readOut(_ cells: CoinCells) -> [StyledText]? {
    guard let point = cursorPoint, let first = history.points.first else { return nil }
    let formatter = PriceFormatter(history.currency)
    let change = first.price == 0 ? nil : (point.price / first.price - 1) * 100
    let place =
      StyledText("\(ChartDates.moment(timeZone: timeZone).string(of: point.date))  ")
      + StyledText(formatter.price(point.price), .bold)
    let short = place + "  " + cells.change(change)
    return [short + " since the start", short, place + StyledText("  \(formatter.percent(change))"), place]
  }

  /// A summary with the number of prices, the style and, if bars don't start at zero, the price where they start.
  var summary: String {
    let period = history.partialCoverage.map { " over \($0)" } ?? ""
    let count = "\(history.points.count) prices\(period), \(style.rawValue)"
    guard style == .bars, let cut = columns.cut else { return count }
    return "\(count) starting at \(axes.text(cut))"
  }

  private var columns: ColumnChart { ColumnChart(series, xAxis: axes.time, yAxis: axes.money, target: target) }

  private var cursorPoint: PriceHistory.Point? {
    cursor.flatMap { history.points.indices.contains($0) ? history.points[$0] : nil }
  }

  private var name: String { "\(history.coin) in \(history.currency)" }

  private var axes: MoneyAxes {
    MoneyAxes(
      from: history.points.first?.date,
      to: history.points.last?.date,
      currency: history.currency,
      timeZone: timeZone,
      highest: history.points.map(\.price).max()
    )
  }

  private var series: ChartSeries {
    ChartSeries(name, points: history.points.map { ($0.date, $0.price) }, interval: history.range.interval)
  }

  private var volume: ChartSeries {
    ChartSeries(
      "Volume",
      points: history.volumes.map { ChartPoint(x: $0.date.timeIntervalSince1970, y: MoneyAxes.drawn($0.amount)) }
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

extension ChartSeries {
  /// The number of intervals without a value that make a gap, because single values can be missing.
  private static let gapIntervals = 3.0

  /// Creates a series that has a gap where several values are missing.
  ///
  /// `interval` is the usual time between two values; some sources and coins have fewer.
  init(_ name: String, points: [(date: Date, value: Decimal)], interval: Duration, color: Color? = nil) {
    let period = points.last.flatMap { last in points.first.map { last.date.timeIntervalSince($0.date) } } ?? 0
    let average = period / Double(max(points.count - 1, 1))
    let longest = max(interval / .seconds(1), average) * Self.gapIntervals
    var drawn: [ChartPoint] = []
    drawn.reserveCapacity(points.count)
    var last = Double.infinity
    for point in points {
      let x = point.date.timeIntervalSince1970
      if x - last > longest { drawn.append(ChartPoint(x: (last + x) / 2, y: .nan)) }
      last = x
      drawn.append(ChartPoint(x: x, y: MoneyAxes.drawn(point.value)))
    }
    self.init(name, points: drawn, color: color)
  }
}

/// A price chart style.
public enum ChartStyle: String, Sendable, CaseIterable {
  /// A single line through all prices.
  case line
  /// Bars that start at the bottom of the chart.
  case bars
  /// Candles that show the first, highest, lowest and last price in each period.
  case candles

  var next: ChartStyle {
    switch self {
    case .line: .bars
    case .bars: .candles
    case .candles: .line
    }
  }
}

/// The axes for a chart of prices or values over time; only drawing uses floating-point numbers.
struct MoneyAxes {
  let from: Date?
  let to: Date?
  let currency: CurrencyCode
  let timeZone: TimeZone
  /// The highest value on the money axis.
  ///
  /// It determines the format of all labels. Values of six digits or more are shortened.
  var highest: Decimal?

  var time: ChartAxis {
    let moments = ChartDates.moment(timeZone: timeZone)
    func moment(_ seconds: Double) -> String { moments.string(of: Date(timeIntervalSince1970: seconds)) }
    guard let from, let to else { return ChartAxis(label: moment) }
    let start = from.timeIntervalSince1970
    // If there is only one time, marks at round numbers would be years apart.
    guard from < to else { return ChartAxis(marks: [.init(start, moment(start))], label: moment) }
    let marks = TimeMarks(from: from, to: to, timeZone: timeZone)
    return ChartAxis(densities: { marks.densities(maximumCount: $0) }, label: moment)
  }

  var money: ChartAxis {
    ChartAxis(label: text)
  }

  /// The volume axis, with shortened amounts such as `$60.7 B`.
  var volume: ChartAxis {
    ChartAxis(label: { value in
      guard value.isFinite, abs(value) < 1e30 else { return "" }
      return PriceFormatter(currency).compact(Decimal(value))
    })
  }

  /// Returns an amount as an axis label; empty for an amount that can't be a price.
  func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e30 else { return "" }
    let formatter = PriceFormatter(currency)
    let amount = Decimal(string: "\(value)", locale: Self.posix) ?? 0
    // The round numbers on an axis can be shortened without losing digits. Other values, such as the extremes, are
    // written in full.
    return max(highest ?? 0, abs(amount)) >= 100_000
      ? formatter.exactCompact(amount) ?? formatter.price(amount) : formatter.price(amount)
  }

  /// Returns an amount as a floating-point number, for drawing only.
  static func drawn(_ amount: Decimal) -> Double { Double(truncating: amount as NSDecimalNumber) }

  private static let posix = Locale(identifier: "en_US_POSIX")
}
