import Basics
import BasicsTesting
import Testing

@testable import Components

@Suite("Charts")
struct ChartTests {
  @Test(
    "divides an axis range into steps of one, two or five",
    arguments: [
      (0.0, 10.0, 5, [0, 5, 10], 0), (0, 10, 6, [0, 2, 4, 6, 8, 10], 0), (0, 1, 6, [0, 0.2, 0.4, 0.6, 0.8, 1], 1),
      (67_123, 68_456, 4, [67_500, 68_000], 0), (-3, 3, 3, [-2, 0, 2], 0),
      (1e-6, 4e-6, 4, [1e-6, 2e-6, 3e-6, 4e-6], 6),
      (5, 5.5, 0, [], 0),
    ] as [(Double, Double, Int, [Double], Int)]
  )
  func roundValues(_ lower: Double, _ upper: Double, _ count: Int, _ expected: [Double], _ decimals: Int) throws {
    let scale = try #require(ChartScale(lower: lower, upper: upper))
    let result = scale.roundValues(maximumCount: count)
    #expect(result.values.count <= max(count, 0))
    #expect(result.values.count == expected.count)
    #expect(zip(result.values, expected).allSatisfy { abs($0 - $1) <= abs($1) * 1e-9 + 1e-12 })
    if !expected.isEmpty { #expect(result.decimals == decimals) }
  }

  @Test("places round values at evenly spaced rows for any range and number of rows")
  func alignment() throws {
    var generator = SeededGenerator(seed: 18)
    var found = 0
    for _ in 0..<2_000 {
      let size = Power.tenth(raisedTo: Double.random(in: 0...9, using: &generator)) * 1e5
      let lower = Double.random(in: 0...1, using: &generator) * size * (Bool.random(using: &generator) ? 1 : 50)
      let scale = try #require(
        ChartScale(lower: lower, upper: lower + Double.random(in: 0.01...1, using: &generator) * size)
      )
      let rows = Int.random(in: 3...60, using: &generator)
      let margin = rows > 8 && Bool.random(using: &generator) ? 1.0 : 0
      guard let aligned = scale.aligned(rows: rows, ChartScale.AlignmentRules(margin: margin)) else { continue }
      found += 1
      let places = aligned.values.map { aligned.scale.place(of: $0, count: rows) }
      let distances = Set(zip(places, places.dropFirst()).map { $1 - $0 })
      #expect(distances.count == 1 && (2...6).contains(distances.first ?? 0), "\(scale), \(rows) rows: \(aligned)")
      for value in [scale.lower, scale.upper] {
        let place = aligned.scale.place(of: value, count: rows)
        #expect((Int(margin)..<(rows - Int(margin))).contains(place))
      }
      #expect(aligned.values.allSatisfy { $0 >= 0 })
      // The original range covers at least a third of the rows.
      #expect((aligned.scale.upper - aligned.scale.lower) <= (scale.upper - scale.lower) * 3 || rows < 10)
    }
    #expect(found > 1_800)
  }

  @Test("keeps the columns' starting value fixed when an axis range is widened")
  func alignedColumns() throws {
    let standing = try #require(ChartScale(lower: 0, upper: 137))
    #expect(standing.aligned(rows: 12, ChartScale.AlignmentRules(keepsLower: true))?.scale.lower == 0)
    let hanging = try #require(ChartScale(lower: -137, upper: 0))
    #expect(hanging.aligned(rows: 12, ChartScale.AlignmentRules(keepsUpper: true))?.scale.upper == 0)
  }

  @Test("spaces axis labels evenly", arguments: [8, 12, 16, 24, 40])
  func evenLabels(height: Int) {
    let values = (0..<200).map { 133_150 + Double($0 * 7_919 % 2_900) }
    let axis = ChartAxis(label: { "\(Int($0))" })
    let chart = LineChart([ChartSeries("", values: values)], yAxis: axis, showsHeader: false)
    let lines = chart.frame(size: Size(width: 80, height: height), environment: .plain).buffer.lines
    let rows = lines.indices.filter { lines[$0].contains("┤") }
    #expect(rows.count >= 2)
    #expect(Set(zip(rows, rows.dropFirst()).map { $1 - $0 }).count == 1)
    #expect(rows.allSatisfy { lines[$0].prefix(8).hasSuffix("0 ┤") })
  }

