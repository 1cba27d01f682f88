/// One line of a chart.
public struct ChartSeries: Sendable {
  /// What it shows.
  public let name: String
  /// The points, ordered by place; those at places that are no numbers have been left out.
  public let points: [ChartPoint]
  /// Its colour; one of the theme's unless given.
  public let color: Color?

  /// Creates a line; the points are sorted if they are not yet.
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

  /// Creates a line of values at the places 0, 1, 2 and so on.
  public init(_ name: String, values: [Double], color: Color? = nil) {
    self.init(name, points: values.enumerated().map { ChartPoint(x: Double($0), y: $1) }, color: color)
  }

  /// The point that is nearest to a place and no gap; nil if there is none.
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
