public import Components
public import Foundation

/// A printable report on two price histories compared in percent.
public struct PriceComparisonReport: Encodable {
  private struct Line: Encodable {
    private enum CodingKeys: String, CodingKey {
      case coin, points
      case changePercent = "change_percent"
    }

    let coin: String
    let changePercent: Decimal?
    let points: [Point]
  }

  private struct Point: Encodable {
    private enum CodingKeys: String, CodingKey {
      case at, price
      case changePercent = "change_percent"
    }

    let at: Date
    let price: Decimal
    let changePercent: Decimal
  }

  private let histories: (first: PriceHistory, second: PriceHistory)
  private let comparison: PriceComparison
  private let timeZone: TimeZone

  /// Creates a report on two histories with the same range and currency; `nil` if their times don't overlap.
  public init?(_ first: PriceHistory, _ second: PriceHistory, timeZone: TimeZone = .current) {
    guard let comparison = PriceComparison(first, second) else { return nil }
    histories = (first, second)
    self.comparison = comparison
    self.timeZone = timeZone
  }

  /// Returns a chart for a terminal, sentences in linear output, and one line per point for a pipe.
  ///
  /// Each line contains the time (RFC 3339) and the first coin's price and change at one of its points, followed by the
  /// second coin's price and change at the nearest time.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return comparison.first.points.reduce(into: "") { text, point in
        guard let other = comparison.second.point(nearestTo: point.date) else { return }
        text += "\(point.date.formatted(.iso8601))\t\(point.price)\t\(point.change)\t\(other.price)\t\(other.change)\n"
      }
    }
    let chart = ComparisonChart(
      comparison: comparison,
      range: histories.first.range,
      names: (histories.first.coin.description, histories.second.coin.description),
      timeZone: timeZone,
      theme: mode.theme
    )
    return chart.legend().encoded(for: mode.capabilities) + "\n" + chart.widget.rendered(for: mode)
  }

  /// Encodes the JSON document for the first coin's history, plus `comparison`, which contains `since` and two `lines`.
  ///
  /// A line has `coin`, `change_percent`, and `points` with `at`, `price` and `change_percent`.
  public func encode(to encoder: any Encoder) throws {
    try PriceHistoryReport(histories.first, style: .line, timeZone: timeZone).encode(to: encoder)
    var container = encoder.container(keyedBy: DocumentKey.self)
    var document = container.nestedContainer(keyedBy: DocumentKey.self, forKey: DocumentKey("comparison"))
    try document.set("since", comparison.start)
    try document.set("lines", [comparison.first, comparison.second].map(Self.line))
  }

  private static func line(_ line: PriceComparison.Line) -> Line {
    Line(
      coin: line.coin.description,
      changePercent: line.change,
      points: line.points.map { Point(at: $0.date, price: $0.price, changePercent: $0.change) }
    )
  }
}
