import Components
import Foundation

/// A chart of two coins' percentage changes over time, with one line per coin.
struct ComparisonChart {
  let comparison: PriceComparison
  let range: PriceRange
  let names: (first: String, second: String)
  var cursor: Int?
  let timeZone: TimeZone
  let theme: Theme
  /// The name that identifies both the chart's click target and its plot in the frame.
  var target: String?

  var widget: any Widget {
    let dates = [comparison.first, comparison.second].flatMap { [$0.points.first?.date, $0.points.last?.date] }
      .compactMap { $0 }
    let axes = MoneyAxes(from: dates.min(), to: dates.max(), currency: .usd, timeZone: timeZone)
    return LineChart(
      lines.map { line in
        ChartSeries(
          line.name,
          points: line.line.points.map { ($0.date, $0.change) },
          interval: range.interval,
          color: line.color
        )
      },
      xAxis: axes.time,
      yAxis: ChartAxis(label: Self.percent),
      cursor: cursorDate?.timeIntervalSince1970,
      showsHeader: false,
      target: target
    )
  }

  /// Both coins' names, with the time and changes at the cursor or, if there is no cursor, the range and final changes.
  func legend(glyphs: GlyphSet = .unicode) -> StyledText {
    let cells = CoinCells(.usd, theme: theme, glyphs: glyphs)
    let moment = cursorDate
    let time = moment.map { ChartDates.moment(timeZone: timeZone).string(of: $0) } ?? range.label
    return lines.reduce(StyledText(time)) { text, line in
      let point = moment.map { line.line.point(nearestTo: $0) } ?? line.line.points.last
      return text + "  " + StyledText(line.name, .bold.foreground(line.color)) + " " + cells.change(point?.change)
    }
  }

  private var lines: [(line: PriceComparison.Line, name: String, color: Color)] {
    [
      (comparison.first, names.first, theme.palette.accent),
      (comparison.second, names.second, theme.palette.warning),
    ]
  }

  private var cursorDate: Date? {
    let points = comparison.first.points
    return cursor.flatMap { points.indices.contains($0) ? points[$0].date : nil }
  }

  private static func percent(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "" }
    return formatter.percent(Decimal(value))
  }

  /// The formatter for percentages; its currency isn't used.
  private static var formatter: PriceFormatter { PriceFormatter(.usd) }
}
