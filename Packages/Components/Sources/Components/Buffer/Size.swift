/// How many cells wide and high something is; never negative.
public struct Size: Hashable, Sendable {
  /// The columns.
  public let width: Int
  /// The rows.
  public let height: Int

  /// Creates a size; negative numbers count as 0.
  public init(width: Int, height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// No cell at all.
  public static let zero = Size(width: 0, height: 0)

  /// Whether there is no cell.
  public var isEmpty: Bool { width == 0 || height == 0 }
}
