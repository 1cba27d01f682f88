import Components
import Foundation
import Portfolio

struct ValueChart {
  let history: AccountHistory
  var cursor: Int?
  let timeZone: TimeZone
  /// The name that identifies both the chart's click target and its plot in the frame.
  var target: String?

  var widget: any Widget {
    let points = history.points
    let axes = MoneyAxes(
      from: points.first?.time,
      to: points.last?.time,
      currency: history.currency,
      timeZone: timeZone,
      highest: points.map(\.value).max()
    )
    let series = ChartSeries(
      "Value \(history.currency)",
      points: points.map { ($0.time, $0.value) },
      interval: history.range.interval
    )
    return LineChart(
      [series],
      xAxis: axes.time,
      yAxis: axes.money,
      cursor: cursorPoint?.time.timeIntervalSince1970,
      showsHeader: false,
      isFilled: true,
      marksExtremes: true,
      target: target
    )
  }

  /// The time, value, gain and missing coins at the cursor, as texts from longest to shortest; `nil` without a cursor.
  var readOut: [StyledText]? {
    guard let point = cursorPoint, let first = history.points.first else { return nil }
    let formatter = PriceFormatter(history.currency)
    let place =
      StyledText("\(ChartDates.moment(timeZone: timeZone).string(of: point.time))  ")
      + StyledText(formatter.price(point.value), .bold)
    let gain = place + StyledText("  \(formatter.change(point.value - first.value - point.netAdditions))")
    let missing = point.missingPrices.map { $0.symbol.uppercased() }
    guard !missing.isEmpty else { return [gain + StyledText(" since the start"), gain] }
    let others = StyledText(", excluding \(missing.joined(separator: ", "))")
    let count = StyledText(missing.count == 1 ? ", excluding 1 coin" : ", excluding \(missing.count) coins")
    return [gain + StyledText(" since the start") + others, gain + others, gain + count, gain]
  }

  /// Returns the latest value and the gain, with the additions or removals that aren't part of the gain.
  func summary(theme: Theme, glyphs: GlyphSet = .unicode) -> StyledText {
    guard let last = history.points.last else { return StyledText() }
    let cells = CoinCells(history.currency, theme: theme, glyphs: glyphs)
    let money = HoldingCells(history.currency.code, theme: theme, glyphs: glyphs)
    var line =
      StyledText("\(PriceFormatter(history.currency).price(last.value))  ", .bold) + money.gain(history.gain)
    if history.gainPercent != nil { line += "  " + cells.change(history.gainPercent) }
    let added = history.netAdditions
    guard added != 0 else { return line }
    let amount = "\(PriceFormatter(history.currency).price(abs(added))) \(added > 0 ? "added" : "removed")"
    return line + StyledText("  not counting \(amount)", theme.typography.caption)
  }

  private var cursorPoint: ValuePoint? {
    cursor.flatMap { history.points.indices.contains($0) ? history.points[$0] : nil }
  }
}
