/// A list of rows in sections that requests only visible rows, so its cost doesn't depend on its length.
public struct SectionedList: Widget {
  /// A heading and the number of rows below the heading.
  public struct Section: Hashable, Sendable {
    let title: String
    let count: Int

    /// Creates a section with a sanitized title and a row count; a negative count is treated as 0.
    public init(_ title: String, count: Int) {
      self.title = title.sanitized(.singleLine)
      self.count = max(count, 0)
    }

    init(sanitized title: String, count: Int) {
      self.title = title
      self.count = count
    }
  }

  private let sections: [Section]
  private let state: ListState
  private let isFocused: Bool
  private let target: String?
  private let showsCounts: Bool
  private let row: (_ section: Int, _ row: Int) -> ListRow
  private let map: SectionMap

  /// Creates a list, which calls `row` only for visible rows.
  ///
  /// A click target's index is its row number across all sections.
  public init(
    sections: [Section],
    state: ListState,
    isFocused: Bool = true,
    target: String? = nil,
    row: @escaping (_ section: Int, _ row: Int) -> ListRow
  ) {
    self.init(
      sections: sections,
      map: SectionMap(counts: sections.map { ($0.count, !$0.title.isEmpty) }),
      state: state,
      isFocused: isFocused,
      target: target,
      row: row
    )
  }

  init(
    sections: [Section],
    map: SectionMap,
    state: ListState,
    isFocused: Bool,
    target: String?,
    showsCounts: Bool = true,
    row: @escaping (_ section: Int, _ row: Int) -> ListRow
  ) {
    self.showsCounts = showsCounts
    self.sections = sections
    self.map = map
    self.state = state
    self.isFocused = isFocused
    self.target = target
    self.row = row
  }

  /// Creates a list with a single section and no heading.
  public init(
    count: Int,
    state: ListState,
    isFocused: Bool = true,
    target: String? = nil,
    row: @escaping (_ row: Int) -> ListRow
  ) {
    self.init(sections: [Section("", count: count)], state: state, isFocused: isFocused, target: target) { row($1) }
  }

  /// The number of rows.
  public var count: Int { map.rowCount }

  /// Returns the state to store after a key press or resize, with its offset adjusted to a height in lines if
  /// necessary.
  public func revealed(height: Int) -> ListState {
    ListState(selection: state.selection, offset: firstLine(height: height))
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 4, ideal: 40) }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: map.lineCount)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let height = canvas.size.height
    let width = canvas.size.width
    let needsBar = map.lineCount > height && width > 2
    let first = firstLine(height: height)
    let columns = needsBar ? width - 1 : width
    let visible = canvas.visibleBounds
    // The wheel also works on headings and below the last row.
    if let target {
      canvas.addTarget(target, in: canvas.bounds)
      canvas.addViewport(target, in: canvas.bounds, content: Size(width: columns, height: map.lineCount))
    }
    let start = max(0, visible.minY)
    for line in start..<max(start, min(visible.maxY, map.lineCount - first)) {
      let area = Rectangle(x: 0, y: line, width: columns, height: 1)
      switch map.content(ofLine: first + line) {
      case .heading(let section): drawHeading(sections[section], isBesideBar: needsBar, in: area, on: &canvas)
      case .row(let section, let rowIndex, let index):
        draw(row(section, rowIndex), index, isBesideBar: needsBar, in: area, on: &canvas)
      }
    }
    if needsBar {
      let bar = ScrollBar(total: map.lineCount, visible: height, offset: first)
      canvas.draw(bar, in: Rectangle(x: width - 1, y: 0, width: 1, height: height))
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    for (sectionIndex, section) in sections.enumerated() {
      reader.read(
        StyledText(safe: section.title.isEmpty ? "" : section.title + (showsCounts ? " (\(section.count))" : ""))
      )
      for rowIndex in 0..<section.count {
        let item = row(sectionIndex, rowIndex)
        let parts = [item.title, item.detail, item.trailing].filter { !$0.isEmpty }
        let isSelected = state.selection == map.index(section: sectionIndex, row: rowIndex)
        let notes = (item.isMarked ? " (marked)" : "") + (isSelected ? " (selected)" : "")
        reader.read((item.spoken ?? parts.joined(separator: ", ")) + StyledText(safe: notes))
      }
    }
  }

  private func firstLine(height: Int) -> Int { map.offset(of: state, height: height) }

  /// Draws the title on the left and the row count on the right, aligned with the rows' trailing text.
  private func drawHeading(_ section: Section, isBesideBar: Bool, in area: Rectangle, on canvas: inout Canvas) {
    let typography = canvas.environment.theme.typography
    let end = isBesideBar && area.width > ListRowLayout.leastWithGap ? area.maxX - 1 : area.maxX
    let count = showsCounts ? StyledText(safe: "\(section.count)", typography.caption) : StyledText()
    let start = max(end - canvas.environment.width(of: count), area.minX)
    if start > area.minX + 5 { canvas.write(count, row: area.minY, columns: start..<end) }
    let titleEnd = start > area.minX + 5 ? start - 1 : end
    canvas.write(StyledText(safe: section.title, typography.heading), row: area.minY, columns: area.minX..<titleEnd)
  }

  private func draw(
    _ item: ListRow,
    _ index: Int,
    isBesideBar: Bool,
    in area: Rectangle,
    on canvas: inout Canvas
  ) {
    let isSelected = index == state.selection
    if let target { canvas.addTarget(target, index: index, in: area) }
    let style = isSelected ? canvas.environment.selectionStyle(isFocused: isFocused) : .plain
    canvas.withArea(area, style: style) { canvas in
      if isSelected { canvas.fill(canvas.bounds, style) }
      ListRowLayout(item, isSelected: isSelected, isBesideBar: isBesideBar).draw(on: &canvas)
    }
  }
}

