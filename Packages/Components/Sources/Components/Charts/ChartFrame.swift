/// The axes around a chart: where they are, and where the room for the data is.
struct ChartFrame {
  let horizontal: ChartScale
  let vertical: ChartScale
  let xAxis: ChartAxis
  let yAxis: ChartAxis
  /// The value at which columns are cut; it has a label, and the axis below it is dashed.
  var cut: Double?

  /// A chart's room for data is at least this large if it has axes.
  private static let leastPlot = Size(width: 8, height: 3)

  /// What is where.
  struct Layout {
    /// The room for data.
    var plot: Rectangle
    /// The marks of the vertical axis, with their rows.
    var rows: [(row: Int, label: String)] = []
    var hasAxes = false
  }

  /// Shares an area between axes and data; without axes if there is too little room.
  func layout(_ area: Rectangle, _ environment: RenderEnvironment) -> Layout {
    let bare = Layout(plot: area)
    let plotHeight = area.height - 2
    guard plotHeight >= Self.leastPlot.height else { return bare }
    let marks = yAxis.marks(in: vertical, maximumCount: max(plotHeight / 2, 2))
    func row(_ value: Double) -> Int { plotHeight - 1 - vertical.place(of: value, count: plotHeight) }
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
    guard plot.width >= Self.leastPlot.width else { return bare }
    return Layout(plot: plot, rows: rows, hasAxes: true)
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
    let isCutBelow = cut == vertical.lower
    let line = String(repeating: isCutBelow ? glyphs.cutLine : glyphs.horizontalLine, count: plot.width)
    canvas.write(StyledText(safe: line, lineStyle), at: Point(x: plot.minX, y: plot.maxY))
    drawHorizontalMarks(plot, lineStyle, labelStyle, on: &canvas)
  }

  /// Marks below the data; a label that would touch the one before it is left out.
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

  /// The marks that have room below a plot, with their columns and those at which their labels start.
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

/// Where a chart has drawn its data, and which place of the horizontal axis each of its columns stands for.
///
/// Drawing and clicks share it: the columns for the labels of the vertical axis, which are as wide as these are, do not
/// count as data.
public struct ChartPlot: Hashable, Sendable {
  /// The room for data among the cells of the whole frame, as places of clicks are.
  public let area: Rectangle
  /// The places of the horizontal axis that the first and the last column stand for.
  public let range: ClosedRange<Double>
  /// The places of what is drawn in the columns, where that is wider than one.
  private let places: [Double?]

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - area: the room for data among the cells of the whole frame.
  ///   - range: the places that its first and last column stand for.
  ///   - places: the places of what is drawn in its columns, for those that do not stand for one of their own.
  init(area: Rectangle, range: ClosedRange<Double>, places: [Double?] = []) {
    self.area = area
    self.range = range
    self.places = places
  }

  /// The place of the horizontal axis that a column stands for.
  ///
  /// - Parameter column: a column of the frame; those beside the plot count as its nearest one, so that something that is
  ///   dragged beyond an end stays at the end.
  /// - Returns: the place.
  public func value(atColumn column: Int) -> Double {
    let index = min(max(column - area.minX, 0), max(area.width - 1, 0))
    if places.indices.contains(index), let place = places[index] { return place }
    guard area.width > 1 else { return range.lowerBound }
    let share = Double(index) / Double(area.width - 1)
    return min(range.lowerBound + (range.upperBound - range.lowerBound) * share, range.upperBound)
  }
}
