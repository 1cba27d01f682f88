/// The alignment of content within a larger area.
public struct Alignment: Hashable, Sendable {
  /// The horizontal alignment.
  public var horizontal: HorizontalAlignment
  /// The vertical alignment.
  public var vertical: VerticalAlignment

  /// Creates an alignment from its two axes.
  public init(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The top left corner.
  public static let topLeading = Alignment(.leading, .top)
  /// The center of the top edge.
  public static let top = Alignment(.center, .top)
  /// The top right corner.
  public static let topTrailing = Alignment(.trailing, .top)
  /// The center of the left edge.
  public static let leading = Alignment(.leading, .center)
  /// The center on both axes.
  public static let center = Alignment(.center, .center)
  /// The center of the right edge.
  public static let trailing = Alignment(.trailing, .center)
  /// The bottom left corner.
  public static let bottomLeading = Alignment(.leading, .bottom)
  /// The center of the bottom edge.
  public static let bottom = Alignment(.center, .bottom)
  /// The bottom right corner.
  public static let bottomTrailing = Alignment(.trailing, .bottom)

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

/// The horizontal alignment of content within a wider area.
public enum HorizontalAlignment: Hashable, Sendable {
  case leading
  /// In the center, rounded to the left.
  case center
  case trailing

  func leadingBlanks(of free: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: free / 2
    case .trailing: free
    }
  }
}

/// The vertical alignment of content within a taller area.
public enum VerticalAlignment: Hashable, Sendable {
  case top
  /// In the center, rounded up.
  case center
  case bottom

  func leadingRows(of free: Int) -> Int {
    switch self {
    case .top: 0
    case .center: free / 2
    case .bottom: free
    }
  }
}
