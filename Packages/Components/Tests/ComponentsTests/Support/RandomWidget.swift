import BasicsTesting

@testable import Components

/// A generator of random widget trees with all kinds of content, including hostile text.
struct RandomWidget {
  private var generator: SeededGenerator
  private var text: RandomText

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    text = RandomText(seed: seed ^ 0x5DEE_CE66)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func flip() -> Bool { Bool.random(using: &generator) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...(elements.count - 1))] }

  private mutating func string() -> String { text.hostile(maximumParts: 8) }

  private mutating func styled() -> StyledText {
    StyledText(string(), TextStyle(foreground: .hex(UInt32(number(0...0xFFFFFF))))) + StyledText(string(), .bold)
  }

  private mutating func state() -> ControlState { pick(ControlState.allCases) }

  private mutating func tone() -> Tone { pick(Tone.allCases) }

  private mutating func value() -> Double {
    switch number(0...11) {
    case 0: .nan
    case 1: .infinity
    case 2: -Double.greatestFiniteMagnitude
    case 3: Double.greatestFiniteMagnitude
    case 4: 0
    case 5: 1e-300
    default: Double(number(-1000...1000)) / 7
    }
  }

  private mutating func values(_ maximum: Int) -> [Double] { (0..<number(0...maximum)).map { _ in value() } }

  private mutating func listState() -> ListState {
    ListState(selection: flip() ? number(-3...60) : nil, offset: number(-5...80))
  }

  mutating func environment() -> RenderEnvironment {
    RenderEnvironment(
      theme: pick([.dark, .light]),
      capabilities: OutputCapabilities(
        colorDepth: pick(ColorDepth.allCases),
        showsAttributes: flip(),
        showsHyperlinks: flip()
      ),
      widthPolicy: pick([.standard, .eastAsian]),
      glyphs: pick(GlyphSet.allCases),
      time: .milliseconds(number(-5000...100_000)),
      isAnimated: flip(),
      imageProtocol: pick([nil, nil, .kitty])
    )
  }

  /// Returns a random widget, which contains other widgets if the depth is above 0.
  mutating func widget(depth: Int) -> any Widget {
    depth > 0 && number(0...3) > 0 ? container(depth: depth) : leaf()
  }

  private mutating func children(_ depth: Int) -> [any Widget] {
    (0..<number(0...4)).map { _ in widget(depth: depth - 1) }
  }

  private mutating func container(depth: Int) -> any Widget {
    let alignment = pick([Alignment.topLeading, .center, .bottomTrailing])
    switch number(0...14) {
    case 0, 1: return HStack(alignment: alignment.vertical, spacing: number(0...3), children: children(depth))
    case 2, 3: return VStack(alignment: alignment.horizontal, spacing: number(0...3), children: children(depth))
    case 4: return Padding(widget(depth: depth - 1), Insets(horizontal: number(0...5), vertical: number(0...3)))
    case 5: return Border(widget(depth: depth - 1), title: styled())
    case 6:
      return Frame(
        widget(depth: depth - 1),
        width: flip() ? .fixed(number(0...30)) : nil,
        height: flip() ? .fixed(number(0...30)) : nil,
        alignment: alignment
      )
    case 7: return Filling(widget(depth: depth - 1), alignment: alignment)
    case 8: return Prioritized(widget(depth: depth - 1), priority: number(-2...2))
    case 9: return Styled(widget(depth: depth - 1), TextStyle(background: .hex(0x203040), attributes: .underline))
    case 10: return Targeted(widget(depth: depth - 1), name: "target", index: number(0...9))
    case 11:
      return Overlay(
        widget(depth: depth - 1),
        top: widget(depth: depth - 1),
        alignment: alignment,
        dimsBase: flip(),
        isModal: flip()
      )
    case 12:
      return ScrollArea(
        widget(depth: depth - 1),
        state: ScrollState(offset: Point(x: number(-9...40), y: number(-9...40))),
        scrollsHorizontally: flip()
      )
    default:
      return Dialog(
        string(),
        content: widget(depth: depth - 1),
        buttons: [string(), string()],
        selected: number(0...2)
      )
    }
  }

  private mutating func leaf() -> any Widget {
    switch number(0...13) {
    case 0, 1:
      return Text(
        styled(),
        wrapping: pick([.words, .characters, .truncated(.start), .truncated(.middle), .truncated(.end)]),
        alignment: pick([.leading, .center, .trailing]),
        maximumLines: flip() ? number(0...3) : nil
      )
    case 2: return pick([Spacer(minimumLength: number(0...4)), Divider(styled()), VStack(children: [])])
    case 3: return control()
    case 4: return rows()
    case 5: return chart()
    case 6: return ImageView(image(), description: string())
    case 7: return Avatar(string(), rows: number(0...5))
    case 8: return Toast(styled(), tone: tone())
    case 9:
      let keys = [KeyHintBar.Hint(string(), string())]
      return flip()
        ? StatusMessage(string(), detail: string(), hint: string(), keys: flip() ? keys : [], tone: tone())
        : StatusMessage.loading(string(), detail: string(), hint: string(), keys: flip() ? keys : [])
    case 10: return DescribedTextGroup([DescribedText(string(), styled()), DescribedText(string(), styled())])
    case 11: return progress()
    default: return control()
    }
  }

  private mutating func control() -> any Widget {
    switch number(0...8) {
    case 0: return Button(string(), tone: flip() ? tone() : nil, state: state(), isLoading: flip())
    case 1: return GradientButton(string(), state: state(), isLoading: flip(), rows: number(0...4))
    case 2: return Badge(string(), tone: tone(), isFilled: flip())
    case 3: return Toggle(string(), isOn: flip(), state: state())
    case 4: return TabBar([string(), string(), string()], selected: number(-1...4), isFocused: flip(), target: "tab")
    case 5: return KeyHintBar([.init(string(), string()), .init(string(), string())])
    case 6: return Spinner(styled())
    case 7:
      var field = TextFieldState(string())
      field.move(to: number(0...8))
      return TextField(field, prompt: string(), state: state(), isSecret: flip())
    default:
      return Form([
        .init(string(), control: Toggle(string(), isOn: flip()), note: string(), error: string(), isFocused: flip()),
        .init(string(), control: TextField(TextFieldState(string()), state: state()), error: string()),
      ])
    }
  }

  private mutating func rows() -> any Widget {
    let content = (0..<5).map { _ in styled() }
    if flip() {
      return SectionedList(
        sections: (0..<number(0...3)).map { _ in .init(string(), count: number(-1...20)) },
        state: listState(),
        isFocused: flip(),
        target: "row"
      ) { ListRow(content[$1 % 5], detail: content[($0 + $1) % 5], trailing: content[($1 + 2) % 5]) }
    }
    return Table(
      columns: (0..<number(0...4)).map { _ in
        TableColumn(
          string(),
          width: LengthRange(minimum: number(0...6), ideal: number(0...12), maximum: number(0...40)),
          alignment: pick([.leading, .center, .trailing]),
          priority: number(-1...2)
        )
      },
      rowCount: number(-1...40),
      state: listState(),
      sort: flip() ? TableSort(column: number(-1...4), isAscending: flip()) : nil,
      target: "table"
    ) { content[($0 + $1) % 5] }
  }

  private mutating func chart() -> any Widget {
    let axis = ChartAxis(
      marks: flip() ? [.init(value(), string()), .init(1, string())] : nil,
      range: flip() ? -5...Double(number(-5...20)) : nil
    )
    let points = (0..<number(0...30)).map { _ in ChartPoint(x: value(), y: value()) }
    switch number(0...4) {
    case 0: return Sparkline(values(40), range: flip() ? -5...Double(number(-5...20)) : nil)
    case 1:
      return LineChart(
        [ChartSeries(string(), points: points), ChartSeries(string(), values: values(50))],
        xAxis: axis,
        yAxis: flip() ? axis : ChartAxis(),
        cursor: flip() ? value() : nil,
        showsHeader: flip(),
        isFilled: flip(),
        marksExtremes: flip(),
        volume: flip() ? ChartSeries(string(), values: values(50)) : nil,
        volumeAxis: axis
      )
    case 2: return ColumnChart(ChartSeries(string(), points: points), xAxis: axis, yAxis: axis)
    default:
      return CandleChart(
        candles: points.map { Candle(x: $0.x, open: $0.y, high: value(), low: value(), close: value()) },
        xAxis: axis,
        yAxis: axis
      )
    }
  }

  private mutating func progress() -> any Widget {
    let bar = ProgressBar(
      styled(),
      reading: ProgressReading(
        completed: value(),
        total: flip() ? value() : nil,
        rate: value(),
        remaining: flip() ? .seconds(number(0...10_000_000)) : nil
      ),
      unit: flip() ? .bytes : .items(string())
    )
    switch number(0...1) {
    case 0: return bar
    default: return MeterBar(fraction: flip() ? value() : nil, tone: tone())
    }
  }

  private mutating func image() -> PixelImage {
    let width = number(1...9)
    let height = number(1...9)
    let bytes = (0..<(width * height * 4)).map { _ in UInt8(number(0...255)) }
    return PixelImage(width: width, height: height, bytes: bytes) ?? WidgetSample.picture
  }
}
