/// A text table, written as aligned columns on a terminal, records for programs, or sentences for screen readers.
public struct TextTable: Sendable {
  /// A column in a table.
  public struct Column: Hashable, Sendable {
    let heading: String
    /// The alignment of the cells, which is usually trailing for numbers.
    var alignment: HorizontalAlignment
    /// The style for cells that have no style.
    var style: TextStyle
    /// Whether cells in this column are truncated before cells in other columns.
    var isFlexible: Bool
    /// The minimum width of a flexible column, in cells.
    var minimumWidth: Int
    /// The priority, or `nil` to always show the column; narrow terminals hide the lowest priority first.
    var priority: Int?

    /// Creates a column, whose minimum width is at least 1.
    public init(
      _ heading: String,
      alignment: HorizontalAlignment = .leading,
      style: TextStyle = .plain,
      isFlexible: Bool = false,
      minimumWidth: Int = 8,
      priority: Int? = nil
    ) {
      self.heading = heading.sanitized(.singleLine)
      self.alignment = alignment
      self.style = style
      self.isFlexible = isFlexible
      self.minimumWidth = max(minimumWidth, 1)
      self.priority = priority
    }
  }

  /// The columns, in order.
  public var columns: [Column]
  /// The rows of cells, where missing cells are empty and extra cells are ignored.
  public var rows: [[StyledText]]

  /// Creates a table.
  public init(columns: [Column], rows: [[StyledText]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the table's lines, each ending with a line feed.
  ///
  /// - Terminal: headings and aligned columns, never wider than the terminal. If the columns don't fit even with
  ///   flexible columns at their minimum width, columns are hidden by `priority`. Then flexible columns are truncated,
  ///   widest first, followed by the other columns.
  /// - Records: one line per row, with cells separated by tabs, and without headings or truncation.
  /// - Linear: one line per row, with each nonempty cell as `Heading: cell`, separated by commas.
  ///
  /// Line feeds and tabs in cells become blanks. A table without rows or columns has no lines.
  public func rendered(for mode: OutputMode) -> String {
    guard !rows.isEmpty, !columns.isEmpty else { return "" }
    switch mode.layout {
    case .terminal: return TextTableRenderer(self, mode: mode).rendered()
    case .records: return renderedRecords(mode)
    case .linear: return renderedLinear(mode)
    }
  }

  private func renderedRecords(_ mode: OutputMode) -> String {
    var output: [UInt8] = []
    for row in rows {
      for index in columns.indices {
        if index > 0 { output.append(UInt8(ascii: "\t")) }
        guard index < row.count else { continue }
        row[index].onOneLine.appendEncoded(for: mode.capabilities, into: &output)
      }
      output.append(UInt8(ascii: "\n"))
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func renderedLinear(_ mode: OutputMode) -> String {
    rows.reduce(into: "") { result, row in
      let sentences = zip(columns, row).compactMap { column, cell -> StyledText? in
        guard !cell.isEmpty else { return nil }
        let title = column.heading.isEmpty ? "" : column.heading + ": "
        return StyledText(safe: title) + cell.onOneLine
      }
      result += sentences.joined(separator: ", ").encoded(for: mode.capabilities) + "\n"
    }
  }
}

/// The algorithm that selects the table columns that fit on a terminal, and computes their widths.
enum TextTableFitting {
  /// Returns the indices of the columns that fit on a line, always at least one; all widths are in cells.
  ///
  /// The result contains the columns without a priority, and as many other columns as fit with flexible columns at
  /// their minimum width.
  static func columns(_ columns: [TextTable.Column], widths: [Int], gap: Int, fitting width: Int) -> [Int] {
    let needed = zip(columns, widths).map { $0.isFlexible ? min($1, $0.minimumWidth) : $1 }
    var kept = Array(columns.indices)
    while kept.count > 1, kept.reduce(gap * (kept.count - 1), { $0 + needed[$1] }) > width {
      // Among columns with the same priority, the search finds the last one first.
      let optional = kept.reversed().compactMap { index in columns[index].priority.map { (index, $0) } }
      guard let least = optional.min(by: { $0.1 < $1.1 }) else { break }
      kept.removeAll { $0 == least.0 }
    }
    return kept
  }

  /// Returns widths reduced to fit, shrinking flexible columns first, then all columns, always starting with the
  /// widest.
  static func narrowed(_ widths: [Int], _ columns: [TextTable.Column], to available: Int) -> [Int] {
    var result = widths
    var excess = widths.reduce(0, +) - available
    let flexibleLimits = columns.indices.map { columns[$0].isFlexible ? columns[$0].minimumWidth : Int.max }
    let lastLimits = columns.map { _ in 1 }
    for limits in [flexibleLimits, lastLimits] {
      while excess > 0 {
        let candidates = result.indices.filter { result[$0] > limits[$0] }
        guard let widest = candidates.max(by: { result[$0] < result[$1] }) else { break }
        // Reduce to the width of the next widest column in one step, so the loop runs once per column instead of
        // once per cell.
        let next = candidates.filter { result[$0] < result[widest] }.map { result[$0] }.max() ?? 0
        let equals = candidates.filter { result[$0] == result[widest] }.count
        let step = max(min(result[widest] - max(next, limits[widest]), excess / equals), 1)
        result[widest] -= step
        excess -= step
      }
    }
    return result
  }
}

struct TextTableRenderer {
  private let columns: [TextTable.Column]
  private let mode: OutputMode
  private let headingStyle: TextStyle
  private let gap: Int
  /// The visible cells, row by row, each on one line.
  private let cells: [StyledText]
  private let cellWidths: [Int]
  private let columnWidths: [Int]

  init(_ table: TextTable, mode: OutputMode) {
    let theme = mode.theme
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

  /// Appends a line that is too wide even with all columns reduced, and truncates it at the right edge.
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