  @Test("fills the area below a line only with 256 colors or more", arguments: [GlyphSet.unicode, .ascii])
  func area(glyphs: GlyphSet) {
    let chart = LineChart([ChartSeries("", values: [1, 3, 2, 4])], showsHeader: false, isFilled: true)
    func hasBackground(_ depth: ColorDepth) -> Bool {
      var environment = RenderEnvironment(glyphs: glyphs)
      environment.capabilities.colorDepth = depth
      let buffer = chart.frame(size: Size(width: 40, height: 12), environment: environment).buffer
      return (0..<buffer.size.width * buffer.size.height).contains { index in
        buffer[index % buffer.size.width, index / buffer.size.width].background.color != nil
      }
    }
    #expect(hasBackground(.trueColor) == (glyphs == .unicode))
    #expect(hasBackground(.twoFiftySix) == (glyphs == .unicode))
    #expect(!hasBackground(.sixteen))
    #expect(!hasBackground(.none))
  }

  @Test("labels the highest and lowest values beside a line, and keeps a row free for each label")
  func extremes() {
    let chart = LineChart(
      [ChartSeries("", values: [10, 40, 20, 5, 30])],
      showsHeader: false,
      marksExtremes: true
    )
    let lines = chart.frame(size: Size(width: 60, height: 16), environment: .plain).buffer.lines
    let high = lines.firstIndex { $0.contains("high 40.00") }
    let low = lines.firstIndex { $0.contains("low 5.00") }
    #expect(high != nil && low != nil && high ?? 0 < low ?? 0)
    let small = chart.frame(size: Size(width: 30, height: 8), environment: .plain).buffer.lines
    #expect(!small.joined().contains("high"))
  }

  @Test("shows the volume below a line chart that is tall enough")
  func volume() throws {
    let values = (0..<60).map { Double($0 % 7 + 1) }
    let chart = LineChart(
      [ChartSeries("", values: values)],
      yAxis: ChartAxis(label: { "$\(Int($0)).00" }),
      showsHeader: false,
      volume: ChartSeries("Vol", values: values),
      target: "chart"
    )
    func frame(_ height: Int) -> RenderedFrame {
      chart.frame(size: Size(width: 70, height: height), environment: .plain)
    }
    #expect(frame(18).buffer.lines.suffix(3).allSatisfy { !$0.filter("▁▂▃▄▅▆▇█".contains).isEmpty })
    #expect(frame(18).buffer.lines.joined().contains("Vol"))
    #expect(!frame(17).buffer.lines.joined().contains("Vol"))
    let plot = try #require(frame(18).plots["chart"])
    #expect(plot.area.maxY < 15)
  }

  @Test("labels the volume only if the name fits beside the plot", arguments: [(5, true), (6, false)])
  func volumeLabel(length: Int, isShown: Bool) {
    let name = String(repeating: "v", count: length)
    let values = (0..<60).map { Double($0 % 7 + 1) }
    let chart = LineChart(
      [ChartSeries("", values: values)],
      yAxis: ChartAxis(label: { "$\(Int($0)).00" }),
      showsHeader: false,
      volume: ChartSeries(name, values: values),
      target: "chart"
    )
    let frame = chart.frame(size: Size(width: 70, height: 18), environment: .plain)
    #expect(frame.plots["chart"]?.area.minX == 7)
    #expect(frame.buffer.lines.contains { $0.hasPrefix(name) } == isShown)
  }

  @Test("connects the dots of a line across cells in SVG images")
  func touchingDots() {
    var shapes = SVGShapes()
    // Dots 4 and 8 are the first and last dots in the right column, beside dots 1 and 7 in the next cell.
    shapes.add(0x2888, x: 0, y: 0)
    shapes.add(0x2841, x: 9, y: 0)
    #expect(shapes.fill == "M5 0h4v4h-4zM5 13h4v5h-4zM9 0h5v4h-5zM9 13h5v5h-5z")
  }

