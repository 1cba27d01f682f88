/// A table with rows below column headings.
///
/// Its cost doesn't depend on its length, because it requests only visible cells. If the columns don't fit, the columns
/// with the lowest priority are hidden.
public struct Table: Widget {
  private let columns: [TableColumn]
  private let rowCount: Int
  private let state: ListState
  private let columnGap: Int?
  private let sort: TableSort?
  private let isFocused: Bool
  private let target: String?
  private let isMarked: ((_ row: Int) -> Bool)?
  private let picture: ((_ row: Int, _ column: Int) -> (any Widget)?)?
  private let cell: (_ row: Int, _ column: Int) -> StyledText

  /// Creates a table that requests only visible cells, and shows a sort order in its headings without sorting the rows.
  ///
  /// - Parameters:
  ///   - columns: The columns, in order.
  ///   - rowCount: The number of rows.
  ///   - state: The selected row and the first visible row.
  ///   - columnGap: The number of cells between columns, or `nil` for the theme's spacing.
  ///   - sort: The sort order to indicate in the headings. The table itself doesn't sort rows.
  ///   - isFocused: Whether the table has the keyboard focus.
  ///   - target: The name of the click targets, whose indices are the rows. The click targets of headings have the
  ///     suffix `.column`.
  ///   - isMarked: Returns whether a row has a marker before its cells, for example because it is one of several
  ///     chosen rows.
  ///   - picture: Returns a widget to draw in a cell, or `nil` for text. Screen readers and pipes get the cell's text.
  ///   - cell: Returns a cell's text. The table calls it only for visible cells.
  public init(
    columns: [TableColumn],
    rowCount: Int,
    state: ListState = ListState(),
    columnGap: Int? = nil,
    sort: TableSort? = nil,
    isFocused: Bool = true,
    target: String? = nil,
    isMarked: ((_ row: Int) -> Bool)? = nil,
    picture: ((_ row: Int, _ column: Int) -> (any Widget)?)? = nil,
    cell: @escaping (_ row: Int, _ column: Int) -> StyledText
  ) {
    self.isMarked = isMarked
    self.picture = picture
    self.columns = columns
    self.rowCount = max(rowCount, 0)
    self.state = state
    self.columnGap = columnGap
    self.sort = sort
    self.isFocused = isFocused
    self.target = target
    self.cell = cell
  }

  /// Returns the state with its offset adjusted to a height in lines, including the headings.
  public func revealed(height: Int) -> ListState {
    ListState(selection: state.selection, offset: firstRow(visible: max(height - 1, 0)))
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let gap = gap(environment)
    // Add two columns for a scroll bar and the gap before it.
    let bar = LengthRange(minimum: 0, ideal: 2, maximum: 2)
    return columns.reduce(bar) { $0 + $1.width.adding(gap) }.united(with: .fixed(2))
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 2, ideal: rowCount + 1)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let visibleRows = max(size.height - 1, 0)
    let needsBar = rowCount > visibleRows && size.width > 2
    let width = needsBar ? size.width - 1 : size.width
    var places = places(width: width, canvas.environment)
    if needsBar {
      // Keep a gap before the scroll bar unless the gap would remove or truncate a column.
      let shown = columns.indices.filter { places[$0] != nil }
      let gaps = gap(canvas.environment) * max(shown.count - 1, 0)
      let least = shown.reduce(2 + gaps) { $0 + columns[$1].width.minimum }
      if least < width { places = self.places(width: width - 1, canvas.environment) }
    }
    // The wheel also works on headings and below the last row.
    if let target {
      canvas.addTarget(target, in: canvas.bounds)
      let rows = Rectangle(x: 0, y: 1, width: width, height: visibleRows)
      canvas.addViewport(target, in: rows, content: Size(width: width, height: rowCount))
    }
    drawHeadings(places, on: &canvas)
    let first = firstRow(visible: visibleRows)
    let visible = canvas.visibleBounds
    let start = max(0, visible.minY - 1)
    let shown = start..<max(start, min(visible.maxY - 1, rowCount - first))
    for line in shown {
      draw(row: first + line, in: Rectangle(x: 0, y: line + 1, width: width, height: 1), places, on: &canvas)
    }
    if needsBar {
      let bar = ScrollBar(total: rowCount, visible: visibleRows, offset: first)
      canvas.draw(bar, in: Rectangle(x: size.width - 1, y: 1, width: 1, height: visibleRows))
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    if let sort, columns.indices.contains(sort.column) {
      let order = sort.isAscending ? "ascending" : "descending"
      reader.read(StyledText(safe: "Sorted by \(columns[sort.column].title), \(order)"))
    }
    for row in 0..<rowCount {
      let parts = columns.indices.compactMap { column -> StyledText? in
        let value = cell(row, column).onOneLine
        guard !value.isEmpty else { return nil }
        let title = columns[column].title
        return StyledText(safe: title.isEmpty ? "" : title + ": ") + value
      }
      let notes = (isMarked?(row) == true ? " (marked)" : "") + (row == state.selection ? " (selected)" : "")
      reader.read(parts.joined(separator: ", ") + StyledText(notes))
    }
  }

