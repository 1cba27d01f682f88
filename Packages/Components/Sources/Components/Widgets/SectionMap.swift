/// Finds rows by lines and lines by rows, in a list with headings; logarithmic in the number of sections.
struct SectionMap {
  /// What stands in a line.
  enum Line: Hashable {
    case heading(section: Int)
    /// A row: of a section, in it, and counted over all sections.
    case row(section: Int, row: Int, index: Int)
  }

  /// The line that each section starts in, and at last the number of lines.
  private var firstLines: [Int] = [0]
  /// The row that each section starts with, and at last the number of rows.
  private var firstRows: [Int] = [0]
  private var hasHeading: [Bool] = []

  init(counts: [(rows: Int, hasHeading: Bool)]) {
    for (rows, heading) in counts {
      // A heading of nothing says nothing.
      let isShown = heading && rows > 0
      hasHeading.append(isShown)
      firstLines.append(lineCount + rows + (isShown ? 1 : 0))
      firstRows.append(rowCount + rows)
    }
  }

  var lineCount: Int { firstLines[firstLines.count - 1] }
  var rowCount: Int { firstRows[firstRows.count - 1] }

  /// What stands in a line, which must be there.
  func content(ofLine line: Int) -> Line {
    let section = Self.section(of: line, in: firstLines)
    let inside = line - firstLines[section]
    if hasHeading[section] && inside == 0 { return .heading(section: section) }
    let row = inside - (hasHeading[section] ? 1 : 0)
    return .row(section: section, row: row, index: firstRows[section] + row)
  }

  /// The line of a row; nil if there is no such row.
  func line(ofRow index: Int) -> Int? {
    guard index >= 0 && index < rowCount else { return nil }
    let section = Self.section(of: index, in: firstRows)
    return firstLines[section] + (hasHeading[section] ? 1 : 0) + index - firstRows[section]
  }

  /// The number of a row of a section, counted over all sections.
  func index(section: Int, row: Int) -> Int { firstRows[section] + row }

  /// The last section that starts at or before a place and is not empty.
  private static func section(of place: Int, in starts: [Int]) -> Int {
    var low = 0
    var high = starts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }
}
