/// A rectangle of cells.
public struct Rectangle: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// The number of columns and rows.
  public var size: Size

  /// Creates a rectangle.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle, with negative widths and heights counting as 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates a rectangle whose origin is the top left corner of the grid.
  public init(_ size: Size) { self.init(origin: .zero, size: size) }

  /// The first column.
  public var minX: Int { origin.x }
  /// The first row.
  public var minY: Int { origin.y }
  /// The column after the last column.
  public var maxX: Int { origin.x + size.width }
  /// The row after the last row.
  public var maxY: Int { origin.y + size.height }
  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }
  /// Whether the rectangle contains no cells.
  public var isEmpty: Bool { size.isEmpty }

  /// Returns whether the rectangle contains a cell.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the intersection with another rectangle, which is empty if the rectangles don't overlap.
  public func intersection(_ other: Rectangle) -> Rectangle {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rectangle(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// Returns the rectangle moved by a distance.
  public func moved(by distance: Point) -> Rectangle {
    Rectangle(origin: Point(x: origin.x + distance.x, y: origin.y + distance.y), size: size)
  }

  func inset(by insets: Insets) -> Rectangle {
    let leading = min(insets.leading, width)
    let top = min(insets.top, height)
    return Rectangle(
      x: minX + leading,
      y: minY + top,
      width: width - leading - insets.trailing,
      height: height - top - insets.bottom
    )
  }
}

/// A position in a grid of cells, counted from 0 at the top left.
///
/// Negative coordinates are outside the grid.
public struct Point: Hashable, Sendable {
  /// The column.
  public var x: Int
  /// The row.
  public var y: Int

  /// Creates a point.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}

/// A nonnegative size, in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Creates a size, with negative numbers counting as 0.
  public init(width: Int, height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)

  /// Whether the width or the height is 0.
  public var isEmpty: Bool { width == 0 || height == 0 }
}

/// Nonnegative margins, in cells.
public struct Insets: Hashable, Sendable {
  /// The margin at the top.
  public let top: Int
  /// The margin at the left.
  public let leading: Int
  /// The margin at the bottom.
  public let bottom: Int
  /// The margin at the right.
  public let trailing: Int

  /// Creates margins, with negative margins counting as 0.
  public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
    self.top = max(top, 0)
    self.leading = max(leading, 0)
    self.bottom = max(bottom, 0)
    self.trailing = max(trailing, 0)
  }

  /// Creates margins that are the same on opposite sides.
  public init(horizontal: Int = 0, vertical: Int = 0) {
    self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
  }

  /// Creates margins that are the same on all sides.
  public init(_ all: Int) { self.init(horizontal: all, vertical: all) }

  /// The sum of the left and right margins.
  public var horizontal: Int { leading + trailing }
  /// The sum of the top and bottom margins.
  public var vertical: Int { top + bottom }
}
