/// Where a text stands in a space that is wider.
public enum HorizontalAlignment: Hashable, Sendable {
  /// At the left.
  case leading
  /// In the middle; where that is impossible, one cell to the left of it.
  case center
  /// At the right.
  case trailing

  /// How many of the free cells are on the left.
  func leadingBlanks(of free: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: free / 2
    case .trailing: free
    }
  }
}
