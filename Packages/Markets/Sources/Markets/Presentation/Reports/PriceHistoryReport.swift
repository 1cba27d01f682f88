public import Components
public import Foundation

/// A printable report on a price history.
public struct PriceHistoryReport: Encodable {
  private struct Point: Encodable {
    let at: Date
    let price: Decimal
  }

  private let history: PriceHistory
  private let style: ChartStyle
  private let timeZone: TimeZone
  private let now: Date

  /// Creates a report on a history with times in a time zone.
  public init(_ history: PriceHistory, style: ChartStyle, timeZone: TimeZone = .current, now: Date = Date()) {
    self.history = history
    self.style = style
    self.timeZone = timeZone
    self.now = now
  }

  /// Returns a chart for a terminal, sentences in linear output, and one time (RFC 3339) and price per line for a pipe.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return history.points.reduce(into: "") { text, point in
        text += "\(point.date.formatted(.iso8601))\t\(point.price)\n"
      }
    }
    let formatter = PriceFormatter(history.currency)
    guard let first = history.points.first, let last = history.points.last else { return "No data\n" }
    let change = first.price == 0 ? nil : (last.price / first.price - 1) * 100
    let cells = CoinCells(history.currency, theme: mode.theme)
    let period = history.partialCoverage.map { " (\($0))" } ?? ""
    let title =
      StyledText("\(history.coin) ", mode.theme.typography.title) + StyledText("\(history.range.label)\(period)  ")
      + StyledText("\(formatter.price(last.price))  ", .bold) + cells.change(change)
    let chart = PriceChart(history, style: style, timeZone: timeZone).widget
    return title.encoded(for: mode.capabilities) + "\n" + chart.rendered(for: mode)
  }

  /// Encodes the JSON document: `coin`, `currency`, `range`, `days` (null for all), `as_of`, `age_seconds`, `stale`,
  /// and `points` with `at` and `price`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("coin", history.coin.description)
    try container.set("currency", history.currency.code.lowercased())
    try container.set("range", history.range.label.lowercased())
    try container.set("days", history.range.dayCount)
    try AgeDocument(history.provenance, now: now).encode(to: &container)
    try container.set("points", history.points.map { Point(at: $0.date, price: $0.price) })
  }
}
