import Testing

@testable import Components

@Suite("Chart click targets")
struct ChartPlotTests {
  private static func frame(_ widget: some Widget, width: Int = 80, height: Int = 12) -> RenderedFrame {
    widget.frame(size: Size(width: width, height: height), environment: .plain)
  }

  private static var money: ChartAxis { ChartAxis(label: { "$\(Int($0)).00" }) }
  private static let series = ChartSeries("Price", values: (0...100).map { 1_000 + Double($0) })
  private static let candles = (0...100).map { index in
    Candle(x: Double(index), open: 1_000, high: 1_005 + Double(index), low: 990, close: 1_001)
  }

  private static func charts(_ target: String) -> [any Widget] {
    [
      LineChart([series], yAxis: money, target: target), ColumnChart(series, yAxis: money, target: target),
      CandleChart(candles: candles, yAxis: money, target: target),
    ]
  }

  @Test("makes a chart's data clickable, but not its axes or labels", arguments: 0...2)
  func dataOnly(kind: Int) throws {
    let frame = Self.frame(Self.charts("chart")[kind])
    let plot = try #require(frame.plots["chart"])
    let lines = frame.buffer.lines.map { Array($0) }
    // The axis is to the left of the plot and below it.
    #expect(plot.area.minX > 4)
    #expect(plot.area.maxX == 80)
    #expect(["│", "┤"].contains(lines[2][plot.area.minX - 1]))
    #expect(lines[plot.area.maxY][plot.area.minX - 1] == "└")
    #expect(frame.target(at: plot.area.origin)?.name == "chart")
    #expect(frame.target(at: Point(x: 79, y: plot.area.maxY - 1))?.name == "chart")
    #expect(frame.target(at: Point(x: plot.area.minX - 1, y: 3)) == nil)
    #expect(frame.target(at: Point(x: 0, y: 3)) == nil)
    #expect(frame.target(at: Point(x: 40, y: plot.area.maxY)) == nil)
  }

  @Test("maps each chart column to a value whose cursor is drawn in that column", arguments: [20, 41, 80, 200])
  func columns(width: Int) throws {
    let frame = Self.frame(LineChart([Self.series], yAxis: Self.money, target: "chart"), width: width)
    let plot = try #require(frame.plots["chart"])
    #expect(plot.value(atColumn: plot.area.minX) == 0)
    #expect(plot.value(atColumn: plot.area.maxX - 1) == 100)
    // The lowest row of the right half contains only the cursor.
    for column in (plot.area.minX + plot.area.width / 2)..<plot.area.maxX {
      let cursor = plot.value(atColumn: column)
      let chart = LineChart([Self.series], yAxis: Self.money, cursor: cursor, target: "chart")
      let frame = Self.frame(chart, width: width)
      let row = try #require(frame.plots["chart"]).area.maxY - 1
      #expect(Array(frame.buffer.lines[row]).lastIndex(of: "│") == column)
    }
  }

  @Test("maps positions beyond a chart's plot to the ends of the plot")
  func ends() throws {
    let frame = Self.frame(LineChart([Self.series], yAxis: Self.money, target: "chart"))
    let plot = try #require(frame.plots["chart"])
    #expect(plot.value(atColumn: -500) == 0)
    #expect(plot.value(atColumn: 3) == 0)
    #expect(plot.value(atColumn: 80) == 100)
    #expect(plot.value(atColumn: .max) == 100)
  }

  @Test("maps all cells of a wide chart column, including the gap after it, to one value")
  func wideColumns() throws {
    let chart = ColumnChart(ChartSeries("Volume", values: [3, 4, .nan, 5]), target: "chart")
    let frame = Self.frame(chart, width: 20, height: 2)
    #expect(frame.buffer.lines[1] == "███ ████     ██████")
    let plot = try #require(frame.plots["chart"])
    #expect((0..<8).map { plot.value(atColumn: $0) } == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect((13..<20).map { plot.value(atColumn: $0) } == [3, 3, 3, 3, 3, 3, 3])
    // In a gap, a column's value follows from its position.
    #expect((8..<13).allSatisfy { plot.value(atColumn: $0) > 1.5 && plot.value(atColumn: $0) < 3 })
  }

  @Test("reports the position of a chart's plot within the whole frame")
  func nested() throws {
    let chart = LineChart([Self.series], yAxis: Self.money, target: "chart")
    let tree = VStack(spacing: 0, children: [Text("title"), chart.framed(height: 9).padded(Insets(leading: 7))])
    let frame = Self.frame(tree)
    let plot = try #require(frame.plots["chart"])
    let target = try #require(frame.targets.first { $0.name == "chart" })
    #expect(target.area == plot.area)
    #expect(plot.area.minY == 2)
    #expect(plot.area.minX > 7)
  }

  @Test("makes the whole area of a chart without axes clickable, but nothing in a chart without data")
  func bare() throws {
    let chart = LineChart([Self.series], yAxis: Self.money, target: "chart")
    let small = Self.frame(chart, width: 10, height: 3)
    #expect(small.plots["chart"]?.area == Rectangle(x: 0, y: 0, width: 10, height: 3))
    for empty in [LineChart([], target: "chart") as any Widget, CandleChart(candles: [], target: "chart")] {
      let frame = Self.frame(empty)
      #expect(frame.targets.isEmpty)
      #expect(frame.plots.isEmpty)
    }
    let least = Self.frame(chart, width: 1, height: 1)
    #expect(least.plots["chart"]?.value(atColumn: 0) == 0)
  }

  @Test("uses the densest set of axis marks whose labels all fit")
  func densities() {
    // Given: marks whose later labels depend on earlier ones
    let axis = ChartAxis(densities: { maximum in
      #expect(maximum == 4)
      return [1, 10, 25, 50, 100].map { step in
        stride(from: 0, through: 100, by: step).map { .init(Double($0), $0 == 0 ? "first \($0)" : "\($0) on") }
      }
    })
    // When
    let chart = LineChart([ChartSeries("", values: (0...100).map { _ in 1 })], xAxis: axis)
    let lines = chart.frame(size: Size(width: 48, height: 6), environment: .plain).buffer.lines
    // Then: there is at most one mark per ten columns, and no mark is missing
    #expect(lines.last?.split(separator: " ").joined(separator: " ") == "first 0 50 on 100 on")
  }
}
