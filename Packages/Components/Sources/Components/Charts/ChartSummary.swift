/// A series in words, for reading aloud: how many points, from where to where, the extremes, the change.
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
  /// The text without any look.
  var withoutStyles: StyledText { StyledText(safe: plainText) }
}
