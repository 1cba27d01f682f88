import Basics
import Components
import FetchCounter
import Foundation
import Markets

extension DashboardScreen {
  private static let leastWidthForTwoColumns = 80
  private static let leastCardHeight = 5
  /// The maximum width of tables in wide cards; rows in wider tables are hard to follow.
  private static let widestTable = 90

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let columns = size.width >= Self.leastWidthForTwoColumns ? 2 : 1
    let rows = Card.allCases.count / columns
    guard size.height >= rows * Self.leastCardHeight else { return list(size: size, in: environment) }
    let grid = (0..<rows).map { row -> any Widget in
      let top = row * size.height / rows
      let height = (row + 1) * size.height / rows - top
      let cards = (0..<columns).compactMap { Card(rawValue: row * columns + $0) }
      return HStack(
        spacing: 0,
        children: cards.enumerated().map { column, card in
          let start = column * size.width / columns
          let width = (column + 1) * size.width / columns - start
          return self.card(card, size: Size(width: width, height: height), in: environment)
        }
      )
    }
    return VStack(children: grid)
  }

  private func card(_ card: Card, size: Size, in environment: RenderEnvironment) -> any Widget {
    let isSelected = card == selected
    let mark = isSelected ? "\(environment.glyphs.selectionMark) " : ""
    let inner = Size(
      width: max(size.width - 2 - 2 * environment.theme.spacing.small, 1),
      height: max(size.height - 2, 1)
    )
    return content(of: card, size: inner, in: environment)
      .framed(width: inner.width, height: inner.height)
      .padded(horizontal: environment.theme.spacing.small)
      .bordered(
        title: StyledText(mark + card.title),
        caption: caption(of: card, in: environment),
        isFocused: isSelected
      )
      .framed(width: size.width, height: size.height)
      .targeted(Self.cardTarget, index: card.rawValue)
  }

  /// Returns the cards for small windows, each with a heading and one row of content, but without a frame.
  private func list(size: Size, in environment: RenderEnvironment) -> any Widget {
    let height = max(size.height / Card.allCases.count, 1)
    let cards = Card.allCases.map { card -> any Widget in
      let isSelected = card == selected
      let mark = isSelected ? environment.glyphs.selectionMark : " "
      let typography = environment.theme.typography
      let heading = StyledText("\(mark) \(card.title)", isSelected ? typography.key : typography.heading)
      let indent = environment.theme.spacing.medium
      let line = content(of: card, size: Size(width: max(size.width - indent, 1), height: 1), in: environment)
      let rows: [any Widget] = [
        Text(heading, wrapping: .truncated(.end)), line.framed(height: 1).padded(Insets(leading: indent)),
      ]
      return VStack(children: Array(rows.prefix(height))).targeted(Self.cardTarget, index: card.rawValue)
    }
    return VStack(children: cards)
  }

  private func caption(of card: Card, in environment: RenderEnvironment) -> StyledText {
    switch card {
    case .account: return viewModel.markets.accountAge(in: environment) ?? StyledText()
    case .movers:
      return viewModel.markets.asOf.map { StyledText(RelativeAge.text(of: $0, now: viewModel.now())) } ?? StyledText()
    case .counter, .services: return StyledText()
    }
  }

  private func content(of card: Card, size: Size, in environment: RenderEnvironment) -> any Widget {
    switch card {
    case .counter: counter(size, environment)
    case .account: account(size, environment)
    case .movers: movers(size, environment)
    case .services: services(size, environment)
    }
  }

  // MARK: Cards

  private func counter(_ size: Size, _ environment: RenderEnvironment) -> any Widget {
    guard let figures = viewModel.counter.statistics else {
      return placeholder(viewModel.counter.problem, columns: [12, 24], size, environment)
    }
    let typography = environment.theme.typography
    let count = StyledText(figures.countText, typography.title)
    let facts = StyledText("\(figures.today) today, \(figures.thisWeek) this week", typography.caption)
    guard size.height > 1 else { return line([count, facts], environment) }
    let fetches = figures.fetchesByDay
    var parts: [any Widget] = []
    if size.height >= 5 {
      parts.append(BigNumber(figures.countText, label: "Fetch count"))
    } else {
      parts.append(Text(count, wrapping: .truncated(.end)))
    }
    parts.append(Text(facts, wrapping: .truncated(.end)))
    if !fetches.contains(where: { $0 > 0 }) {
      parts.append(Text("No fetches in the last \(fetches.count) days.", typography.caption))
    } else if size.height >= 11 {
      let axis = Self.dayAxis(fetches.count)
      let counts = ChartAxis(isWhole: true, label: { "\(Int($0.rounded()))" })
      let series = ChartSeries("Fetches per day", values: fetches.map(Double.init))
      let chart = ColumnChart(series, xAxis: axis, yAxis: counts)
      parts.append(chart.framed(height: size.height - 6))
    } else {
      parts.append(
        Sparkline(counts: fetches, tone: .accent, label: "Fetches per day").framed(
          width: min(fetches.count, size.width)
        )
      )
    }
    return VStack(spacing: size.height >= 7 ? 1 : 0, children: parts)
  }

  private func account(_ size: Size, _ environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    guard let account = viewModel.markets.account else {
      return placeholder(viewModel.markets.accountProblem, columns: [14, 20], size, environment)
    }
    guard let total = account.total else {
      if account.unpricedCount > 0, viewModel.markets.isLoading {
        return placeholder(nil, columns: [14, 20], size, environment)
      }
      return message(
        account.unpricedCount > 0
          ? "No prices for your coins yet."
          : "No coins yet. Press \(environment.key(.character("b"))) on a coin to record a purchase.",
        environment
      )
    }
    let value = StyledText(total, typography.title)
    var change = StyledText()
    if let amount = account.dayChange, let percent = account.dayChangePercent {
      change =
        trend(account.direction, "\(amount)  \(percent)", environment) + StyledText("  24 h", typography.caption)
    }
    guard size.height > 1 else { return line([value, change], environment) }
    let shares = account.parts.map { StackedBar.Part(name: $0.symbol, share: $0.share) }
    var parts: [any Widget] = [
      Text(value, wrapping: .truncated(.end)), Text(change, wrapping: .truncated(.end)), StackedBar(shares),
    ]
    if account.unpricedCount > 0 {
      parts.append(Text("\(account.unpricedCount) without a price", typography.warning))
    }
    let used = parts.count + 1 + (size.height >= 11 ? parts.count : 0)
    guard size.height > used + 1 else { return stack(parts, size) }
    parts.append(holdings(account.parts, size: Size(width: size.width, height: size.height - used), environment))
    return VStack(spacing: size.height >= 11 ? 1 : 0, children: parts)
  }

  /// Returns a table of as many holdings as fit, largest first, with their values, shares and changes.
  private func holdings(
    _ parts: [AccountSummary.Part],
    size: Size,
    _ environment: RenderEnvironment
  ) -> any Widget {
    let typography = environment.theme.typography
    let rows = parts.prefix(size.height).map { part in
      [
        StyledText(part.symbol), StyledText(part.value),
        StyledText("\(Int((part.share * 100).rounded())) %", typography.caption),
        part.change.map { trend(part.direction, $0, environment) } ?? StyledText(),
      ]
    }
    return grid(rows, trailing: [1, 2, 3], width: min(size.width, Self.widestTable), environment)
  }

  /// Returns rows with aligned columns.
  ///
  /// Columns that don't fit are omitted.
  private func grid(
    _ rows: [[StyledText]],
    trailing: Set<Int>,
    width: Int,
    _ environment: RenderEnvironment
  ) -> any Widget {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { environment.width(of: $0[column]) }.max() ?? 0 }
    var shown: [Int] = []
    var used = 0
    for column in columns where widths[column] > 0 && used + widths[column] <= width {
      shown.append(column)
      used += widths[column] + 3
    }
    let lines = rows.map { row -> any Widget in
      HStack(
        spacing: 3,
        children: shown.map { column in
          Text(row[column])
            .framed(width: widths[column], alignment: trailing.contains(column) ? .topTrailing : .topLeading)
        }
      )
    }
    return VStack(spacing: 0, children: lines)
  }

  private func movers(_ size: Size, _ environment: RenderEnvironment) -> any Widget {
    guard let movers = viewModel.markets.movers else {
      return placeholder(viewModel.markets.problem, columns: [6, 9, 12], size, environment)
    }
    let both = movers.rising + movers.falling
    guard !both.isEmpty else { return message("No prices have changed.", environment) }
    let (rising, falling) = (Array(movers.rising.prefix(size.height)), Array(movers.falling.prefix(size.height)))
    guard size.height > 1 else {
      return line(
        [movers.rising.first, movers.falling.first].compactMap { $0 }.map {
          trend($0.isRising ? 1 : -1, "\($0.symbol) \($0.change)", environment)
        },
        environment
      )
    }
    if size.width >= 56 || size.height < 4 {
      let width = max((size.width - 4) / 2, 1)
      return HStack(
        spacing: 4,
        children: [rising, falling].map { table($0, width: width, environment).framed(width: width) }
      )
    }
    let half = size.height / 2
    return table(Array(rising.prefix(half) + falling.prefix(half)), width: size.width, environment)
  }

  /// Returns a table of coins, with their names and seven-day charts if there is room.
  private func table(_ movers: [Movers.Coin], width: Int, _ environment: RenderEnvironment) -> any Widget {
    let caption = environment.theme.typography.caption
    let symbolWidth = min(movers.map { environment.width(of: StyledText($0.symbol)) }.max() ?? 0, 8)
    let changeWidth = movers.map { environment.width(of: StyledText($0.change)) }.max() ?? 0
    let priceWidth = movers.map { environment.width(of: StyledText($0.price)) }.max() ?? 0
    let rest = width - symbolWidth - changeWidth - priceWidth - 8
    let weekWidth = rest >= 12 ? 10 : 0
    let nameWidth = min(rest - weekWidth - 4, 24)
    let rows = movers.map { mover -> any Widget in
      let isNamed = nameWidth >= 8 && mover.name != mover.symbol
      let name = Text(StyledText(isNamed ? mover.name : "", caption), wrapping: .truncated(.end))
      let change = Text(trend(mover.isRising ? 1 : -1, mover.change, environment))
      var cells: [any Widget] = [Text(mover.symbol, wrapping: .truncated(.end)).framed(width: symbolWidth).priority(2)]
      if nameWidth >= 8 { cells.append(name.framed(width: nameWidth)) }
      cells.append(change.framed(width: changeWidth + 2, alignment: .topTrailing).priority(2))
      if weekWidth > 0 {
        cells.append(Sparkline(mover.week, range: mover.weekRange, label: "7 days").framed(width: weekWidth))
      }
      cells += [Spacer(), Text(StyledText(mover.price, caption), wrapping: .truncated(.end))]
      return HStack(spacing: environment.theme.spacing.medium, children: cells)
    }
    return VStack(children: rows)
  }

  private func services(_ size: Size, _ environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    let services = viewModel.services.map { ServiceLine($0, environment) }
    let summary = viewModel.markets.alerts
    let alerts = alertLine(summary, environment)
    guard size.height > 1 else {
      return line(services.map { $0.mark + StyledText($0.name) } + [alerts], environment)
    }
    let nameWidth = services.map { environment.width(of: StyledText($0.name)) }.max() ?? 0
    var parts: [any Widget] = services.map { service in
      HStack(
        spacing: 0,
        children: [
          Text(service.mark).framed(width: 2).priority(2), Text(service.name).framed(width: nameWidth + 2).priority(2),
          Text(StyledText(service.state, typography.caption), wrapping: size.height >= 12 ? .words : .truncated(.end)),
        ]
      )
    }
    parts.append(Text(alerts, wrapping: .truncated(.end)))
    let lines =
      (summary?.triggered ?? []).map { StyledText("  \($0)", typography.warning) }
      + (summary?.armed ?? []).map { StyledText("  \($0)", typography.caption) }
    let list = VStack(spacing: 0, children: lines.map { Text($0, wrapping: .truncated(.end)) })
    return VStack(spacing: 0, children: [stack(parts, size), list])
  }

  private func alertLine(_ alerts: AlertsSummary?, _ environment: RenderEnvironment) -> StyledText {
    let typography = environment.theme.typography
    guard let alerts else {
      return StyledText(viewModel.markets.alertProblem ?? "", typography.caption)
    }
    let armed = StyledText("\(alerts.armedCount) armed", typography.caption)
    // An alert that is triggered only once stays here until the user removes it.
    let triggeredCount = alerts.triggeredCount + alerts.offCount
    guard triggeredCount > 0 else {
      return alerts.armedCount == 0
        ? StyledText("No alerts", typography.caption) : StyledText("Alerts  ") + armed
    }
    let triggered = "\(environment.glyphs.warningMark) \(triggeredCount) triggered"
    return StyledText("Alerts  ") + StyledText("\(triggered)  ", typography.warning) + armed
  }

  // MARK: Parts

  /// Returns an axis for a number of days until today, with a label for every fifth or tenth day.
  private static func dayAxis(_ count: Int) -> ChartAxis {
    func label(_ index: Int) -> String { index == count - 1 ? "today" : "\(count - 1 - index) days ago" }
    func marks(every step: Int) -> [ChartAxis.Mark] {
      stride(from: count - 1, through: 0, by: -step).reversed().map { ChartAxis.Mark(Double($0), label($0)) }
    }
    return ChartAxis(
      densities: { _ in [marks(every: 5), marks(every: 10), marks(every: count)] },
      label: { label(Int($0.rounded())) }
    )
  }

  private func trend(_ direction: Int, _ text: String, _ environment: RenderEnvironment) -> StyledText {
    let (glyphs, typography) = (environment.glyphs, environment.theme.typography)
    guard direction != 0 else { return StyledText("  \(text)", typography.caption) }
    let mark = direction > 0 ? glyphs.upMark : glyphs.downMark
    return StyledText("\(mark) \(text)", direction > 0 ? typography.positive : typography.negative)
  }

  private func line(_ texts: [StyledText], _ environment: RenderEnvironment) -> any Widget {
    let shown = texts.filter { !$0.isEmpty }
    return Text(shown.joined(separator: StyledText("  ")), wrapping: .truncated(.end))
  }

  private func message(_ text: String, _ environment: RenderEnvironment) -> any Widget {
    Text(text, environment.theme.typography.caption)
  }

  /// Returns an error message, or placeholder rows while content is still loading.
  private func placeholder(
    _ problem: String?,
    columns: [Int],
    _ size: Size,
    _ environment: RenderEnvironment
  ) -> any Widget {
    if let problem { return message(problem, environment) }
    return SkeletonRows(columns: columns, indent: 0).framed(height: min(size.height, 4))
  }

  private func stack(_ parts: [any Widget], _ size: Size) -> any Widget {
    VStack(spacing: size.height >= 2 * parts.count + 3 ? 1 : 0, children: parts)
  }
}

