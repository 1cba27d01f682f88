import Components

/// The table columns that fit a width; less important columns are omitted before the name column shrinks.
struct EmployeeColumns {
  enum Column: Hashable {
    case name, team, type, emailAddress, phoneNumber, biography

    var title: String {
      switch self {
      case .name: "Name"
      case .team: "Team"
      case .type: "Type"
      case .emailAddress: "E-mail"
      case .phoneNumber: "Phone"
      case .biography: "Biography"
      }
    }

    fileprivate var minimum: Int {
      switch self {
      case .name, .emailAddress, .biography: 24
      case .team: 14
      case .type: 10
      case .phoneNumber: 14
      }
    }

    /// The minimum width of the name column, in cells, for this column to appear.
    fileprivate var roomForNames: Int {
      switch self {
      case .name, .team, .type: 24
      case .emailAddress: 28
      case .phoneNumber: 32
      case .biography: 36
      }
    }
  }

  private static let gap = 2

  /// The columns from left to right, with their widths in cells.
  let columns: [(column: Column, width: Int)]

  /// Selects the columns that fit a width, without the column that the group headings already show.
  init(width: Int, groupedBy grouping: EmployeeGrouping) {
    var candidates: [Column] = [.name, .team, .type, .emailAddress, .phoneNumber, .biography]
    switch grouping {
    case .team: candidates.removeAll { $0 == .team }
    case .type: candidates.removeAll { $0 == .type }
    case .none: break
    }
    var widths: [(column: Column, width: Int)] = []
    var free = width
    for column in candidates {
      let needed = column.minimum + (widths.isEmpty ? 0 : Self.gap)
      guard needed + column.roomForNames - Column.name.minimum <= free else { break }
      widths.append((column, column.minimum))
      free -= needed
    }
    if widths.isEmpty { (widths, free) = ([(.name, max(width, 1))], 0) }
    // Names and e-mail addresses get free space first, because users look for them most often.
    for (column, most) in [(Column.name, 32), (.emailAddress, 34), (.name, 40), (.team, 24), (.biography, 90)] {
      guard let index = widths.firstIndex(where: { $0.column == column }) else { continue }
      let growth = min(max(free, 0), max(most - widths[index].width, 0))
      widths[index].width += growth
      free -= growth
    }
    columns = widths
  }

  func line(in environment: RenderEnvironment, _ cell: (Column) -> StyledText) -> StyledText {
    columns.map { column, width in
      environment.truncated(cell(column), to: width).padded(to: width, policy: environment.widthPolicy)
    }
    .joined(separator: StyledText(String(repeating: " ", count: Self.gap)))
  }
}
