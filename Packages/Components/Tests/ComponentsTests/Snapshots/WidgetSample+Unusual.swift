@testable import Components

extension WidgetSample {
  /// Widgets in states that the documentation doesn't show: limits, marks, scrolled contents and narrow areas.
  static var unusual: [WidgetSample] { unusualLists + unusualCharts + unusualControls + unusualLayout }

  /// Every state in several areas, as plain text, in ASCII and in true color, and its interaction.
  var unusualPictures: String {
    states.reduce(into: "") { output, state in
      for size in [(40, 9), (20, 5), (9, 3), (2, 1), (72, 20)].map({ Size(width: $0, height: $1) }) {
        for (name, environment) in Self.environments where name != "256 colors" {
          if size.width != 40 && name != "plain" { continue }
          output += "=== \(state.name) | \(size.width) x \(size.height) | \(name)\n"
          output += picture(state.widget, size, environment)
        }
      }
      let interaction = Self.interaction(
        state.widget.frame(size: Size(width: 40, height: 9), environment: .plain)
      )
      if !interaction.isEmpty { output += "=== \(state.name) | 40 x 9 | interaction\n" + interaction }
      output += "=== \(state.name) | linear\n"
      for line in state.widget.linearLines(in: .plain) { output += line.plainText + "\n" }
    }
  }

  private func picture(_ widget: any Widget, _ size: Size, _ environment: RenderEnvironment) -> String {
    widget.frame(size: size, environment: environment).buffer.encoded().replacing("\u{1B}", with: "\u{241B}")
  }

  // MARK: Lists

  private static func list(_ state: ListState, isFocused: Bool = true, titles: [String] = ["A", ""]) -> SectionedList {
    SectionedList(
      sections: titles.map { .init($0, count: 8) },
      state: state,
      isFocused: isFocused,
      target: "list"
    ) { section, row in
      ListRow(
        StyledText("Row \(row)"),
        detail: row % 2 == 0 ? "detail" : "",
        trailing: row % 3 == 0 ? StyledText("\(section) of 2", .foreground(.red)) : "",
        isMarked: row % 4 == 1
      )
    }
  }

  private static func table(
    _ state: ListState,
    gap: Int? = nil,
    rows: Int = 12,
    sort: TableSort? = nil,
    hasPictures: Bool = false
  ) -> Table {
    Table(
      columns: [
        TableColumn("Name", width: .flexible(minimum: 4, ideal: 10), priority: 3),
        TableColumn("Center", width: .fixed(8), alignment: .center, priority: 1),
        TableColumn("Number", width: LengthRange(minimum: 3, ideal: 6, maximum: 9), alignment: .trailing, priority: 2),
        TableColumn("", width: .fixed(2)),
      ],
      rowCount: rows,
      state: state,
      columnGap: gap,
      sort: sort,
      target: "table",
      isMarked: { $0 % 3 == 1 },
      picture: { row, column in hasPictures && column == 1 ? MeterBar(fraction: Double(row) / 8) : nil },
      cell: { row, column in
        [StyledText("Row \(row)"), "mid", StyledText("\(row * 1_000)", .bold), "x"][column]
      }
    )
  }

  private static var unusualLists: [WidgetSample] {
    [
      WidgetSample(
        "SectionedList",
        [
          ("scrolled", list(ListState(selection: 4, offset: 3))),
          ("last, not focused", list(ListState(selection: 15), isFocused: false)),
          ("far offset", list(ListState(offset: 1_000))),
          ("long headings", list(ListState(selection: 0), titles: ["A heading of more than twenty columns", "B"])),
          ("one row", SectionedList(count: 1, state: ListState(selection: 0)) { _ in ListRow("only", trailing: "1") }),
          ("wide", SectionedList(count: 2, state: ListState()) { _ in ListRow("你好你好你好", trailing: "12345678") }),
        ]
      ),
      WidgetSample(
        "Table",
        [
          ("marked", table(ListState(selection: 1))), ("scrolled", table(ListState(selection: 9, offset: 4))),
          ("no gap", table(ListState(), gap: 0)), ("wide gap", table(ListState(), gap: 4, rows: 3)),
          ("ascending", table(ListState(), rows: 2, sort: TableSort(column: 2, isAscending: true))),
          ("pictures", table(ListState(selection: 2), rows: 9, hasPictures: true)),
          ("no columns", Table(columns: [], rowCount: 2) { _, _ in "" }),
        ]
      ),
      WidgetSample(
        "ScrollBar",
        [
          ("nothing", ScrollBar(total: 0, visible: 0, offset: 0)), ("fits", ScrollBar(total: 1, visible: 1, offset: 0)),
          ("one of many", ScrollBar(total: 1, visible: 0, offset: 0)),
          ("half", ScrollBar(total: 2, visible: 1, offset: 0)),
          ("second half", ScrollBar(total: 2, visible: 1, offset: 1)),
          ("before the end", ScrollBar(total: 100, visible: 50, offset: 49)),
          ("beyond the end", ScrollBar(total: 100, visible: 50, offset: 99)),
        ]
      ),
    ]
  }

