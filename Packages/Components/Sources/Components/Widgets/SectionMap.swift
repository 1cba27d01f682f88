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

  /// The section of a row, which must be there.
  func section(ofRow index: Int) -> Int { Self.section(of: index, in: firstRows) }

  /// The first row that stands in a line or below it; the number of rows if there is none.
  func firstRow(atOrAfterLine line: Int) -> Int {
    guard line < lineCount else { return rowCount }
    return switch content(ofLine: max(line, 0)) {
    case .heading(let section): firstRows[section]
    case .row(_, _, let index): index
    }
  }

  /// The first line to show, moved as little as possible so that the selection is visible and the end fills the area.
  ///
  /// Where rows come in from above a heading comes in with its first row.
  ///
  /// - Parameters:
  ///   - state: What is chosen, and the first line up to now.
  ///   - height: How many lines there are.
  ///   - withHeading: Whether the heading above the selection has to be visible even if the selection is already.
  /// - Returns: The line, headings counted.
  func offset(of state: ListState, height: Int, withHeading: Bool = false) -> Int {
    var lines = state.selection.flatMap { line(ofRow: $0) }.map { $0..<($0 + 1) }
    if let row = lines, height > 1, withHeading || row.lowerBound < state.offset, row.lowerBound > 0,
      case .heading = content(ofLine: row.lowerBound - 1)
    {
      lines = (row.lowerBound - 1)..<row.upperBound
    }
    return state.effectiveOffset(revealing: lines, total: lineCount, visible: height)
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
