/// An area of cells.
public struct Rectangle: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// How far it reaches.
  public var size: Size

  /// Creates an area.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates an area; a negative width or height counts as 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates an area at the top left corner.
  public init(_ size: Size) { self.init(origin: .zero, size: size) }

  /// The first column.
  public var minX: Int { origin.x }
  /// The first row.
  public var minY: Int { origin.y }
  /// The column after the last.
  public var maxX: Int { origin.x + size.width }
  /// The row after the last.
  public var maxY: Int { origin.y + size.height }
  /// The columns.
  public var width: Int { size.width }
  /// The rows.
  public var height: Int { size.height }
  /// Whether there is no cell.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether a cell belongs to the area.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The part that both areas have; without cells if there is none.
  public func intersection(_ other: Rectangle) -> Rectangle {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rectangle(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// The area moved by a distance.
  public func moved(by distance: Point) -> Rectangle {
    Rectangle(origin: Point(x: origin.x + distance.x, y: origin.y + distance.y), size: size)
  }

  /// What is left of the area inside a margin; where the margins leave nothing, they are cut, the trailing ones first.
  public func inset(by insets: Insets) -> Rectangle {
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
