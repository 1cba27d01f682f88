import Testing

@testable import Components

@Suite("Chart scales and labels")
struct ChartScaleTests {
  @Test(
    "places values on the positions of a scale, clamped to its ends",
    arguments: [(-3, 0), (0, 0), (0.49, 0), (0.51, 1), (5, 5), (9.4, 9), (10, 10), (99, 10)] as [(Double, Int)]
  )
  func places(_ value: Double, _ place: Int) throws {
    let scale = try #require(ChartScale(lower: 0, upper: 10))
    #expect(scale.place(of: value, count: 11) == place)
    #expect(scale.place(of: value, count: 1) == 0)
  }

  @Test("returns the values of positions")
  func values() throws {
    let scale = try #require(ChartScale(lower: 10, upper: 20))
    #expect([0, 1, 2, 4].map { scale.value(at: $0, count: 5) } == [10, 12.5, 15, 20])
    #expect(scale.value(at: 0, count: 1) == 10)
    #expect(scale.value(at: 1, count: 2) == 20)
  }

  @Test(
    "widens a scale with equal bounds by a twentieth, or by one around zero",
    arguments: [(0, -1, 1), (20, 19, 21), (-20, -21, -19)] as [(Double, Double, Double)]
  )
  func flat(_ value: Double, _ lower: Double, _ upper: Double) throws {
    let scale = try #require(ChartScale(lower: value, upper: value))
    #expect([scale.lower, scale.upper] == [lower, upper])
  }

  @Test(
    "aligns a range with round values at evenly spaced rows",
    arguments: [
      // The bounds, the rows, and the expected values and decimals.
      (0, 10, 11, [0, 5, 10], 0), (0, 10, 6, [0, 5, 10], 0), (3, 17, 8, [0, 5, 10, 15], 0), (0, 1, 12, [0, 0.5, 1], 1),
      (-4, 4, 9, [-4, -2, 0, 2, 4], 0),
    ] as [(Double, Double, Int, [Double], Int)]
  )
  func aligned(_ lower: Double, _ upper: Double, _ rows: Int, _ values: [Double], _ decimals: Int) throws {
    let scale = try #require(ChartScale(lower: lower, upper: upper))
    let result = try #require(scale.aligned(rows: rows))
    #expect(result.values == values)
    #expect(result.decimals == decimals)
  }

  @Test("aligns no range with fewer than three rows, or without rows between its margins")
  func tooFewRows() throws {
    let scale = try #require(ChartScale(lower: 0, upper: 10))
    #expect(scale.aligned(rows: 2) == nil)
    #expect(scale.aligned(rows: 3) != nil)
    #expect(scale.aligned(rows: 5, ChartScale.AlignmentRules(margin: 2)) == nil)
    #expect(scale.aligned(rows: 6, ChartScale.AlignmentRules(margin: 2)) != nil)
  }

  @Test(
    "truncates columns at a round value only if the values are much closer to each other than to zero",
    arguments: [
      ([60, 50], 50), ([60, 49], nil), ([-60, -50], -50), ([-60, -49], nil), ([50, 50], nil), ([1_037, 1_012], 1_012),
      ([10_370, 10_123], 10_120), ([-10_370, -10_123], -10_120), ([5, -5], nil),
    ] as [([Double], Double?)]
  )
  func cut(_ values: [Double], _ cut: Double?) {
    #expect(ColumnChart(ChartSeries("", values: values)).cut == cut)
  }

  @Test(
    "places the label of an extreme value above or below it, inside the plot and beside the cursor",
    arguments: [
      // The point, the label's distance in rows, the cursor's column, and the expected lines.
      (10, 1, -1, nil, ["       high 4"]), (10, 1, 1, nil, ["", "", "       high 4"]), (1, 1, -1, nil, ["high 4"]),
      (3, 1, -1, nil, ["high 4"]), (4, 1, -1, nil, [" high 4"]), (19, 1, -1, nil, ["              high 4"]),
      (10, 1, -1, 6, ["       high 4"]), (10, 1, -1, 7, ["        high 4"]), (10, 1, -1, 12, ["             high 4"]),
      (10, 1, -1, 13, ["       high 4"]), (15, 1, -1, 13, ["              high 4"]),
      (15, 1, -1, 14, ["        high 4"]),
      (10, 0, -1, nil, []), (10, 2, 1, nil, []),
    ] as [(Int, Int, Int, Int?, [String])]
  )
  func extremeLabel(_ x: Int, _ y: Int, _ offset: Int, _ cursor: Int?, _ expected: [String]) {
    var canvas = Canvas(CellBuffer(size: Size(width: 20, height: 3)), environment: .plain)
    ExtremeLabel(name: "high", value: "4").draw(at: Point(x: x, y: y), offset: offset, cursor: cursor, on: &canvas)
    expectLines(canvas.frame.buffer, expected)
  }