  @Test("rejects ranges that no chart can show, and widens empty ranges")
  func scales() throws {
    #expect(ChartScale(lower: .nan, upper: 1) == nil)
    #expect(ChartScale(lower: 0, upper: .infinity) == nil)
    #expect(ChartScale(lower: -.greatestFiniteMagnitude, upper: .greatestFiniteMagnitude) == nil)
    #expect(ChartScale(lower: 2, upper: 1) == nil)
    let flat = try #require(ChartScale(lower: 7, upper: 7))
    #expect(flat.lower < 7)
    #expect(flat.upper > 7)
  }

  @Test("draws the same chart whether many points are reduced to columns or drawn individually")
  func downsampling() throws {
    // Given: many more points than dots, with single peaks
    var generator = SeededGenerator(seed: 3)
    let points = (0..<20_000).map { index in
      ChartPoint(x: Double(index), y: index % 4001 == 7 ? 1000 : Double.random(in: 0...100, using: &generator))
    }
    let horizontal = try #require(ChartScale(lower: 0, upper: 19_999))
    let vertical = try #require(ChartScale(lower: 0, upper: 1000))
    // When: the points are drawn both reduced and individually
    var reduced = PlotGrid(cells: Size(width: 40, height: 10), glyphs: .unicode)
    LinePlotter(horizontal: horizontal, vertical: vertical).draw(points, owner: 0, into: &reduced)
    var full = PlotGrid(cells: Size(width: 40, height: 10), glyphs: .unicode)
    let places = points.map {
      Point(
        x: horizontal.place(of: $0.x, count: full.width),
        y: full.height - 1 - vertical.place(of: $0.y, count: full.height)
      )
    }
    for (start, end) in zip(places, places.dropFirst()) { full.line(from: start, to: end, owner: 0) }
    // Then: both results are equal
    func lines(_ grid: PlotGrid) -> [String] {
      var canvas = Canvas(CellBuffer(size: Size(width: 40, height: 10)), environment: .plain)
      grid.draw(on: &canvas, at: .zero, colors: [.red])
      return canvas.frame.buffer.lines
    }
    #expect(lines(reduced) == lines(full))
  }

  @Test("draws no line across a gap in the data")
  func gap() {
    let chart = LineChart([ChartSeries("", values: [1, 1, 1, .nan, .nan, .nan, 1, 1, 1])])
    expectLines(chart, width: 9, height: 1, .ascii, ["...   ..."].map { $0.replacing(".", with: "'") })
  }

  @Test("draws charts with unsorted, repeated and invalid points")
  func disorder() {
    let points = [(3.0, 1.0), (1, 2), (.nan, 5), (2, .infinity), (1, 3), (.infinity, 1), (0, 0)].map {
      ChartPoint(x: $0, y: $1)
    }
    let series = ChartSeries("a", points: points)
    #expect(series.points.map(\.x) == [0, 1, 1, 2, 3])
    #expect(series.nearest(to: 1.9)?.x == 1 || series.nearest(to: 1.9)?.x == 3)
    #expect(series.nearest(to: -100)?.y == 0)
    #expect(series.nearest(to: .nan) == nil)
  }

  @Test("shows the values nearest to the chart cursor")
  func cursor() {
    let chart = LineChart([ChartSeries("Price", values: [1, 2, 4, 8])], cursor: 2.2)
    #expect(chart.frame(size: Size(width: 40, height: 8), environment: .plain).buffer.lines[0] == "2.00  Price 4.00")
    #expect(chart.linearLines(in: .plain).last?.plainText == "At the cursor: 2.00, Price 4.00")
  }

