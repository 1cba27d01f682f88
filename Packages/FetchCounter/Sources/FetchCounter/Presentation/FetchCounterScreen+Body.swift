import Basics
public import Components
import Foundation

extension FetchCounterScreen {
  struct Layout {
    /// A UUID's width in cells; columns beside the codes are omitted before codes are truncated.
    static let usualCodeWidth = 36
    /// The maximum line length, in cells.
    static let widestText = 90
    /// The minimum width for charts beside the count, in cells.
    static let leastWidthForCharts = 110

    let size: Size
    let spacing: Spacing
    /// Whether there is room for blank lines and tall buttons.
    var isRoomy: Bool { size.height >= 16 }
    var hasCharts: Bool { size.width >= Self.leastWidthForCharts && isRoomy }
    /// Whether the daily chart fits below the codes.
    var hasChartBelow: Bool { !hasCharts && size.height >= 34 }
    var margin: Int { size.width >= 60 ? spacing.small : 0 }
    /// The number of lines between the screen's parts.
    var gap: Int { isRoomy ? spacing.small : 0 }
    /// The width of the count and the codes, in cells.
    var textWidth: Int {
      let width = size.width - 2 * margin
      return hasCharts ? min(max(width / 2, 74), Self.widestText) : min(width, Self.widestText)
    }
  }