struct ServiceLine {
  let name: String
  let mark: StyledText
  let state: String

  init(_ service: ServiceStatus, _ environment: RenderEnvironment) {
    let typography = environment.theme.typography
    let isASCII = environment.glyphs == .ascii
    name = service.name
    func mark(_ unicode: String, _ ascii: String, _ style: TextStyle) -> StyledText {
      StyledText("\(isASCII ? ascii : unicode) ", style)
    }
    let isSlow = service.duration.map { $0 >= ServiceStatus.slow } ?? false
    let time = service.duration.map { " in \(Self.text(of: $0))" } ?? ""
    switch service.health {
    case _ where service.url == nil: (self.mark, state) = (mark("\u{25CF}", "o", typography.positive), "sample data")
    case .unknown:
      let key = environment.key(.character("r"))
      (self.mark, state) = (mark("\u{25CB}", ".", typography.caption), "not checked; press \(key) to check")
    case .checking: (self.mark, state) = (mark("\u{25CB}", ".", typography.caption), "Checking\u{2026}")
    case .skippedOffline:
      (self.mark, state) = (mark("\u{25CB}", ".", typography.caption), "isn't checked while offline")
    case .responds where isSlow:
      (self.mark, state) = (mark("\u{25B2}", "!", typography.warning), "slow: responds\(time)")
    case .responds: (self.mark, state) = (mark("\u{25CF}", "o", typography.positive), "responds\(time)")
    case .fails(let reason): (self.mark, state) = (mark("\u{2717}", "x", typography.negative), reason)
    }
  }

  private static func text(of duration: Duration) -> String {
    duration < .seconds(1)
      ? "\(Int((duration / .milliseconds(1)).rounded())) ms" : "\(Decimals.text(duration / .seconds(1), decimals: 1)) s"
  }
}
