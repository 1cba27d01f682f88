/// A value at a place of the horizontal axis; a value that is no number is a gap.
public struct ChartPoint: Hashable, Sendable {
  /// The place, such as a time in seconds.
  public var x: Double
  /// The value.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
