/// A section of a ``ListModel`` with the rows that are shown below its heading.
public struct ListGroup<Section: Hashable & Sendable>: Hashable, Sendable {
  /// The section; nil if the items are not grouped.
  public let section: Section?
  /// The heading, sanitized; empty for none.
  public let title: String
  /// The rows, counted over all sections.
  public let rows: Range<Int>

  init(_ section: Section?, title: String, rows: Range<Int>) {
    self.section = section
    self.title = title.sanitized(.singleLine)
    self.rows = rows
  }

  /// The same section with other rows.
  func with(rows: Range<Int>) -> ListGroup { ListGroup(self, rows: rows) }

  private init(_ other: ListGroup, rows: Range<Int>) {
    section = other.section
    title = other.title
    self.rows = rows
  }
}
