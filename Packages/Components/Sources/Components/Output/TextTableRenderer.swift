/// Lays a table out for a terminal.
struct TextTableRenderer {
  private let table: TextTable
  private let mode: OutputMode
  private let headingStyle: TextStyle
  private let gap: Int
  /// All cells, row by row, on one line each.
  private let cells: [StyledText]
  /// The width of each cell.
  private let cellWidths: [Int]
  private let columnWidths: [Int]

  init(_ table: TextTable, mode: OutputMode, theme: Theme) {
    self.table = table
    self.mode = mode
    headingStyle = theme.typography.heading
    gap = max(theme.spacing.medium, 1)
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
    self.cells = cells
    cellWidths = widths
    if let width = mode.width {
      let available = max(width, 1) - gap * (count - 1)
      columnWidths = Self.narrowed(columnWidths, table.columns, to: available)
    }
    self.columnWidths = columnWidths
  }

  /// The table's lines.
  func rendered() -> String {
    var output: [UInt8] = []
    output.reserveCapacity((table.rows.count + 1) * (columnWidths.reduce(0, +) + gap * columnWidths.count))
    let headings = table.columns.map { StyledText(safe: $0.heading, headingStyle) }
    if headings.contains(where: { !$0.isEmpty }) {
      let widths = headings.map { $0.displayWidth(mode.widthPolicy) }
      appendLine(headings, widths: widths, styles: headings.map { _ in .plain }, into: &output)
    }
    let count = table.columns.count
    let styles = table.columns.map(\.style)
    for start in stride(from: 0, to: cells.count, by: count) {
      let end = start + count
      appendLine(cells[start..<end], widths: cellWidths[start..<end], styles: styles, into: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The least total that fits: flexible columns give way first, then all, always the widest.
  private static func narrowed(_ widths: [Int], _ columns: [TextTable.Column], to available: Int) -> [Int] {
    var result = widths
    var excess = widths.reduce(0, +) - available
    let flexibleLimits = columns.indices.map { columns[$0].isFlexible ? columns[$0].minimumWidth : Int.max }
    let lastLimits = columns.map { _ in 1 }
    for limits in [flexibleLimits, lastLimits] {
      while excess > 0 {
        let candidates = result.indices.filter { result[$0] > limits[$0] }
        guard let widest = candidates.max(by: { result[$0] < result[$1] }) else { break }
        // Down to the next widest at once, so that the loop runs once per column and not once per cell.
        let next = candidates.filter { result[$0] < result[widest] }.map { result[$0] }.max() ?? 0
        let equals = candidates.filter { result[$0] == result[widest] }.count
        let step = max(min(result[widest] - max(next, limits[widest]), excess / equals), 1)
        result[widest] -= step
        excess -= step
      }
    }
    return result
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
      let leading = table.columns[index].alignment.leadingBlanks(of: free)
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
      cell.fitted(to: columnWidths[index], alignment: table.columns[index].alignment, policy: mode.widthPolicy)
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