  @Test("omits the label of an extreme value that is wider than the plot", arguments: [(5, false), (6, true)])
  func wideLabel(_ width: Int, _ isShown: Bool) {
    var canvas = Canvas(CellBuffer(size: Size(width: width, height: 1)), environment: .plain)
    ExtremeLabel(name: "high", value: "4").draw(at: .zero, offset: 0, cursor: nil, on: &canvas)
    expectLines(canvas.frame.buffer, isShown ? ["high 4"] : [""])
  }

  @Test(
    "finds the nearest point, preferring the earlier one, and skips gaps",
    arguments: [(-9, 0), (0, 0), (0.5, 0), (0.6, 1), (1, 1), (2.4, 1), (2.5, 1), (2.6, 4), (9, 4)] as [(Double, Double)]
  )
  func nearest(_ place: Double, _ expected: Double) {
    let series = ChartSeries("", values: [5, 6, .nan, .nan, 7])
    #expect(series.nearest(to: place)?.x == expected)
    #expect(ChartSeries("", values: [.nan]).nearest(to: place) == nil)
  }

  @Test(
    "summarizes a series for screen readers",
    arguments: [
      ([], "Chart: no data"), ([.nan], "Chart: no data"), ([2], "Chart: 2.00 at 0.00"),
      (
        [2, .nan, 1],
        "Chart: 2 points, from 2.00 at 0.00 to 1.00 at 2.00; lowest 1.00 at 2.00; highest 2.00 at 0.00; "
          + "change -50.0 %; 1 without a value"
      ),
      (
        [-2, -1],
        "Chart: 2 points, from -2.00 at 0.00 to -1.00 at 1.00; lowest -2.00 at 0.00; highest -1.00 at 1.00; "
          + "change +50.0 %"
      ),
      ([0, 1], "Chart: 2 points, from 0.00 at 0.00 to 1.00 at 1.00; lowest 0.00 at 0.00; highest 1.00 at 1.00"),
    ] as [([Double], String)]
  )
  func summary(_ values: [Double], _ expected: String) {
    let series = ChartSeries("", values: values)
    #expect(ChartSummary(series, xAxis: ChartAxis(), yAxis: ChartAxis()).text == expected)
  }

  @Test(
    "draws three rows of volume, or four in a chart that is twice as tall",
    arguments: [(17, 0), (18, 3), (35, 3), (36, 4)]
  )
  func volumeRows(_ height: Int, _ rows: Int) throws {
    let chart = LineChart(
      [ChartSeries("", values: [1, 2])],
      showsHeader: false,
      volume: ChartSeries("", values: [1, 1]),
      target: "chart"
    )
    let frame = chart.frame(size: Size(width: 40, height: height), environment: .plain)
    // Below the plot are the axis and its labels.
    let plot = try #require(frame.plots["chart"])
    #expect(plot.area.maxY == height - rows - 2)
    #expect(frame.buffer.lines.filter { $0.contains("██") }.count == rows)
  }

  @Test(
    "labels extremes only in a plot of at least 32 x 8 cells",
    arguments: [(31, 10, 0), (32, 9, 0), (32, 10, 2), (33, 11, 2)]
  )
  func leastSizeWithExtremes(_ width: Int, _ height: Int, _ count: Int) {
    let chart = LineChart([ChartSeries("", values: [2, 9, 1])], showsHeader: false, marksExtremes: true)
    let lines = chart.frame(size: Size(width: width, height: height), environment: .plain).buffer.lines
    #expect(lines.filter { $0.contains("high 9.00") || $0.contains("low 1.00") }.count == count)
  }
}