  // MARK: Charts

  private static func series(_ values: [Double], _ name: String = "a", _ color: Color? = nil) -> ChartSeries {
    ChartSeries(name, values: values, color: color)
  }

  private static var shapes: [Candle] {
    [
      Candle(x: 0, open: 2, high: 8, low: 0, close: 6), Candle(x: 1, open: 6, high: 8, low: 0, close: 2),
      Candle(x: 2, open: 4, high: 4, low: 4, close: 4), Candle(x: 3, open: 1, high: 7, low: 1, close: 7),
      Candle(x: 4, open: 7, high: 7, low: 1, close: 1), Candle(x: 5, open: 3, high: 8, low: 3, close: 4),
      Candle(x: 6, open: 5, high: 5, low: 0, close: 4), Candle(x: 7, open: .nan, high: 5, low: 0, close: 4),
    ]
  }

  private static var unusualCharts: [WidgetSample] {
    let marks = [ChartAxis.Mark(0, "start"), .init(2, "two"), .init(3, "three"), .init(9, "end"), .init(99, "never")]
    return [
      WidgetSample(
        "LineChart",
        [
          ("negative", LineChart([series([-3, -1, -7, 2, 5])], cursor: 1)),
          ("given marks", LineChart([series(wave(10))], xAxis: ChartAxis(marks: marks))),
          ("given range", LineChart([series(wave(10))], yAxis: ChartAxis(range: 95...105), showsHeader: false)),
          (
            "seven lines",
            LineChart((1...7).map { series([0, Double($0)], "line \($0)", $0 == 7 ? .red : nil) })
          ),
          (
            "extremes beside the cursor",
            LineChart([series([5, 9, 4, 1, 5])], cursor: 1, showsHeader: false, marksExtremes: true)
          ),
          (
            "volume",
            LineChart(
              [series(wave(30))],
              isFilled: true,
              volume: series(wave(30).reversed(), "Vol", .blue),
              volumeAxis: ChartAxis(label: { "\(Int($0))k" }),
              target: "chart"
            )
          ),
          ("cursor outside", LineChart([series([1, 2, 3])], cursor: 7)),
          ("large numbers", LineChart([series([1e9, 3e9, 2e9])])), ("tiny numbers", LineChart([series([1e-6, 3e-6])])),
        ]
      ),
      WidgetSample(
        "ColumnChart",
        [
          ("cut", ColumnChart(series([103, 101, 104, 102]))), ("hanging and cut", ColumnChart(series([-103, -101]))),
          ("gaps", ColumnChart(series([3, .nan, 5, 2, .nan]), target: "columns")),
          ("one", ColumnChart(series([4]))), ("equal", ColumnChart(series([4, 4, 4]))),
          ("mixed", ColumnChart(series([1, -100, 3]))),
          ("range", ColumnChart(series([1, 5]), yAxis: ChartAxis(range: 2...4))),
        ]
      ),
      WidgetSample(
        "CandleChart",
        [
          ("shapes", CandleChart(candles: shapes, yAxis: ChartAxis(range: 0...8), target: "candles")),
          ("own range", CandleChart("Named", candles: shapes)),
          ("part", CandleChart(candles: shapes, xAxis: ChartAxis(range: 2...4))),
        ]
      ),
      WidgetSample(
        "Sparkline",
        [
          ("falling", Sparkline([5, 3, 4, 1])), ("one", Sparkline([2])), ("gaps only", Sparkline([.nan, .nan])),
          ("toned", Sparkline([1, 2, 3], tone: .warning)),
          ("outside the scale", Sparkline([-5, 50, 500], range: 0...100)),
          ("peaks", Sparkline((0..<90).map { $0 % 30 == 7 ? 9 : Double($0 % 2) })),
        ]
      ),
      WidgetSample(
        "ProgressBar",
        [
          ("long label", ProgressBar("A label of more than twenty columns", fraction: 0.25)),
          (
            "slow",
            ProgressBar(
              "Rows",
              reading: ProgressReading(completed: 3, total: 8, rate: 0.25, remaining: .seconds(20)),
              unit: .items("rows")
            )
          ),
          (
            "unknown total", ProgressBar(reading: ProgressReading(completed: 1_500, total: nil, rate: 12), unit: .bytes)
          ),
          ("nothing yet", ProgressBar("Wait", reading: ProgressReading(completed: 0, total: nil))),
          ("finished", ProgressBar(reading: ProgressReading(completed: 8, total: 8, remaining: .seconds(1)))),
          ("meter", MeterBar(fraction: 0.49)), ("no meter", MeterBar(fraction: .nan)),
        ]
      ),
    ]
  }

