/// Margins, in cells; never negative.
public struct Insets: Hashable, Sendable {
  /// Above.
  public let top: Int
  /// At the left.
  public let leading: Int
  /// Below.
  public let bottom: Int
  /// At the right.
  public let trailing: Int

  /// Creates margins; negative ones count as 0.
  public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
    self.top = max(top, 0)
    self.leading = max(leading, 0)
    self.bottom = max(bottom, 0)
    self.trailing = max(trailing, 0)
  }

  /// Creates margins that are equal on opposite sides.
  public init(horizontal: Int = 0, vertical: Int = 0) {
    self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
  }

  /// Creates margins that are equal on all sides.
  public init(_ all: Int) { self.init(horizontal: all, vertical: all) }

  /// What is at the left and the right together.
  public var horizontal: Int { leading + trailing }
  /// What is above and below together.
  public var vertical: Int { top + bottom }
}
