/// Lays a table out for a terminal.
struct TextTableRenderer {
  /// The columns that are shown.
  private let columns: [TextTable.Column]
  private let mode: OutputMode
  private let headingStyle: TextStyle
  private let gap: Int
  /// All cells that are shown, row by row, on one line each.
  private let cells: [StyledText]
  /// The width of each cell.
  private let cellWidths: [Int]
  private let columnWidths: [Int]

  init(_ table: TextTable, mode: OutputMode, theme: Theme) {
    self.mode = mode
    headingStyle = theme.typography.heading
    let gap = max(theme.spacing.medium, 1)
    self.gap = gap
    let count = table.columns.count
    var cells: [StyledText] = []
    cells.reserveCapacity(table.rows.count * count)
    var widths: [Int] = []
    widths.reserveCapacity(table.rows.count * count)
    var columnWidths = table.columns.map { $0.heading.displayWidth(mode.widthPolicy) }
    for row in table.rows {
      for index in 0..<count {
        let cell = index < row.count ? row[index].onOneLine : StyledText()
        let width = cell.displayWidth(mode.widthPolicy)
        cells.append(cell)
        widths.append(width)
        columnWidths[index] = max(columnWidths[index], width)
      }
    }
    var columns = table.columns
    if let width = mode.width.map({ max($0, 1) }) {
      let kept = TextTableFitting.columns(columns, widths: columnWidths, gap: gap, fitting: width)
      if kept.count < count {
        let isKept = columns.indices.map(kept.contains)
        cells = cells.indices.filter { isKept[$0 % count] }.map { cells[$0] }
        widths = widths.indices.filter { isKept[$0 % count] }.map { widths[$0] }
        columns = kept.map { columns[$0] }
        columnWidths = kept.map { columnWidths[$0] }
      }
      columnWidths = TextTableFitting.narrowed(columnWidths, columns, to: width - gap * (columns.count - 1))
    }
    self.columns = columns
    self.cells = cells
    cellWidths = widths
    self.columnWidths = columnWidths
  }

  /// The table's lines.
  func rendered() -> String {
    var output: [UInt8] = []
    output.reserveCapacity((cells.count / columns.count + 1) * (columnWidths.reduce(0, +) + gap * columnWidths.count))
    let headings = columns.map { StyledText(safe: $0.heading, headingStyle) }
    if headings.contains(where: { !$0.isEmpty }) {
      let widths = headings.map { $0.displayWidth(mode.widthPolicy) }
      appendLine(headings, widths: widths, styles: headings.map { _ in .plain }, into: &output)
    }
    let count = columns.count
    let styles = columns.map(\.style)
    for start in stride(from: 0, to: cells.count, by: count) {
      let end = start + count
      appendLine(cells[start..<end], widths: cellWidths[start..<end], styles: styles, into: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func appendLine(
    _ cells: some RandomAccessCollection<StyledText>,
    widths: some RandomAccessCollection<Int>,
    styles: [TextStyle],
    into output: inout [UInt8]
  ) {
    if let width = mode.width, columnWidths.reduce(gap * (styles.count - 1), +) > max(width, 1) {
      appendCutLine(zip(cells, styles).map { $0.styled($1) }, to: max(width, 1), into: &output)
      return
    }
    var pendingBlanks = 0
    for (index, (cell, cellWidth)) in zip(cells, widths).enumerated() {
      let columnWidth = columnWidths[index]
      let isCut = cellWidth > columnWidth
      let shown = isCut ? cell.truncated(to: columnWidth, policy: mode.widthPolicy) : cell
      let free = columnWidth - (isCut ? shown.displayWidth(mode.widthPolicy) : cellWidth)
      guard !shown.isEmpty else {
        pendingBlanks += free + gap
        continue
      }
      let leading = columns[index].alignment.leadingBlanks(of: free)
      appendBlanks(pendingBlanks + leading, into: &output)
      (styles[index].isPlain ? shown : shown.styled(styles[index]))
        .appendEncoded(for: mode.capabilities, into: &output)
      pendingBlanks = free - leading + gap
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// A line of a table that has more columns than the terminal has room for, cut at the edge.
  private func appendCutLine(_ cells: [StyledText], to width: Int, into output: inout [UInt8]) {
    let parts = cells.enumerated().map { index, cell in
      cell.fitted(to: columnWidths[index], alignment: columns[index].alignment, policy: mode.widthPolicy)
    }
    parts.joined(separator: StyledText(safe: String(repeating: " ", count: gap)))
      .truncated(to: width, policy: mode.widthPolicy)
      .appendEncoded(for: mode.capabilities, into: &output)
    output.append(UInt8(ascii: "\n"))
  }

  private func appendBlanks(_ count: Int, into output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }
}