  @Test("keeps the plot in place when a cursor appears, with and without a header", arguments: [true, false])
  func stillPlot(showsHeader: Bool) throws {
    func plot(_ cursor: Double?) -> ChartPlot? {
      let series = ChartSeries("Price", values: [1, 2, 4, 8])
      let chart = LineChart([series], cursor: cursor, showsHeader: showsHeader, target: "chart")
      return chart.frame(size: Size(width: 40, height: 8), environment: .plain).plots["chart"]
    }
    #expect(plot(nil) != nil)
    #expect(plot(nil) == plot(2))
  }

  @Test("labels and marks the value at which columns are truncated")
  func cutColumns() {
    let cut = ColumnChart(ChartSeries("Price", values: [100, 101, 103]))
    #expect(cut.cut == 100)
    let lines = cut.frame(size: Size(width: 20, height: 8), environment: .plain).buffer.lines
    #expect(lines[5].hasPrefix("100.00"))
    #expect(lines[6].contains("╌╌╌"))
    #expect(cut.linearLines(in: .plain).last?.plainText == "The columns start at 100.00.")
    let whole = ColumnChart(ChartSeries("Price", values: [100, 50, 103]))
    #expect(whole.cut == nil)
    #expect(whole.frame(size: Size(width: 20, height: 8), environment: .plain).buffer.lines[6].contains("───"))
    #expect(ColumnChart(ChartSeries("Loss", values: [-100, -101])).cut == -100)
    #expect(ColumnChart(ChartSeries("", values: [])).cut == nil)
  }

  @Test("sanitizes chart labels")
  func hostileLabels() {
    let axis = ChartAxis(marks: [.init(0, "\u{1B}[2Ja\nb")], label: { _ in "\u{1B}]0;x\u{7}" })
    let chart = LineChart([ChartSeries("\u{9B}31m", values: [1, 2, 3])], xAxis: axis, yAxis: axis, cursor: 1)
    let text = chart.frame(size: Size(width: 40, height: 10), environment: .trueColor).buffer.lines.joined()
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
  }

  @Test("draws columns up or down from zero, with gaps if there is room")
  func columns() {
    let chart = ColumnChart(ChartSeries("Change", values: [4, -2, 0, 0.01, -4]), yAxis: ChartAxis(range: -4...4))
    expectLines(
      chart,
      width: 20,
      height: 4,
      ["███", "███        ▁▁▁", "    ███        ████", "               ████"]
    )
    expectLines(ColumnChart(ChartSeries("Volume", values: [8, 9, 10])), width: 3, height: 2, ["▅▇█", "███"])
    expectLines(ColumnChart(ChartSeries("Price", values: [100, 101, 102])), width: 3, height: 2, [" ▁█", "▁██"])
    expectLines(ColumnChart(ChartSeries("One", values: [100])), width: 1, height: 2, ["█", "█"])
    expectLines(ColumnChart(ChartSeries("Loss", values: [-10, -5])), width: 2, height: 2, ["██", "█"])
  }

  @Test("marks only whole numbers on an axis of counts, and draws each column up to its mark, with none for zero")
  func counts() {
    let counts = ChartAxis(isWhole: true, label: { Decimals.text($0, decimals: 0) })
    func chart(_ values: [Double]) -> ColumnChart { ColumnChart(ChartSeries("", values: values), yAxis: counts) }
    expectLines(
      chart([0, 1]),
      width: 12,
      height: 7,
      ["1 ┤    ████", "  │    ████", "  │    ████", "  │    ████", "  │    ████", "0 └┬───────┬", "   0       2"]
    )
    for most in 1...40 {
      for height in 5...40 {
        let values = [0, 1, Double(most) / 2, Double(most)].map { $0.rounded() }
        let lines = chart(values).frame(size: Size(width: 40, height: height), environment: .plain).buffer.lines
        let base = height - 2
        let marks = lines.prefix(base + 1).enumerated().compactMap { row, line in
          line.split(separator: " ").first.flatMap { Int($0) }.map { (value: $0, rows: base - row) }
        }
        // The marks are evenly spaced, which rounded labels wouldn't be.
        #expect(marks.count > 1 && marks.last.map { $0 == (0, 0) } == true, "\(most) in \(height)")
        let (step, distance) = marks.dropLast().last.map { $0 } ?? (1, 1)
        #expect(marks.allSatisfy { $0.value * distance == $0.rows * step }, "\(most) in \(height): \(marks)")
        // Each column's height, in eighths of a row, matches the marks.
        let widths = (0..<4).map { index in
          lines.prefix(base).reduce(0) { sum, line in
            let cells = Array(line)
            let start = Array(lines[base]).firstIndex(of: "└") ?? 0
            let column = start + 1 + (40 - start - 1) * (2 * index + 1) / 8
            let sign = column < cells.count ? cells[column] : " "
            return sum + (Array("▁▂▃▄▅▆▇█").firstIndex(of: sign).map { $0 + 1 } ?? 0)
          }
        }
        for (value, eighths) in zip(values, widths) {
          let exact = value * Double(distance) * 8 / Double(step)
          let expected = value == 0 ? 0 : max(exact.rounded(), 1)
          #expect(Double(eighths) == expected, "\(value) of \(most) in \(height)")
        }
      }
    }
  }

