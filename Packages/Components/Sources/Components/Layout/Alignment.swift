/// Where something stands in a space that is larger.
public struct Alignment: Hashable, Sendable {
  /// Along the row.
  public var horizontal: HorizontalAlignment
  /// Along the column.
  public var vertical: VerticalAlignment

  /// Creates an alignment.
  public init(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The top left corner.
  public static let topLeading = Alignment(.leading, .top)
  /// The middle of the top edge.
  public static let top = Alignment(.center, .top)
  /// The top right corner.
  public static let topTrailing = Alignment(.trailing, .top)
  /// The middle of the left edge.
  public static let leading = Alignment(.leading, .center)
  /// The middle.
  public static let center = Alignment(.center, .center)
  /// The middle of the right edge.
  public static let trailing = Alignment(.trailing, .center)
  /// The bottom left corner.
  public static let bottomLeading = Alignment(.leading, .bottom)
  /// The middle of the bottom edge.
  public static let bottom = Alignment(.center, .bottom)
  /// The bottom right corner.
  public static let bottomTrailing = Alignment(.trailing, .bottom)

  /// The area of a size inside another, which it does not leave.
  func area(of size: Size, in outer: Size) -> Rectangle {
    let width = min(size.width, outer.width)
    let height = min(size.height, outer.height)
    return Rectangle(
      x: horizontal.leadingBlanks(of: outer.width - width),
      y: vertical.leadingRows(of: outer.height - height),
      width: width,
      height: height
    )
  }
}
