/// A column of a ``Table``.
public struct TableColumn: Hashable, Sendable {
  /// What it holds.
  public let title: String
  /// How wide it is: the least that makes sense, what it would like, the most it can use.
  public let width: LengthRange
  /// Where cells stand in it.
  public let alignment: HorizontalAlignment
  /// Which columns go first where there is no room: those of the lowest priority, the last of them first.
  public let priority: Int

  /// Creates a column; it is wide enough for its title, sorting mark included, where there is room.
  public init(
    _ title: String,
    width: LengthRange,
    alignment: HorizontalAlignment = .leading,
    priority: Int = 0
  ) {
    self.title = title.sanitized(.singleLine)
    self.width = width
    self.alignment = alignment
    self.priority = priority
  }
}

/// By which column a table is sorted.
public struct TableSort: Hashable, Sendable {
  /// The column's number.
  public let column: Int
  /// Whether small values come first.
  public let isAscending: Bool

  /// Creates an order.
  public init(column: Int, isAscending: Bool) {
    self.column = column
    self.isAscending = isAscending
  }
}
