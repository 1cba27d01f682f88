public import Foundation

/// A chart with ranges and a cursor, as keys and mouse use it.
@MainActor
public protocol ChartModel: AnyObject {
  /// The ranges that are offered.
  var ranges: [PriceRange] { get }
  /// The range that is shown.
  var range: PriceRange { get }
  /// The place of the point that is read out, counted from the oldest; `nil` for none.
  var cursor: Int? { get }
  /// The number of points; 0 where there is no chart.
  var pointCount: Int { get }

  /// Shows another range; it is loaded then.
  func show(_ range: PriceRange)
  /// Moves the cursor by points; the first move puts it at an end.
  func moveCursor(by distance: Int)
  /// Puts the cursor at the point that is nearest to a moment; nothing happens where there is no chart.
  func setCursor(near date: Date)
  /// Takes the cursor away.
  func removeCursor()
}

extension ChartModel {
  /// Shows the range some places further on, or the last one before there are no more.
  public func moveRange(by distance: Int) {
    let ranges = ranges
    guard let index = ranges.firstIndex(of: range) else { return }
    show(ranges[min(max(index + distance, 0), ranges.count - 1)])
  }
}
