import Basics
import Components
import Foundation

extension PortfolioScreen {
  private static let rangeTarget = "markets.value.ranges"
  static let chartTarget = "markets.value.chart"

  private var value: ValueChartViewModel { model.value }

  var valueKeys: [KeyBinding] {
    let isOpen = value.isOpen
    let hasEntries = model.content.map { !$0.activities.isEmpty } ?? false
    let toggle = KeyBinding(
      .character("V"),
      label: isOpen ? "Close chart" : "Value chart",
      explanation: isOpen ? "Close the chart" : "Show the value over time",
      isEnabled: isOpen || hasEntries
    ) { [self] in value.toggle() }
    guard isOpen else { return [toggle] }
    return [
      toggle,
      KeyBinding(.character(">"), label: "Longer", explanation: "Show a longer range") { [self] in
        value.moveRange(by: 1)
      },
      KeyBinding(.character("<"), label: "Shorter", explanation: "Show a shorter range") { [self] in
        value.moveRange(by: -1)
      },
    ] + controls.cursorKeys
  }

  private var controls: ChartControls {
    ChartControls(model: value, values: "values", rangeTarget: Self.rangeTarget, chartTarget: Self.chartTarget)
  }

  func handleValue(_ event: ScreenEvent) -> Bool { controls.handle(event, plot: plot) }

  func valueRows(size: Size, in environment: RenderEnvironment) -> (rows: [any Widget], height: Int) {
    let tabs = TabBar(
      value.ranges.map(label),
      selected: value.ranges.firstIndex(of: value.range) ?? 0,
      target: Self.rangeTarget
    )
    var rows: [any Widget] = [tabs, readOut(width: size.width, in: environment)]
    if let notice = valueNotice(in: environment) { rows.append(notice) }
    let free = size.height - rows.count
    // In a short window, the chart uses all lines, because the user opened it explicitly.
    let height = free < 9 ? max(free, 1) : min(max(free / 2, 6), 16)
    rows.append(chart(in: environment).framed(height: height))
    return (rows, rows.count - 1 + height)
  }

  /// Returns a range's label, in parentheses if the source refused the range.
  private func label(_ range: PriceRange) -> String {
    !value.unavailableRanges.contains(range) ? range.label : "(\(range.label))"
  }

  private func readOut(width: Int, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    if value.state.isLoading {
      let (loaded, count) = value.progress
      let progress = count > 1 ? ", \(loaded) of \(count) coins" : ""
      return Spinner(StyledText("Loading \(value.range.label)\(progress)"))
    }
    guard let history = value.history else { return Text(" ") }
    if case .source(let problem) = value.state.problem {
      return Text(StyledText(problem.message, typography.error), wrapping: .truncated(.end))
    }
    let chart = ValueChart(history: history, cursor: value.cursor.index, timeZone: timeZone)
    let notice =
      history.provenance.flatMap { PriceAge.failure(of: $0, now: value.now()) }
      .map { StyledText("\($0)  ", typography.warning) } ?? StyledText()
    let lines = chart.readOut ?? [chart.summary(theme: environment.theme, glyphs: environment.glyphs)]
    let line = lines.map { notice + $0 }.first(within: width, in: environment)
    return Text(line, wrapping: .truncated(.end))
  }

  private func valueNotice(in environment: RenderEnvironment) -> (any Widget)? {
    guard let history = value.history, !history.points.isEmpty else { return nil }
    let notices = AccountHistoryText.notices(of: history, now: value.now())
    guard !notices.isEmpty else { return nil }
    return Text(
      StyledText(
        "\(environment.glyphs.warningMark) \(notices.joined(separator: " "))",
        environment.theme.typography.warning
      ),
      wrapping: .truncated(.end)
    )
  }

  private func chart(in environment: RenderEnvironment) -> any Widget {
    if let history = value.history {
      guard history.points.isEmpty else {
        return ValueChart(
          history: history,
          cursor: value.cursor.index,
          timeZone: timeZone,
          target: Self.chartTarget
        ).widget
      }
      let notices = AccountHistoryText.notices(of: history, now: value.now())
      return StatusMessage.empty(
        "No values",
        detail: notices.isEmpty ? "You held no coins during this time." : notices.joined(separator: " ")
      )
    }
    return switch value.state.problem {
    case .source(let problem):
      StatusMessage.failure(
        "No chart",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .ledger(let problem):
      StatusMessage.failure("No ledger", detail: problem, keys: [environment.hint(.character("r"), "Reload")])
    case nil: StatusMessage.loading("Loading \(value.range.label)")
    }
  }
}
