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

/// Where a text stands in a space that is wider.
public enum HorizontalAlignment: Hashable, Sendable {
  /// At the left.
  case leading
  /// In the middle; where that is impossible, one cell to the left of it.
  case center
  /// At the right.
  case trailing

  func leadingBlanks(of free: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: free / 2
    case .trailing: free
    }
  }
}

/// Where something stands in a space that is higher.
public enum VerticalAlignment: Hashable, Sendable {
  /// At the top.
  case top
  /// In the middle; where that is impossible, one row above it.
  case center
  /// At the bottom.
  case bottom

  func leadingRows(of free: Int) -> Int {
    switch self {
    case .top: 0
    case .center: free / 2
    case .bottom: free
    }
  }
}
