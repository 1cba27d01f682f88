/// A line chart in Braille dots, with labeled axes, gaps, and a header that shows the values at the cursor.
public struct LineChart: Widget {
  private let series: [ChartSeries]
  private let xAxis: ChartAxis
  private let yAxis: ChartAxis
  private let cursor: Double?
  private let showsHeader: Bool
  private let isFilled: Bool
  private let marksExtremes: Bool
  private let volume: ChartSeries?
  private let volumeAxis: ChartAxis
  private let target: String?

  /// The minimum chart height for volume columns, and the minimum plot size for labeled extremes, in cells.
  private static let heightWithVolume = 18
  private static let sizeWithExtremes = Size(width: 32, height: 8)

  /// Creates a chart of at most 255 lines.
  ///
  /// The header shows the names of the lines and their values at the cursor. It takes up one row even without a cursor,
  /// so the cursor never moves the plot. With at least 256 colors, `isFilled` draws a background below the first line,
  /// fading toward the bottom. `marksExtremes` labels the first line's highest and lowest values if there is enough
  /// space. `volume` is drawn as columns below the lines, with a separate scale, in charts with at least 18 rows.
  /// `target` is the name of the data's click target, and of its ``ChartPlot`` in the frame.
  public init(
    _ series: [ChartSeries],
    xAxis: ChartAxis = ChartAxis(),
    yAxis: ChartAxis = ChartAxis(),
    cursor: Double? = nil,
    showsHeader: Bool = true,
    isFilled: Bool = false,
    marksExtremes: Bool = false,
    volume: ChartSeries? = nil,
    volumeAxis: ChartAxis = ChartAxis(),
    target: String? = nil
  ) {
    self.showsHeader = showsHeader
    self.isFilled = isFilled
    self.marksExtremes = marksExtremes
    self.volume = volume
    self.volumeAxis = volumeAxis
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
    .flexible(minimum: 3, ideal: hasVolume ? Self.heightWithVolume : 12)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    guard var frame = frame else {
      canvas.write(
        StyledText("No data", environment.theme.typography.caption),
        row: canvas.size.height / 2,
        alignment: .center
      )
      return
    }
    let hasHeader = showsHeader && canvas.size.height > 4
    if hasHeader { canvas.write(header(environment), row: 0) }
    let volumeRows = volumeRows(canvas.size)
    let area = canvas.bounds.inset(by: Insets(top: hasHeader ? 1 : 0, bottom: volumeRows))
    let extremes = extremes(in: area)
    frame.margin = extremes == nil ? 0 : 1
    let layout = frame.layout(area, environment)
    frame.draw(layout, on: &canvas)
    if let target { canvas.addPlot(target, in: layout.plot, frame.horizontal) }
    var grid = PlotGrid(cells: layout.plot.size, glyphs: environment.glyphs)
    let plotter = LinePlotter(horizontal: frame.horizontal, vertical: frame.vertical)
    // Draw the first series last, which puts it on top.
    for (index, line) in series.enumerated().reversed() {
      plotter.draw(line.points, owner: UInt8(index), into: &grid)
    }
    let colors = colors(environment)
    canvas.withArea(layout.plot) { canvas in
      if isFilled, let color = colors.first { ChartFill(color: color).draw(below: grid, on: &canvas) }
    }
    drawCursor(frame, layout.plot, on: &canvas)
    canvas.withArea(layout.plot) { canvas in
      grid.draw(on: &canvas, at: .zero, colors: colors)
      guard layout.hasAxes, let extremes else { return }
      let cursorColumn = cursor.map { frame.horizontal.place(of: $0, count: layout.plot.width) }
      for (name, point, offset) in [("high", extremes.highest, -1), ("low", extremes.lowest, 1)] {
        let label = ExtremeLabel(name: name, value: yAxis.text(point.y, decimals: 2))
        label.draw(at: grid.cell(of: point, frame), offset: offset, cursor: cursorColumn, on: &canvas)
      }
    }
    if volumeRows > 0 { drawVolume(frame, layout.plot, rows: volumeRows, on: &canvas) }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    for line in series { reader.read(StyledText(ChartSummary(line, xAxis: xAxis, yAxis: yAxis).text)) }
    if hasVolume, let volume {
      reader.read(StyledText(ChartSummary(volume, xAxis: xAxis, yAxis: volumeAxis).text))
    }
    if showsHeader, cursor != nil, frame != nil {
      reader.read("At the cursor: " + header(reader.environment, separator: ", ").withoutStyles)
    }
  }

  // MARK: Parts

  private var hasVolume: Bool { volume?.points.contains { $0.y > 0 && $0.y.isFinite } ?? false }

  /// Returns the number of rows for the volume columns, or 0 if there are no columns or not enough space.
  private func volumeRows(_ size: Size) -> Int {
    guard hasVolume, size.height >= Self.heightWithVolume else { return 0 }
    return size.height >= 2 * Self.heightWithVolume ? 4 : 3
  }

  /// Returns the first line's highest and lowest points if they differ and should be labeled.
  private func extremes(in area: Rectangle) -> (highest: ChartPoint, lowest: ChartPoint)? {
    guard marksExtremes, area.width >= Self.sizeWithExtremes.width, area.height - 2 >= Self.sizeWithExtremes.height,
      yAxis.range == nil, let points = series.first?.points.lazy.filter(\.y.isFinite),
      let highest = points.max(by: { $0.y < $1.y }), let lowest = points.min(by: { $0.y < $1.y }),
      highest.y > lowest.y
    else { return nil }
    return (highest, lowest)
  }

  /// Draws the volume columns below the horizontal axis's labels, aligned with the plot.
  private func drawVolume(_ frame: ChartFrame, _ plot: Rectangle, rows: Int, on canvas: inout Canvas) {
    guard let volume, let highest = volume.points.lazy.map(\.y).filter(\.isFinite).max() else { return }
    let top = canvas.size.height - rows
    let palette = canvas.environment.theme.palette
    let columns = ColumnChart(
      ChartSeries(volume.name, points: volume.points, color: volume.color ?? palette.border),
      xAxis: ChartAxis(range: frame.horizontal.lower...frame.horizontal.upper),
      yAxis: ChartAxis(range: 0...highest)
    )
    canvas.draw(columns, in: Rectangle(x: plot.minX, y: top, width: plot.width, height: rows))
    let caption = canvas.environment.theme.typography.caption
    for (row, text) in [volumeAxis.text(highest, decimals: 0), volume.name].enumerated() {
      guard text.displayWidth(canvas.environment.widthPolicy) <= plot.minX - 2 else { continue }
      canvas.write(StyledText(safe: text, caption), row: top + row, columns: 0..<plot.minX - 2, alignment: .trailing)
    }
  }

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

  /// Returns the values at the cursor or, without a cursor, the names of the lines.
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

/// A plotter that draws a series as a line of dots.
///
/// In each column of dots, only the first, smallest, largest and last points are visible. Drawing only these points
/// gives the same image for any number of points, and keeps every peak.
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
