/// The distances of a theme, in cells.
public struct Spacing: Hashable, Sendable {
  /// Between things that belong together.
  public var small: Int
  /// Between the columns of a table, around the content of a frame.
  public var medium: Int
  /// Between groups.
  public var large: Int

  /// Creates a set of distances; negative ones count as 0.
  public init(small: Int, medium: Int, large: Int) {
    self.small = max(small, 0)
    self.medium = max(medium, 0)
    self.large = max(large, 0)
  }

  /// One, two and four cells.
  public static let standard = Spacing(small: 1, medium: 2, large: 4)
}
