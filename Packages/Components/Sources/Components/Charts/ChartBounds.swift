/// The least and greatest places and values of what is to be drawn.
struct ChartBounds {
  private var minX = Double.infinity
  private var maxX = -Double.infinity
  private var minY = Double.infinity
  private var maxY = -Double.infinity

  /// Takes in points that are no gaps.
  mutating func add(_ points: [ChartPoint]) {
    for point in points where point.y.isFinite {
      minX = min(minX, point.x)
      maxX = max(maxX, point.x)
      minY = min(minY, point.y)
      maxY = max(maxY, point.y)
    }
  }

  /// Takes in zero, unless the values are much farther from it than from each other.
  mutating func addZeroIfNear() {
    guard minX <= maxX, maxY - minY > max(abs(minY), abs(maxY)) / 6 || minY == maxY else { return }
    minY = min(minY, 0)
    maxY = max(maxY, 0)
  }

  /// Takes in a value at a place.
  mutating func add(x: Double, _ values: Double...) { add(values.map { ChartPoint(x: x, y: $0) }) }

  /// The axes for it; nil where there is nothing to draw.
  ///
  /// Ranges given for an axis win.
  func frame(xAxis: ChartAxis, yAxis: ChartAxis) -> ChartFrame? {
    guard minX <= maxX else { return nil }
    let x = xAxis.range ?? minX...maxX
    let y = yAxis.range ?? minY...maxY
    guard
      let horizontal = ChartScale(lower: x.lowerBound, upper: x.upperBound),
      let vertical = ChartScale(lower: y.lowerBound, upper: y.upperBound)
    else { return nil }
    return ChartFrame(horizontal: horizontal, vertical: vertical, xAxis: xAxis, yAxis: yAxis)
  }
}
