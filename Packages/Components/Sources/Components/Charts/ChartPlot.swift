/// Where a chart has drawn its data, and which place of the horizontal axis each of its columns stands for.
///
/// Drawing and clicks share it: the columns for the labels of the vertical axis, which are as wide as these are, do not
/// count as data.
public struct ChartPlot: Hashable, Sendable {
  /// The room for data among the cells of the whole frame, as places of clicks are.
  public let area: Rectangle
  /// The places of the horizontal axis that the first and the last column stand for.
  public let range: ClosedRange<Double>
  /// The places of what is drawn in the columns, where that is wider than one.
  private let places: [Double?]

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - area: the room for data among the cells of the whole frame.
  ///   - range: the places that its first and last column stand for.
  ///   - places: the places of what is drawn in its columns, for those that do not stand for one of their own.
  init(area: Rectangle, range: ClosedRange<Double>, places: [Double?] = []) {
    self.area = area
    self.range = range
    self.places = places
  }

  /// The place of the horizontal axis that a column stands for.
  ///
  /// - Parameter column: a column of the frame; those beside the plot count as its nearest one, so that something that is
  ///   dragged beyond an end stays at the end.
  /// - Returns: the place.
  public func value(atColumn column: Int) -> Double {
    let index = min(max(column - area.minX, 0), max(area.width - 1, 0))
    if places.indices.contains(index), let place = places[index] { return place }
    guard area.width > 1 else { return range.lowerBound }
    let share = Double(index) / Double(area.width - 1)
    return min(range.lowerBound + (range.upperBound - range.lowerBound) * share, range.upperBound)
  }
}
