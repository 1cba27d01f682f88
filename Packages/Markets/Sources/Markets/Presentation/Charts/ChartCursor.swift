import Foundation

/// Which point of a chart is read out, if any.
struct ChartCursor {
  /// The point's place, counted from the oldest.
  private(set) var index: Int?

  /// Moves by points; the first move begins at the end that is farther away.
  mutating func move(by distance: Int, count: Int) {
    guard count > 0 else { return }
    guard let index else {
      self.index = distance < 0 ? count - 1 : 0
      return
    }
    self.index = min(max(index + distance, 0), count - 1)
  }

  /// Goes to the point that is nearest to a moment; nothing happens where there is none.
  mutating func move<Point>(near moment: Date, in points: [Point]?, time: (Point) -> Date) {
    if let index = points?.index(nearestTo: moment, time: time) { self.index = index }
  }

  /// Stays among points that are others now.
  mutating func keep(within count: Int) {
    index = index.flatMap { count == 0 ? nil : min($0, count - 1) }
  }

  /// Reads nothing out.
  mutating func remove() { index = nil }
}