  @Test("starts columns of counts at zero even if they are far from zero")
  func largeCounts() {
    let series = ChartSeries("", values: [101, 103])
    #expect(ColumnChart(series).cut == 101)
    #expect(ColumnChart(series, yAxis: ChartAxis(isWhole: true)).cut == nil)
  }

  @Test("draws blocks for counts from zero to the largest count, with none for zero")
  func countBlocks() {
    expectLines(Sparkline(counts: [0, 1, 4, 8, 0]), width: 5, height: 1, [" ▁▄█"])
    expectLines(Sparkline(counts: [0, 1, 1_000]), width: 3, height: 1, [" ▁█"])
    expectLines(Sparkline(counts: [0, 0]), width: 2, height: 1, [""])
    expectLines(Sparkline(counts: [0, 3, 0, 0]), width: 2, height: 1, ["█"])
    let text = Sparkline(counts: [0, 3], label: "Fetches").linearLines(in: .plain).map(\.plainText)
    #expect(text == ["Fetches: 2 points, from 0 at 1 to 3 at 2; lowest 0 at 1; highest 3 at 2"])
  }

  @Test("omits repeated axis labels")
  func equalMarks() {
    let days = ChartAxis(label: { "day \(Int($0))" })
    let chart = LineChart([ChartSeries("", values: [1, 1, 2])], xAxis: days)
    let lines = chart.frame(size: Size(width: 60, height: 8), environment: .plain).buffer.lines
    let names = lines.last?.split(separator: " ").filter { $0 != "day" }
    #expect(names == ["0", "1", "2"])
  }

  @Test("connects the line of a falling candle to its body without a gap")
  func joinedWick() {
    // Given: candles whose bodies start and end in the middle of cells, with longer lines
    let candles = [Candle(x: 0, open: 5, high: 8, low: 0, close: 3), Candle(x: 1, open: 5, high: 6, low: 2, close: 3)]
    // When: they are drawn without axes, two halves per cell
    let axis = ChartAxis(range: 0...8)
    let chart = CandleChart(candles: candles, yAxis: axis)
    // Then: a line that continues starts at a full block, and a line that ends in the block's cell is hidden
    expectLines(chart, width: 2, height: 4, ["│", "█▄", "█▀", "│"])
  }

  @Test("merges candles in the same column")
  func candles() {
    let first = Candle(x: 0, open: 1, high: 5, low: 0, close: 2)
    let second = Candle(x: 1, open: 2, high: 9, low: 1, close: 3)
    #expect(first.joined(with: second) == Candle(x: 0, open: 1, high: 9, low: 0, close: 3))
  }

  @Test(
    "computes the same powers of a tenth as the standard library",
    arguments: [(0.0, 1.0), (1, 0.1), (0.5, 0.31622776601683794), (2.25, 0.005623413251903491), (400, 0)]
  )
  func powers(_ exponent: Double, _ expected: Double) {
    #expect(abs(Power.tenth(raisedTo: exponent) - expected) <= expected * 1e-12)
  }
}
