/// A line chart in Braille dots, with labeled axes, gaps, and a header with the values at the cursor.
public struct LineChart: Widget {
  private let series: [ChartSeries]
  private let xAxis: ChartAxis
  private let yAxis: ChartAxis
  private let cursor: Double?
  private let showsHeader: Bool
  private let target: String?

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - series: The lines; at most 255 are drawn.
  ///   - xAxis: The horizontal axis.
  ///   - yAxis: The vertical axis.
  ///   - cursor: The position of the cursor, whose values are shown; `nil` for none.
  ///   - showsHeader: Whether the first row names the lines, with their values at the cursor if there is one. The row
  ///     doesn't depend on the cursor, which therefore never moves the plot.
  ///   - target: the name for clicks on the data, and of its ``ChartPlot`` in the frame.
  public init(
    _ series: [ChartSeries],
    xAxis: ChartAxis = ChartAxis(),
    yAxis: ChartAxis = ChartAxis(),
    cursor: Double? = nil,
    showsHeader: Bool = true,
    target: String? = nil
  ) {
    self.showsHeader = showsHeader
    self.series = Array(series.prefix(255))
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.cursor = cursor.flatMap { $0.isFinite ? $0 : nil }
    self.target = target
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 8, ideal: 60) }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 3, ideal: 12)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    guard let frame = frame else {
      canvas.write(
        StyledText("No data", environment.theme.typography.caption),
        row: canvas.size.height / 2,
        alignment: .center
      )
      return
    }
    let hasHeader = showsHeader && canvas.size.height > 4
    if hasHeader { canvas.write(header(environment), row: 0) }
    let area = canvas.bounds.inset(by: Insets(top: hasHeader ? 1 : 0))
    let layout = frame.layout(area, environment)
    frame.draw(layout, on: &canvas)
    if let target { canvas.addPlot(target, in: layout.plot, frame.horizontal) }
    drawCursor(frame, layout.plot, on: &canvas)
    var grid = PlotGrid(cells: layout.plot.size, glyphs: environment.glyphs)
    let plotter = LinePlotter(horizontal: frame.horizontal, vertical: frame.vertical)
    // Draw the first series last, so that it is on top.
    for (index, line) in series.enumerated().reversed() {
      plotter.draw(line.points, owner: UInt8(index), into: &grid)
    }
    canvas.withArea(layout.plot) { grid.draw(on: &$0, at: .zero, colors: colors(environment)) }
  }

  /// Adds the widget's linear text.
  public func read(to reader: inout LinearReader) {
    for line in series { reader.read(StyledText(ChartSummary(line, xAxis: xAxis, yAxis: yAxis).text)) }
    if showsHeader, cursor != nil, frame != nil {
      reader.read("At the cursor: " + header(reader.environment, separator: ", ").withoutStyles)
    }
  }

  // MARK: Parts

  private var frame: ChartFrame? {
    var bounds = ChartBounds()
    for line in series { bounds.add(line.points) }
    return bounds.frame(xAxis: xAxis, yAxis: yAxis)
  }

  private func colors(_ environment: RenderEnvironment) -> [Color] {
    let palette = environment.theme.palette
    let standard = [palette.accent, palette.warning, palette.positive, palette.information, palette.accentEnd]
    return series.enumerated().map { $1.color ?? standard[$0 % standard.count] }
  }

  /// Returns the values at the cursor, or the names of the lines.
  private func header(_ environment: RenderEnvironment, separator: StyledText = "  ") -> StyledText {
    let colors = colors(environment)
    let names = zip(series, colors).map { StyledText(safe: $0.name, .bold.foreground($1)) }
    guard let cursor else { return names.joined(separator: separator) }
    let values = zip(series, names).compactMap { line, name -> StyledText? in
      guard let point = line.nearest(to: cursor) else { return nil }
      let value = StyledText(safe: yAxis.text(point.y, decimals: 2), .bold)
      return line.name.isEmpty ? value : name + StyledText(safe: " ") + value
    }
    let place = series.compactMap { $0.nearest(to: cursor) }.first?.x ?? cursor
    return ([StyledText(safe: xAxis.text(place, decimals: 2))] + values).joined(separator: separator)
  }

  private func drawCursor(_ frame: ChartFrame, _ plot: Rectangle, on canvas: inout Canvas) {
    guard let cursor, cursor >= frame.horizontal.lower, cursor <= frame.horizontal.upper else { return }
    let column = plot.minX + frame.horizontal.place(of: cursor, count: plot.width)
    let style = TextStyle.foreground(canvas.environment.theme.palette.secondaryText)
    for row in plot.minY..<plot.maxY where plot.width > 0 {
      canvas.write(StyledText(safe: canvas.environment.glyphs.verticalLine, style), at: Point(x: column, y: row))
    }
  }
}

/// Draws the points of a series as a line of dots.
///
/// In each column of dots, only the first, smallest, largest and last point are visible. Drawing only these produces
/// the same image for any number of points, and keeps every peak.
struct LinePlotter {
  let horizontal: ChartScale
  let vertical: ChartScale

  func draw(_ points: [ChartPoint], owner: UInt8, into grid: inout PlotGrid) {
    guard grid.width > 0, grid.height > 0 else { return }
    var column: Column?
    for point in points {
      guard point.y.isFinite else {
        if let finished = column { finished.draw(owner: owner, into: &grid) }
        column = nil
        continue
      }
      guard point.x >= horizontal.lower, point.x <= horizontal.upper else { continue }
      let x = horizontal.place(of: point.x, count: grid.width)
      let y = grid.height - 1 - vertical.place(of: point.y, count: grid.height)
      guard var current = column else {
        column = Column(x: x, y: y)
        continue
      }
      if x == current.x {
        current.add(y)
        column = current
      } else {
        current.draw(owner: owner, into: &grid)
        grid.line(from: Point(x: current.x, y: current.last), to: Point(x: x, y: y), owner: owner)
        column = Column(x: x, y: y)
      }
    }
    column?.draw(owner: owner, into: &grid)
  }

  private struct Column {
    let x: Int
    var top: Int
    var bottom: Int
    var last: Int

    init(x: Int, y: Int) {
      self.x = x
      top = y
      bottom = y
      last = y
    }

    mutating func add(_ y: Int) {
      if y < top { top = y }
      if y > bottom { bottom = y }
      last = y
    }

    func draw(owner: UInt8, into grid: inout PlotGrid) {
      for y in top...bottom { grid.set(x: x, y: y, owner: owner) }
    }
  }
}
