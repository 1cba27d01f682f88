import Basics

/// A line in a chart.
public struct ChartSeries: Sendable {
  let name: String
  /// The points in ascending order of x, without points whose x isn't finite.
  let points: [ChartPoint]
  /// The line color, or `nil` for a color from the theme.
  let color: Color?

  /// Creates a series from points in any order.
  public init(_ name: String, points: [ChartPoint], color: Color? = nil) {
    self.name = name.sanitized(.singleLine)
    var isSorted = true
    var isFinite = true
    var last = -Double.infinity
    for point in points {
      isFinite = isFinite && point.x.isFinite
      isSorted = isSorted && point.x >= last
      last = point.x
    }
    var usable = isFinite ? points : points.filter(\.x.isFinite)
    if !isSorted || !isFinite { usable.sort { $0.x < $1.x } }
    self.points = usable
    self.color = color
  }

  /// Creates a series from values at the positions 0, 1, 2, and so on.
  public init(_ name: String, values: [Double], color: Color? = nil) {
    self.init(name, points: values.enumerated().map { ChartPoint(x: Double($0), y: $1) }, color: color)
  }

  /// Returns the point nearest to a position, ignoring gaps, or `nil` if the series has no points.
  func nearest(to x: Double) -> ChartPoint? {
    guard !points.isEmpty, x.isFinite else { return nil }
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].x < x { low = middle + 1 } else { high = middle }
    }
    let before = points[..<low].last { $0.y.isFinite }
    let after = points[low...].first { $0.y.isFinite }
    guard let before, let after else { return before ?? after }
    return x - before.x <= after.x - x ? before : after
  }
}

/// A value at a position on the horizontal axis, or a gap if the value isn't finite.
public struct ChartPoint: Hashable, Sendable {
  var x: Double
  var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A text summary of a series: the number of points, the first and last points, the extremes and the change.
struct ChartSummary {
  private let series: ChartSeries
  private let xAxis: ChartAxis
  private let yAxis: ChartAxis

  init(_ series: ChartSeries, xAxis: ChartAxis, yAxis: ChartAxis) {
    self.series = series
    self.xAxis = xAxis
    self.yAxis = yAxis
  }

  var text: String {
    let name = series.name.isEmpty ? "Chart" : series.name
    let points = series.points.filter(\.y.isFinite)
    guard
      let first = points.first, let last = points.last,
      let lowest = points.min(by: { $0.y < $1.y }), let highest = points.max(by: { $0.y < $1.y })
    else { return "\(name): no data" }
    guard points.count > 1 else { return "\(name): \(place(first))" }
    var parts = [
      "\(points.count) points, from \(place(first)) to \(place(last))",
      "lowest \(place(lowest))",
      "highest \(place(highest))",
    ]
    if first.y != 0 {
      let change = (last.y - first.y) / abs(first.y) * 100
      if change.isFinite { parts.append("change \(change < 0 ? "" : "+")\(Decimals.text(change, decimals: 1)) %") }
    }
    let gaps = series.points.count - points.count
    if gaps > 0 { parts.append("\(gaps) without a value") }
    return "\(name): " + parts.joined(separator: "; ")
  }

  private func place(_ point: ChartPoint) -> String {
    "\(yAxis.text(point.y, decimals: 2)) at \(xAxis.text(point.x, decimals: 2))"
  }
}

extension StyledText {
  var withoutStyles: StyledText { StyledText(safe: plainText) }
}
