/// The axes around a chart, and the area for its data.
struct ChartFrame {
  let horizontal: ChartScale
  /// The value range, which ``layout(_:_:)`` may widen.
  private(set) var vertical: ChartScale
  let xAxis: ChartAxis
  let yAxis: ChartAxis
  /// The number of rows to keep free above and below the data, for labels of the highest and lowest values.
  var margin = 0.0
  /// The value that columns start at or hang from, or `nil` for charts without columns.
  var baseline: Double?
  /// The value at which columns are truncated, which is labeled and has a dashed axis below it.
  var cut: Double? { baseline == 0 ? nil : baseline }
  /// Whether columns stand on the line of the horizontal axis, which then represents zero.
  ///
  /// The top edge of a row represents the row's mark, so a column ends exactly where its value is marked.
  var standsOnAxis: Bool { baseline == 0 && vertical.lower == 0 }

  /// The minimum size of the plot in a chart with axes, in cells.
  private static let leastPlot = Size(width: 8, height: 3)

  struct Layout {
    var plot: Rectangle
    var rows: [(row: Int, label: String)] = []
    var hasAxes = false
  }

  /// Divides an area into a plot and, if there is enough space, axes.
  ///
  /// If there are axes, the vertical range is widened until round values lie at evenly spaced rows. An axis with a
  /// fixed range or fixed marks isn't changed.
  mutating func layout(_ area: Rectangle, _ environment: RenderEnvironment) -> Layout {
    let bare = Layout(plot: area)
    let plotHeight = area.height - 2
    guard plotHeight >= Self.leastPlot.height else { return bare }
    let original = vertical
    let marks: [ChartAxis.Mark]
    let lineCount = standsOnAxis ? plotHeight + 1 : plotHeight
    if let alignment = alignment(rows: lineCount) {
      vertical = alignment.scale
      marks = yAxis.marks(of: alignment.values, decimals: alignment.decimals)
    } else {
      marks = yAxis.marks(in: vertical, maximumCount: max(plotHeight / 2, 2))
    }
    func row(_ value: Double) -> Int { lineCount - 1 - vertical.place(of: value, count: lineCount) }
    var rows = marks.map { mark in (row: row(mark.value), label: mark.label) }
    if let cut {
      rows.removeAll { abs($0.row - row(cut)) < 2 }
      rows.append((row(cut), yAxis.text(cut, decimals: 2)))
    }
    let labelWidth = min(
      rows.map { $0.label.displayWidth(environment.widthPolicy) }.max() ?? 0,
      max(area.width / 3, 0)
    )
    let plot = Rectangle(
      x: area.minX + labelWidth + 2,
      y: area.minY,
      width: area.width - labelWidth - 2,
      height: plotHeight
    )
    guard plot.width >= Self.leastPlot.width else {
      vertical = original
      return bare
    }
    return Layout(plot: plot, rows: rows, hasAxes: true)
  }

  private func alignment(rows: Int) -> ChartScale.Alignment? {
    guard yAxis.range == nil, yAxis.marks == nil, yAxis.densities == nil else { return nil }
    let base = baseline
    return vertical.aligned(
      rows: rows,
      ChartScale.AlignmentRules(
        margin: margin,
        keepsLower: base == vertical.lower,
        keepsUpper: base == vertical.upper,
        isWhole: yAxis.isWhole
      )
    )
  }

  func draw(_ layout: Layout, on canvas: inout Canvas) {
    guard layout.hasAxes else { return }
    let glyphs = canvas.environment.glyphs
    let plot = layout.plot
    let lineStyle = TextStyle.foreground(canvas.environment.theme.palette.border)
    let labelStyle = canvas.environment.theme.typography.caption
    let axisX = plot.minX - 1
    for row in plot.minY..<plot.maxY {
      canvas.write(StyledText(safe: glyphs.verticalLine, lineStyle), at: Point(x: axisX, y: row))
    }
    var lastRow: Int?
    for (row, label) in layout.rows.sorted(by: { $0.row < $1.row }) where row != lastRow {
      canvas.write(StyledText(safe: glyphs.axisTick, lineStyle), at: Point(x: axisX, y: plot.minY + row))
      canvas.write(
        StyledText(safe: label, labelStyle),
        row: plot.minY + row,
        columns: 0..<max(axisX - 1, 0),
        alignment: .trailing
      )
      lastRow = row
    }
    canvas.write(StyledText(safe: glyphs.axisCorner, lineStyle), at: Point(x: axisX, y: plot.maxY))
    let isCutBelow = cut ?? 0 > 0
    let line = String(repeating: isCutBelow ? glyphs.cutLine : glyphs.horizontalLine, count: plot.width)
    canvas.write(StyledText(safe: line, lineStyle), at: Point(x: plot.minX, y: plot.maxY))
    drawHorizontalMarks(plot, lineStyle, labelStyle, on: &canvas)
  }

  /// Draws the horizontal axis's marks below the plot, omitting labels that would touch the previous label.
  private func drawHorizontalMarks(
    _ plot: Rectangle,
    _ lineStyle: TextStyle,
    _ labelStyle: TextStyle,
    on canvas: inout Canvas
  ) {
    let environment = canvas.environment
    let marks = xAxis.marks(in: horizontal, maximumCount: max(plot.width / 10, 2)) { marks in
      placed(marks, plot, environment).count == marks.count
    }
    for (mark, column, start) in placed(marks, plot, environment) {
      canvas.write(StyledText(safe: environment.glyphs.axisMark, lineStyle), at: Point(x: column, y: plot.maxY))
      canvas.write(StyledText(safe: mark.label, labelStyle), row: plot.maxY + 1, columns: start..<max(plot.maxX, start))
    }
  }

  /// Returns the horizontal axis's marks that fit, with their columns and the first columns of their labels.
  private func placed(
    _ marks: [ChartAxis.Mark],
    _ plot: Rectangle,
    _ environment: RenderEnvironment
  ) -> [(mark: ChartAxis.Mark, column: Int, start: Int)] {
    var free = 0
    return marks.compactMap { mark in
      let column = plot.minX + horizontal.place(of: mark.value, count: plot.width)
      let width = mark.label.displayWidth(environment.widthPolicy)
      let start = min(max(column - width / 2, 0), max(plot.maxX - width, 0))
      guard start >= free else { return nil }
      free = start + width + 1
      return (mark, column, start)
    }
  }
}

/// A chart's data area without axis labels, and the values of its columns, for both drawing and click handling.
public struct ChartPlot: Hashable, Sendable {
  /// The data area within the whole frame, in the same coordinates as clicks.
  public let area: Rectangle
  /// The values of the first and last columns on the horizontal axis.
  public let range: ClosedRange<Double>
  /// The value for each column of an item that spans several columns, or `nil` for other columns.
  private let places: [Double?]

  /// Creates a plot, with values for the columns of items that span several columns.
  init(area: Rectangle, range: ClosedRange<Double>, places: [Double?] = []) {
    self.area = area
    self.range = range
    self.places = places
  }

  /// Returns the value of a column, or of the nearest column in the plot, so a drag beyond the plot stays at its end.
  public func value(atColumn column: Int) -> Double {
    let index = min(max(column - area.minX, 0), max(area.width - 1, 0))
    if places.indices.contains(index), let place = places[index] { return place }
    guard area.width > 1 else { return range.lowerBound }
    let share = Double(index) / Double(area.width - 1)
    return min(range.lowerBound + (range.upperBound - range.lowerBound) * share, range.upperBound)
  }
}