  // MARK: Controls

  private static func field(_ text: String, cursor: Int, maximum: Int = 100, pasting: String = "") -> TextFieldState {
    var field = TextFieldState(text, maximumLength: maximum)
    field.move(to: cursor)
    if !pasting.isEmpty { field.paste(pasting) }
    return field
  }

  private static var unusualControls: [WidgetSample] {
    let hints = [KeyHintBar.Hint("Ctrl-A", "a long action"), .init("b", "other"), .init("c", "third")]
    return [
      WidgetSample(
        "TextField",
        [
          (
            "cursor in the middle",
            TextField(field("The quick brown fox jumps over the lazy dog", cursor: 10), state: .focused)
          ),
          ("wide characters", TextField(field("你好你好你好你好你好你好你好你好你好你好你好你好", cursor: 24), state: .focused)),
          ("full", TextField(field("abc", cursor: 3, maximum: 4, pasting: "defgh"), state: .focused)),
          ("exactly one column short", TextField(field("12345678", cursor: 8), state: .focused)),
          ("secret", TextField(field("12345678901", cursor: 5), isSecret: true)),
        ]
      ),
      WidgetSample(
        "KeyHintBar",
        [
          ("targets", KeyHintBar(hints, target: "keys")), ("one", KeyHintBar(Array(hints.prefix(1)))),
        ]
      ),
      WidgetSample(
        "TabBar",
        [
          ("middle", TabBar((1...9).map { "Tab \($0)" }, selected: 4, target: "tabs")),
          ("last", TabBar((1...9).map { "Tab \($0)" }, selected: 8)), ("far", TabBar(["One", "Two"], selected: 7)),
        ]
      ),
      WidgetSample(
        "Button",
        [
          ("tall", GradientButton("Go", rows: 2)), ("no rows", GradientButton("Go", rows: 0)),
          ("own gradient", GradientButton("Go", gradient: Gradient(RGB(hex: 0xFFFFFF), RGB(hex: 0xEEEEEE)))),
          ("empty", Button("")),
        ]
      ),
      WidgetSample(
        "SkeletonRows",
        [
          ("no indent", SkeletonRows(columns: [4, 0, 6, 1], indent: 0)),
          ("wide", SkeletonRows(columns: [60], indent: 5)),
          ("nothing", SkeletonRows(columns: [])),
        ]
      ),
      WidgetSample(
        "Form",
        [
          (
            "all notes",
            Form([
              .init("", control: Toggle("First", isOn: false), note: "Never shown.", error: "A long error that wraps."),
              .init("A", control: TextField(TextFieldState("x"), state: .focused), note: "Note.", isFocused: true),
            ])
          ),
          ("no fields", Form([])),
        ]
      ),
      WidgetSample(
        "Dialog",
        [
          ("targets", Dialog("Quit", message: "Really?", buttons: ["No", "Yes"], selected: 1, target: "buttons")),
          ("many buttons", Dialog("Q", message: "?", buttons: ["First", "Second", "Third", "Fourth"], selected: 3)),
          (
            "no buttons",
            Dialog("Wait", message: "A message that is longer than sixty columns, and therefore wraps.", buttons: [])
          ),
        ]
      ),
      WidgetSample(
        "BigNumber",
        [
          ("separators", BigNumber("1'0 2.3,4")), ("exactly twenty columns", BigNumber("12345")),
          ("one", BigNumber("1", label: "One")),
        ]
      ),
      WidgetSample(
        "Text",
        [
          ("centered", Text("one two three four five six seven eight nine ten", alignment: .center)),
          ("characters", Text("abcdefghijklmnopqrstuvwxyz", wrapping: .characters)),
          ("one line", Text("abcdefghi jkl", maximumLines: 1)), ("no lines", Text("abc", maximumLines: 0)),
          ("start", Text("abcdefghijklmnopqrstuvwxyz", wrapping: .truncated(.start))),
          ("many lines", Text(StyledText((1...12).map { "\($0)" }.joined(separator: "\n")))),
          ("gradient", Text(Gradient(RGB(hex: 0x102030), RGB(hex: 0xF0E0D0)).applied(to: "gradient\nab"))),
        ]
      ),
    ]
  }