  // MARK: Columns

  private func gap(_ environment: RenderEnvironment) -> Int {
    max(columnGap ?? environment.theme.spacing.medium, 1)
  }

  /// Returns the range of each column after the two cells for the selection marker, or `nil` if the column doesn't fit.
  private func places(width: Int, _ environment: RenderEnvironment) -> [Range<Int>?] {
    let gap = gap(environment)
    let margin = width > 2 ? 2 : 0
    var shown = Array(columns.indices)
    func needed() -> Int { shown.reduce(gap * max(shown.count - 1, 0)) { $0 + columns[$1].width.minimum } }
    while shown.count > 1, needed() > width - margin {
      let lowest = shown.map { columns[$0].priority }.min()
      guard let victim = shown.last(where: { columns[$0].priority == lowest }) else { break }
      shown.removeAll { $0 == victim }
    }
    let ranges = shown.map { titleRange(columns[$0], isSorted: sort?.column == $0, environment) }
    let lengths = LengthDistributor.lengths(
      of: ranges,
      priorities: shown.map { columns[$0].priority },
      total: max(width - margin - gap * max(shown.count - 1, 0), 0)
    )
    var result: [Range<Int>?] = columns.map { _ in nil }
    var start = margin
    for (index, length) in zip(shown, lengths) {
      result[index] = start..<(start + length)
      start += length + gap
    }
    return result
  }

  private func titleRange(_ column: TableColumn, isSorted: Bool, _ environment: RenderEnvironment) -> LengthRange {
    let title = column.title.displayWidth(environment.widthPolicy) + (isSorted ? 2 : 0)
    let range = column.width
    return LengthRange(minimum: range.minimum, ideal: max(range.ideal, title), maximum: max(range.maximum, title))
  }

  // MARK: Drawing

  private func firstRow(visible: Int) -> Int {
    let line = state.selection.flatMap { (0..<rowCount).contains($0) ? $0..<($0 + 1) : nil }
    return state.effectiveOffset(revealing: line, total: rowCount, visible: visible)
  }

  private func drawHeadings(_ places: [Range<Int>?], on canvas: inout Canvas) {
    let environment = canvas.environment
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      var title = StyledText(safe: columns[index].title, environment.theme.typography.heading)
      if let sort, sort.column == index {
        let mark = sort.isAscending ? environment.glyphs.upMark : environment.glyphs.downMark
        let sign = StyledText(safe: " " + mark, .foreground(environment.theme.palette.accent))
        title = environment.truncated(title, to: max(place.count - 2, 0)) + sign
      }
      canvas.write(title, row: 0, columns: place, alignment: columns[index].alignment)
      if let target {
        canvas.addTarget(
          target + ".column",
          index: index,
          in: Rectangle(x: place.lowerBound, y: 0, width: place.count, height: 1)
        )
      }
    }
  }

  private func draw(row: Int, in area: Rectangle, _ places: [Range<Int>?], on canvas: inout Canvas) {
    let environment = canvas.environment
    let isSelected = row == state.selection
    if let target { canvas.addTarget(target, index: row, in: area) }
    let style = isSelected ? environment.selectionStyle(isFocused: isFocused) : .plain
    canvas.withArea(area, style: style) { canvas in
      if isSelected {
        canvas.fill(canvas.bounds, style)
        if area.width > 2 { canvas.write(StyledText(environment.glyphs.selectionMark, .bold), at: .zero) }
      }
      if area.width > 2, isMarked?(row) == true {
        canvas.write(StyledText(environment.glyphs.checkMark, .bold), at: Point(x: 1, y: 0))
      }
      for (column, place) in places.enumerated() {
        guard let place, !place.isEmpty else { continue }
        if let picture = picture?(row, column) {
          canvas.draw(picture, in: Rectangle(x: place.lowerBound, y: 0, width: place.count, height: 1))
          continue
        }
        canvas.write(cell(row, column).onOneLine, row: 0, columns: place, alignment: columns[column].alignment)
      }
    }
  }
}

/// A column in a ``Table``.
public struct TableColumn: Hashable, Sendable {
  let title: String
  /// The minimum, ideal and maximum width, in cells.
  let width: LengthRange
  let alignment: HorizontalAlignment
  /// The priority; the last column with the lowest priority is hidden first.
  let priority: Int

  /// Creates a column that is wide enough for its heading and, if there is enough space, for the sort marker.
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

/// A table's sort order.
public struct TableSort: Hashable, Sendable {
  let column: Int
  let isAscending: Bool

  /// Creates a sort order.
  public init(column: Int, isAscending: Bool) {
    self.column = column
    self.isAscending = isAscending
  }
}
