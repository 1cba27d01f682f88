/// Rows in sections, of which one may be chosen.
///
/// Rows are asked for when they are drawn, so that a million of them cost what is visible.
public struct SectionedList: Widget {
  /// A heading and how many rows are below it.
  public struct Section: Hashable, Sendable {
    /// The heading; a section without text has none.
    let title: String
    /// The rows.
    let count: Int

    /// Creates a section.
    public init(_ title: String, count: Int) {
      self.title = title.sanitized(.singleLine)
      self.count = max(count, 0)
    }

    /// Creates a section from a heading that is sanitized already.
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

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - sections: the headings and how many rows each has.
  ///   - state: which row is chosen, and which is the first that is shown.
  ///   - isFocused: whether keys go to the list.
  ///   - target: the name for clicks, whose index is the row's, counted over all sections; none beside rows.
  ///   - row: gives a row of a section; called for visible rows only.
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

  /// Creates a list whose lines are counted already.
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

  /// Creates a list of one section without a heading.
  public init(
    count: Int,
    state: ListState,
    isFocused: Bool = true,
    target: String? = nil,
    row: @escaping (_ row: Int) -> ListRow
  ) {
    self.init(sections: [Section("", count: count)], state: state, isFocused: isFocused, target: target) { row($1) }
  }

  /// How many rows there are.
  public var count: Int { map.rowCount }

  /// The state with its offset moved to what is shown in a number of lines.
  ///
  /// Keep it after a key or a resize, so that the list scrolls as late as possible.
  public func revealed(height: Int) -> ListState {
    ListState(selection: state.selection, offset: firstLine(height: height))
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 4, ideal: 40) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: map.lineCount)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let height = canvas.size.height
    let width = canvas.size.width
    let needsBar = map.lineCount > height && width > 2
    let first = firstLine(height: height)
    let columns = needsBar ? width - 1 : width
    let visible = canvas.visibleBounds
    // The wheel turns over headings and below the last row, too.
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

  /// Reads itself out in lines.
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

  /// Draws the title at the left, and the number of rows at the right, where the rows' trailing text ends.
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