/// A map between the rows and lines in a list with headings, with lookups in O(log sections).
struct SectionMap {
  enum Line: Hashable {
    case heading(section: Int)
    /// A row: its section, its index in the section, and its index across all sections.
    case row(section: Int, row: Int, index: Int)
  }

  /// The first line of each section, and the total number of lines.
  private var firstLines: [Int] = [0]
  /// The first row of each section, and the total number of rows.
  private var firstRows: [Int] = [0]
  private var hasHeading: [Bool] = []

  init(counts: [(rows: Int, hasHeading: Bool)]) {
    for (rows, heading) in counts {
      // Empty sections have no heading.
      let isShown = heading && rows > 0
      hasHeading.append(isShown)
      firstLines.append(lineCount + rows + (isShown ? 1 : 0))
      firstRows.append(rowCount + rows)
    }
  }

  var lineCount: Int { firstLines[firstLines.count - 1] }
  var rowCount: Int { firstRows[firstRows.count - 1] }

  func content(ofLine line: Int) -> Line {
    let section = Self.section(of: line, in: firstLines)
    let inside = line - firstLines[section]
    if hasHeading[section] && inside == 0 { return .heading(section: section) }
    let row = inside - (hasHeading[section] ? 1 : 0)
    return .row(section: section, row: row, index: firstRows[section] + row)
  }

  func line(ofRow index: Int) -> Int? {
    guard index >= 0 && index < rowCount else { return nil }
    let section = Self.section(of: index, in: firstRows)
    return firstLines[section] + (hasHeading[section] ? 1 : 0) + index - firstRows[section]
  }

  func section(ofRow index: Int) -> Int { Self.section(of: index, in: firstRows) }

  func firstRow(atOrAfterLine line: Int) -> Int {
    guard line < lineCount else { return rowCount }
    return switch content(ofLine: max(line, 0)) {
    case .heading(let section): firstRows[section]
    case .row(_, _, let index): index
    }
  }

  /// Returns the first line to show, which is as close to the current first line as possible.
  ///
  /// The selection must be visible, and the last page must be full. Headings count as lines. If the list scrolls up to
  /// the selection, a heading directly above the selection becomes visible, too. With `withHeading`, this heading is
  /// made visible even if the selection is already visible.
  func offset(of state: ListState, height: Int, withHeading: Bool = false) -> Int {
    var lines = state.selection.flatMap { line(ofRow: $0) }.map { $0..<($0 + 1) }
    if let row = lines, height > 1, withHeading || row.lowerBound < state.offset, row.lowerBound > 0,
      case .heading = content(ofLine: row.lowerBound - 1)
    {
      lines = (row.lowerBound - 1)..<row.upperBound
    }
    return state.effectiveOffset(revealing: lines, total: lineCount, visible: height)
  }

  func index(section: Int, row: Int) -> Int { firstRows[section] + row }

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
