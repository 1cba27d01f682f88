/// Rows and columns of text: aligned on a terminal, records for programs, sentences for reading aloud.
public struct TextTable: Sendable {
  /// A column.
  public struct Column: Hashable, Sendable {
    /// What the column holds; made safe.
    public let heading: String
    /// Where cells stand in the column; numbers belong at the trailing edge.
    public var alignment: HorizontalAlignment
    /// How cells look that have no look of their own.
    public var style: TextStyle
    /// Whether cells may be cut on a terminal that is too narrow, before those of other columns are.
    public var isFlexible: Bool
    /// The fewest cells that a flexible column is cut to.
    public var minimumWidth: Int
    /// Which columns a terminal that is too narrow goes without: those of the lowest priority, the last of them first; `nil` for none.
    public var priority: Int?

    /// Creates a column.
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
  /// The rows, each with a cell for every column; missing cells are empty, superfluous ones left out.
  public var rows: [[StyledText]]

  /// Creates a table.
  public init(columns: [Column], rows: [[StyledText]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The table as it is written in a mode, every line ended by a line feed; empty for a table without rows.
  ///
  /// - Terminal: headings, aligned columns. Where they are too wide even with flexible columns at their fewest cells, columns
  ///   are left out by their ``Column/priority``, as far as that is needed; of those that stay, flexible ones are cut, the widest
  ///   first, then the others. No line is wider than the terminal.
  /// - Records: one line a row, cells divided by tabs, no headings, nothing cut.
  /// - Linear: one line a row, `Heading: cell` divided by commas, empty cells left out.
  ///
  /// Line feeds and tabs in cells become blanks.
  ///
  /// - Parameters:
  ///   - mode: how the output is laid out.
  ///   - theme: how headings look, and the distance of the columns.
  /// - Returns: the lines.
  public func rendered(for mode: OutputMode, theme: Theme = .dark) -> String {
    guard !rows.isEmpty, !columns.isEmpty else { return "" }
    switch mode.layout {
    case .terminal: return TextTableRenderer(self, mode: mode, theme: theme).rendered()
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