  /// Returns the count, the last code, the buttons, the recent codes and, given enough space, charts.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let layout = Layout(size: size, spacing: environment.theme.spacing)
    var screen: any Widget = VStack(spacing: layout.gap, children: parts(layout, environment))
    if layout.hasCharts {
      let charts = VStack(spacing: layout.spacing.small, children: self.charts(layout, environment))
      screen = HStack(
        spacing: layout.spacing.large,
        children: [screen.framed(width: layout.textWidth).priority(1), charts.filling()]
      )
    }
    screen = screen.padded(horizontal: layout.margin, vertical: layout.gap).filling()
    guard let openDialog else { return screen }
    let dialog = openDialog.body(selected: selectedAnswer, target: Self.answerTarget, in: environment)
    // Place the dialog at the bottom, which keeps the last code visible if there is room.
    return screen.overlaid(with: dialog, alignment: .bottom, dimsBase: true, isModal: true)
  }

  private func parts(_ layout: Layout, _ environment: RenderEnvironment) -> [any Widget] {
    var parts: [any Widget] = [
      header(layout, environment).priority(4),
      lastCode(layout, environment).priority(3),
      actions(layout, environment).priority(4),
      codes(layout, environment).priority(1),
    ]
    if layout.hasChartBelow, (viewModel.fetchCount?.count ?? 0) > 0 {
      parts.append(days(environment))
    }
    return parts
  }

  // MARK: The count

  private func header(_ layout: Layout, _ environment: RenderEnvironment) -> any Widget {
    let statistics = viewModel.statistics
    let count = BigNumber(
      statistics.map { CountText.grouped($0.count) } ?? environment.glyphs.dash,
      label: "Fetch count"
    )
    let countWidth = count.widthRange(in: environment).ideal
    guard let statistics else { return count }
    let facts = facts(statistics, environment)
    let factsWidth = facts.map { environment.width(of: $0) + Self.factDistance }.reduce(-Self.factDistance, +)
    let distance = layout.spacing.medium + layout.spacing.large
    let isBeside = countWidth + distance + factsWidth <= layout.textWidth
    let lines = StyledText.lines(of: facts, distance: Self.factDistance, width: layout.textWidth, environment)
    var figures: [any Widget] = lines.map { Text($0, wrapping: .truncated(.end)) }
    // Omit the sparkline if a chart shows the same data.
    let hasSparkline = !layout.hasCharts && !layout.hasChartBelow && (isBeside || layout.isRoomy)
    if hasSparkline, statistics.fetchesByDay.contains(where: { $0 > 0 }) {
      figures.append(sparkline(statistics, environment))
    }
    if isBeside {
      let column = VStack(children: figures).padded(Insets(top: figures.count < 3 ? 1 : 0))
      return HStack(spacing: distance, children: [count.priority(1), column])
    }
    return VStack(spacing: layout.gap, children: [count.priority(1), VStack(children: figures)])
  }

  private static var factDistance: Int { 3 }

  private func facts(_ statistics: FetchStatistics, _ environment: RenderEnvironment) -> [StyledText] {
    let typography = environment.theme.typography
    func number(_ count: Int, _ words: String) -> StyledText {
      StyledText(CountText.grouped(count), typography.emphasis) + StyledText(" \(words)", typography.caption)
    }
    func duration(_ name: String, _ duration: Duration) -> StyledText {
      StyledText("\(name) ", typography.caption) + StyledText(CountText.rounded(duration), typography.emphasis)
    }
    // The first fact names the large number before it.
    let unit = StyledText(statistics.count == 1 ? "fetch" : "fetches", typography.emphasis)
    return [unit, number(statistics.today, "today"), number(statistics.thisWeek, "this week")]
      + [("p50", statistics.medianDuration), ("p95", statistics.p95Duration)].compactMap { name, value in
        value.map { duration(name, $0) }
      }
  }

  private func sparkline(_ statistics: FetchStatistics, _ environment: RenderEnvironment) -> any Widget {
    let words = "fetches per day, last \(FetchStatistics.dayCount) days"
    let line = Sparkline(counts: statistics.fetchesByDay, tone: .accent, label: "Fetches per day")
    return HStack(
      spacing: 3,
      children: [
        line.framed(width: FetchStatistics.dayCount).priority(1),
        Text(StyledText(words, environment.theme.typography.caption), wrapping: .truncated(.end)),
      ]
    )
  }

  // MARK: The last code

  private func lastCode(_ layout: Layout, _ environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    guard let (code, fetchedAt, duration) = lastCode else {
      return isOpening
        ? SkeletonRows(columns: [13, 36], indent: 0).framed(height: 1)
        : Text(noCode(in: environment), typography.caption)
    }
    let label = StyledText("Response code", typography.label)
    let text = StyledText(code.description, typography.emphasis)
    let details = [CountText.time(fetchedAt, now: now(), calendar()), CountText.exact(duration)]
    let time = StyledText(details.joined(separator: " \(environment.glyphs.middleDot) "), typography.caption)
    let width = layout.textWidth
    let needed = [label, text, time].map { environment.width(of: $0) }.reduce(6, +)
    func end(_ text: StyledText) -> [any Widget] { [Spacer(), Text(text, wrapping: .truncated(.end))] }
    if needed <= width {
      let row = [Text(label).priority(1), Text("  "), Text(text).priority(1)] as [any Widget] + end(time)
      return HStack(spacing: 0, children: row).framed(width: width)
    }
    let heading = HStack(spacing: 1, children: [Text(label).priority(1)] as [any Widget] + end(time))
    return VStack(children: [heading.framed(width: width), Text(text, wrapping: .truncated(.middle))])
  }

  /// Whether the count is being read for the first time.
  private var isOpening: Bool { viewModel.fetchCount == nil && viewModel.state.problem == nil }

  private func noCode(in environment: RenderEnvironment) -> String {
    switch viewModel.fetchCount {
    case nil: "The count is unknown."
    case let count? where count.count == 0:
      "No fetches yet. Press \(environment.key(KeyPress(.enter))) to fetch the first response code."
    default: "No stored response codes."
    }
  }

  // MARK: The buttons

  private func actions(_ layout: Layout, _ environment: RenderEnvironment) -> any Widget {
    let rows = layout.isRoomy ? 3 : 1
    if let progress = viewModel.progress {
      let bar = ProgressBar("Fetching", reading: progress, unit: .items(""))
      let note = Text(
        "\(environment.key(KeyPress(.escape))) cancels. Completed fetches stay counted.",
        environment.theme.typography.caption
      )
      return VStack(children: rows > 1 ? [bar, note] : [bar]).framed(width: layout.textWidth, height: rows)
    }
    let (isLoading, isIdle) = (viewModel.state.isLoading, openDialog == nil)
    func state(_ action: Action) -> ControlState {
      if isLoading, action != .fetch { return .disabled }
      return isIdle && self.action == action ? .focused : .normal
    }
    let fetch = GradientButton(
      isLoading ? "Fetching" : "Fetch",
      state: state(.fetch),
      isLoading: isLoading,
      rows: rows
    )
    let many = Button("Fetch many\(environment.glyphs.ellipsis)", state: state(.fetchMany))
    return HStack(
      alignment: .center,
      spacing: layout.spacing.medium,
      children: [
        fetch.framed(width: min(24, max(layout.textWidth - 22, 12))).targeted(
          Self.buttonTarget,
          index: Action.fetch.rawValue
        ),
        many.targeted(Self.buttonTarget, index: Action.fetchMany.rawValue),
      ]
    )
  }

  // MARK: The recent codes

  private func codes(_ layout: Layout, _ environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    let codes = viewModel.fetchCount?.lastCodes ?? []
    if isOpening { return SkeletonRows(columns: [8, 36, 9], indent: 0, label: "").framed(height: 4) }
    guard !codes.isEmpty else { return Text("") }
    let (now, calendar) = (now(), calendar())
    let times = codes.map { CountText.time($0.fetchedAt, now: now, calendar) }
    let widest = codes.map { environment.width(of: StyledText($0.responseCode.description)) }.max() ?? 0
    let table = Table(
      columns: [
        TableColumn("Recent", width: .fixed(times.map(\.count).max() ?? 0), alignment: .trailing, priority: 1),
        TableColumn(
          "Response code",
          width: LengthRange(minimum: min(widest, Layout.usualCodeWidth), ideal: widest, maximum: widest),
          priority: 3
        ),
        TableColumn("Duration", width: .fixed(9), alignment: .trailing, priority: 2),
      ],
      rowCount: codes.count,
      state: list,
      isFocused: list.selection != nil,
      target: Self.codeTarget
    ) { row, column in
      switch column {
      case 0: StyledText(times[row], typography.caption)
      case 1: StyledText(codes[row].responseCode.description)
      default: StyledText(CountText.exact(codes[row].duration), typography.caption)
      }
    }
    return layout.hasChartBelow ? table.framed(height: codes.count + 1) : table
  }

  // MARK: The charts

  private func charts(_ layout: Layout, _ environment: RenderEnvironment) -> [any Widget] {
    guard let fetchCount = viewModel.fetchCount, fetchCount.count > 0 else { return [] }
    let durations = fetchCount.durations
    guard layout.size.height >= 24, durations.count > 1 else { return [days(environment)] }
    return [days(environment), self.durations(durations, environment)]
  }

  private func days(_ environment: RenderEnvironment) -> any Widget {
    let today = CalendarDate(now(), in: calendar().timeZone).daysSince1970
    let points = (viewModel.statistics?.fetchesByDay ?? []).enumerated().map { index, fetches in
      ChartPoint(x: Double(today - FetchStatistics.dayCount + 1 + index), y: Double(fetches))
    }
    let chart = ColumnChart(
      ChartSeries("Fetches per day", points: points),
      xAxis: ChartAxis(isWhole: true, label: { CountText.day(CalendarDate(daysSince1970: Int($0.rounded()))) }),
      yAxis: ChartAxis(isWhole: true, label: { CountText.grouped(Int($0.rounded())) })
    )
    return titled("Fetches per day, last \(FetchStatistics.dayCount) days", chart, environment)
  }

  private func durations(_ durations: [Duration], _ environment: RenderEnvironment) -> any Widget {
    let values = durations.reversed().map { $0 / .milliseconds(1) }
    let chart = ColumnChart(
      ChartSeries("Duration", values: values),
      xAxis: ChartAxis(isWhole: true, label: { CountText.grouped(Int($0.rounded()) - values.count) }),
      yAxis: ChartAxis(label: { CountText.mark(milliseconds: $0) })
    )
    return titled("Durations of the last \(values.count) fetches", chart, environment)
  }

  private func titled(_ title: String, _ chart: some Widget, _ environment: RenderEnvironment) -> any Widget {
    VStack(children: [Text(title, environment.theme.typography.heading), chart.filling()])
  }
}