  // MARK: Layout

  private static let corners: [(String, Alignment)] = [
    ("topLeading", .topLeading), ("top", .top), ("topTrailing", .topTrailing), ("leading", .leading),
    ("center", .center), ("trailing", .trailing), ("bottomLeading", .bottomLeading), ("bottom", .bottom),
    ("bottomTrailing", .bottomTrailing),
  ]

  private static var unusualLayout: [WidgetSample] {
    let letters = ["a", "bb", "ccc"].map { Text($0) }
    let scrolled = ScrollState(offset: Point(x: 5, y: 2))
    let wide = VStack(children: (1...9).map { Text("Line \($0) of a text that is wider than forty columns") })
    return [
      WidgetSample("Alignment", corners.map { name, alignment in (name, Text("ab\nc").filling(alignment: alignment)) }),
      WidgetSample(
        "Stacks",
        [
          ("spaced row", HStack(spacing: 3, children: letters)),
          ("spaced column", VStack(spacing: 2, children: letters)),
          ("trailing", VStack(alignment: .trailing, children: letters).filling()),
          ("negative spacing", HStack(spacing: -2, children: letters)),
          ("spacers", VStack(children: [Spacer(), letters[0], Spacer(minimumLength: 2), letters[1]])),
          ("bottom", HStack(alignment: .bottom, children: [letters[0], Text("1\n2\n3")])),
        ]
      ),
      WidgetSample(
        "Border",
        [
          ("caption", Text("Inside").bordered(title: "Title", caption: "caption")),
          ("caption only", Text("Inside").bordered(caption: "caption", isFocused: true)),
          ("title of the exact width", Text("x").bordered(title: "1234567890123456")),
          ("panel", Panel(Text("Inside"), title: "Panel")), ("divider", Divider("Four")),
        ]
      ),
      WidgetSample(
        "Padding",
        [
          ("large", Text("Inside").padded(Insets(top: 3, leading: 12, bottom: 1, trailing: 4))),
          ("vertical", Text("Inside").padded(vertical: 2)), ("one side", Text("Inside").padded(Insets(trailing: 5))),
        ]
      ),
      WidgetSample(
        "ScrollArea",
        [
          ("both directions", ScrollArea(wide, state: scrolled, scrollsHorizontally: true, name: "page")),
          ("wrapped", ScrollArea(wide, state: scrolled, name: "page")),
        ]
      ),
      WidgetSample(
        "Overlay",
        [
          ("larger than the base", Text("a").overlaid(with: wide)),
          (
            "modal with target",
            wide.targeted("base").overlaid(with: Text("x").targeted("top", index: 1), isModal: true)
          ),
          (
            "corner",
            wide.targeted("base").overlaid(with: Text("x").targeted("top"), alignment: .bottomTrailing, dimsBase: true)
          ),
        ]
      ),
    ]
  }
}
