/// Widgets in rows and columns; a column is as wide as its widest widget, a row as high as its highest.
public struct Grid: Widget {
  private let rows: [[any Widget]]
  private let columnSpacing: Int
  private let rowSpacing: Int
  private let columnCount: Int

  /// Creates a grid; rows may be of different lengths.
  public init(rows: [[any Widget]], columnSpacing: Int = 2, rowSpacing: Int = 0) {
    self.rows = rows
    self.columnSpacing = max(columnSpacing, 0)
    self.rowSpacing = max(rowSpacing, 0)
    columnCount = rows.map(\.count).max() ?? 0
  }

  /// Creates a grid of widgets that are put into a number of columns, row by row.
  public init(columns: Int, columnSpacing: Int = 2, rowSpacing: Int = 0, children: [any Widget]) {
    let count = max(columns, 1)
    let rows = stride(from: 0, to: children.count, by: count).map { start in
      Array(children[start..<min(start + count, children.count)])
    }
    self.init(rows: rows, columnSpacing: columnSpacing, rowSpacing: rowSpacing)
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    columnRanges(environment).reduce(.fixed(0), +).adding(max(columnCount - 1, 0) * columnSpacing)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    rowRanges(columns(width: width, environment), environment).reduce(.fixed(0), +)
      .adding(max(rows.count - 1, 0) * rowSpacing)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let columns = columns(width: canvas.size.width, environment)
    let heights = Self.places(rowRanges(columns, environment), gap: rowSpacing, total: canvas.size.height)
    for (row, rowPlace) in zip(rows, heights) where !rowPlace.isEmpty {
      for (widget, column) in zip(row, columns) where !column.isEmpty {
        let width = widget.widthRange(in: environment).length(in: column.count)
        let height = widget.heightRange(width: width, in: environment).length(in: rowPlace.count)
        canvas.draw(
          widget,
          in: Rectangle(x: column.lowerBound, y: rowPlace.lowerBound, width: width, height: height)
        )
      }
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    for row in rows { reader.read(together: row) }
  }

  private func columnRanges(_ environment: RenderEnvironment) -> [LengthRange] {
    (0..<columnCount).map { column in
      rows.reduce(.fixed(0)) { range, row in
        column < row.count ? range.united(with: row[column].widthRange(in: environment)) : range
      }
    }
  }

  private func rowRanges(_ columns: [Range<Int>], _ environment: RenderEnvironment) -> [LengthRange] {
    rows.map { row in
      zip(row, columns).reduce(.fixed(0)) { range, part in
        let width = part.0.widthRange(in: environment).length(in: part.1.count)
        return range.united(with: part.0.heightRange(width: width, in: environment))
      }
    }
  }

  private func columns(width: Int, _ environment: RenderEnvironment) -> [Range<Int>] {
    Self.places(columnRanges(environment), gap: columnSpacing, total: width)
  }

  private static func places(_ ranges: [LengthRange], gap: Int, total: Int) -> [Range<Int>] {
    let gapCount = max(ranges.count - 1, 0)
    let needed = ranges.reduce(0) { $0 + $1.minimum }
    let gap = gapCount > 0 ? min(gap, max(total - needed, 0) / gapCount) : 0
    let lengths = LengthDistributor.lengths(
      of: ranges,
      priorities: ranges.map { _ in 0 },
      total: total - gap * gapCount
    )
    var start = 0
    return lengths.map { length in
      defer { start += length + gap }
      return start..<(start + length)
    }
  }
}
