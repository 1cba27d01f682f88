/// Where something stands in a space that is higher.
public enum VerticalAlignment: Hashable, Sendable {
  /// At the top.
  case top
  /// In the middle; where that is impossible, one row above it.
  case center
  /// At the bottom.
  case bottom

  /// How many of the free rows are above.
  func leadingRows(of free: Int) -> Int {
    switch self {
    case .top: 0
    case .center: free / 2
    case .bottom: free
    }
  }
}
