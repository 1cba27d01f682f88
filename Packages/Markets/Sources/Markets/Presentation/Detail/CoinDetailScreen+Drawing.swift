import Basics
import Components

extension CoinDetailScreen {
  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let content = model.content
    let hasIcon = hasIcon(size: size, in: environment)
    let width = hasIcon ? size.width - Self.iconSize.width - 2 : size.width
    let (header, hasAge) = header(content, width: width, in: environment)
    var rows: [any Widget] = [header]
    if let notice = notice(in: environment) { rows.append(notice) }
    if content == nil, let message = message(in: environment) {
      rows.append(message.filling())
      return VStack(spacing: 0, children: rows)
    }
    if let holding = holdingLine(width: width, in: environment) { rows.append(holding) }
    rows.append(
      TabBar(model.ranges.map(label), selected: model.ranges.firstIndex(of: model.range) ?? 0, target: Self.rangeTarget)
    )
    rows.append(readOut(withAge: !hasAge, width: width, in: environment))
    if hasIcon { rows = [withIcon(rows)] }
    let used = rows.reduce(0) { $0 + $1.heightRange(width: size.width, in: environment).ideal }
    let free = Size(width: size.width, height: max(size.height - used, 0))
    rows.append(chartAndFigures(content, size: free, in: environment).filling())
    var page: any Widget = VStack(spacing: 0, children: rows)
    if let entry { page = entry.over(page, size: size, in: environment) }
    if let comparisonPrompt {
      let panel = comparisonPanel(comparisonPrompt).widget(in: size, environment)
      page = Overlay(page, top: panel, alignment: .center, dimsBase: true, isModal: true)
    }
    return question?.over(page) ?? page
  }

  /// The width of the activity list beside the figures, in columns.
  private static let sideWidth = 44
  private static let wideWidth = 100

  /// Returns the chart above the figures, with the activities beside the figures if there is enough room, and below
  /// them otherwise.
  private func chartAndFigures(
    _ content: CoinDetailViewModel.Content?,
    size: Size,
    in environment: RenderEnvironment
  ) -> any Widget {
    let activities = activityLines(in: environment)
    let chart: any Widget = comparisonChart(in: environment)?.widget ?? chart(in: environment)
    let isWide = size.width >= Self.wideWidth && !activities.isEmpty
    let figuresWidth = isWide ? size.width - Self.sideWidth - 2 : size.width
    let figures = figures(of: content, width: figuresWidth, in: environment)
    let side = VStack(spacing: 0, children: activities)
    let lower: any Widget =
      isWide
      ? HStack(spacing: 2, children: [figures.framed(width: figuresWidth), side.framed(width: Self.sideWidth)])
      : VStack(spacing: 0, children: activities.isEmpty ? [figures] : [figures, Text(" ")] + activities)
    var needed = lower.heightRange(width: size.width, in: environment).ideal
    // Activities beside the figures scroll with them instead of reducing the chart's height.
    if isWide {
      needed = min(needed, max(figures.heightRange(width: figuresWidth, in: environment).ideal, size.height / 3))
    }
    // The chart uses the remaining height, but at least enough lines to be readable.
    let height = min(max(size.height - needed, min(size.height * 3 / 5, 16), 5), size.height)
    return VStack(
      spacing: 0,
      children: [chart.framed(height: height), ScrollArea(lower, state: scroll, name: Self.figures).filling()]
    )
  }

  private func figures(
    of content: CoinDetailViewModel.Content?,
    width: Int,
    in environment: RenderEnvironment
  ) -> any Widget {
    guard let content else {
      let columns = (0..<max(width / 34, 1)).flatMap { _ in [13, 17] }
      return SkeletonRows(columns: columns, indent: 0, label: StyledText("Loading \(title)…")).framed(height: 6)
    }
    return CoinFigures(
      content.coin,
      currency: content.currency,
      hasEUR: model.includesEUR,
      theme: environment.theme,
      glyphs: environment.glyphs
    ).grid(width: width, provenance: content.provenance, now: model.now())
  }

  /// Returns a range's label, in parentheses if the source refused the range.
  private func label(_ range: PriceRange) -> String {
    !model.unavailableRanges.contains(range) ? range.label : "(\(range.label))"
  }

  private func message(in environment: RenderEnvironment) -> StatusMessage? {
    switch model.state {
    case .failed(let problem, previous: nil) where problem.isCancellation: StatusMessage.cancelled(in: environment)
    case .failed(let problem, previous: nil):
      StatusMessage.failure(
        "No figures",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .initial, .loading, .loaded, .failed: nil
    }
  }

  private func chart(in environment: RenderEnvironment) -> any Widget {
    switch model.chart {
    case .initial, .loading(previous: nil): StatusMessage.loading("Loading \(model.range.label)")
    case .failed(let problem, previous: nil) where problem.isCancellation: StatusMessage.cancelled(in: environment)
    case .failed(let problem, previous: nil):
      StatusMessage.failure(
        "No chart",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .loaded(let history) where history.points.isEmpty:
      StatusMessage.empty("No prices", detail: "The source has no prices for \(model.range.label).")
    case .loaded(let history), .loading(let history?), .failed(_, let history?):
      PriceChart(
        history,
        style: model.style,
        cursor: model.cursor.index,
        timeZone: timeZone,
        target: Self.chartTarget
      ).widget
    }
  }

  /// Returns the name, the price and, if there is enough room, the price's age, which is otherwise shown below.
  func header(
    _ content: CoinDetailViewModel.Content?,
    width: Int,
    in environment: RenderEnvironment
  ) -> (widget: any Widget, hasAge: Bool) {
    let typography = environment.theme.typography
    guard let content else { return (Text(StyledText(title, typography.title)), true) }
    let cells = CoinCells(content.currency, theme: environment.theme, glyphs: environment.glyphs)
    let coin = content.coin
    var line =
      StyledText(coin.shownName, typography.title)
      + StyledText(coin.name == coin.symbol ? "  " : " \(coin.shownSymbol)  ")
    let code = PriceFormatter(content.currency).hasSharedSymbol ? " \(content.currency)  " : "  "
    line += cells.price(coin).styled(.bold) + StyledText(code, typography.caption)
    if model.capabilities.hasMarketFigures { line += cells.change(coin.figures.change24h) + "  " }
    if model.includesEUR, content.currency != .eur {
      line += coin.prices[.eur] == nil ? CoinFigures.noEUR.styled(typography.caption) : cells.eur(coin)
    }
    let tags = cells.tags(coin)
    let age = age(of: content, in: environment)
    let free = width - environment.width(of: line)
    let name = Text(line, wrapping: .truncated(.end))
    let gap = StyledText("  ")
    // The price and the change aren't truncated to make room for tags, which are also shown among the figures. The age
    // is more important than the tags.
    let ends = [tags.isEmpty || age.isEmpty ? tags : tags + gap + age, age].filter { !$0.isEmpty }
    guard let end = ends.first(where: { environment.width(of: $0) < free }) else { return (name, age.isEmpty) }
    return (HStack(spacing: 1, children: [name.priority(1), Spacer(), Text(end)]), true)
  }

  /// Returns the age of the figures and the refresh interval; empty if the notice already shows the age.
  private func age(
    of content: CoinDetailViewModel.Content,
    hasInterval: Bool = true,
    in environment: RenderEnvironment
  ) -> StyledText {
    guard !content.provenance.hasFailedRefresh else { return StyledText() }
    let refresher = hasInterval ? model.refresher : nil
    return PriceAge.text(of: content.provenance, refresher, now: model.now(), in: environment)
  }

  func notice(in environment: RenderEnvironment) -> (any Widget)? {
    if let problem = model.state.problem, model.content != nil {
      return FiguresNotice.failure(problem, in: environment)
    }
    return model.content.flatMap {
      FiguresNotice.flaws(of: $0.provenance, $0.shortfall, now: model.now(), in: environment)
    }
  }

  /// Returns the price at the cursor, or a summary of the chart.
  func readOut(withAge: Bool, width: Int, in environment: RenderEnvironment) -> any Widget {
    var line = StyledText(" ")
    if let legend = comparisonChart(in: environment)?.legend(glyphs: environment.glyphs)
      ?? comparisonNotice(in: environment)
    {
      line = legend
    } else if let history = model.history {
      let chart = PriceChart(history, style: model.style, cursor: model.cursor.index, timeZone: timeZone)
      let summary = PriceAge.failure(of: history.provenance, now: model.now()) ?? chart.summary
      let cells = CoinCells(history.currency, theme: environment.theme, glyphs: environment.glyphs)
      line =
        chart.readOut(cells)?.first(within: withAge ? width - 2 : width, in: environment)
        ?? StyledText(summary, environment.theme.typography.caption)
      if let problem = model.chart.problem { line = StyledText(problem.message, environment.theme.typography.error) }
    }
    guard withAge, let content = model.content else { return Text(line, wrapping: .truncated(.end)) }
    // Keep this on one line, because a second line would move the chart.
    var ages = [age(of: content, in: environment), age(of: content, hasInterval: false, in: environment)]
    // The price at the cursor is more important than the age, which the pane's title also shows.
    if model.cursor.index != nil { ages.append(StyledText()) }
    let free = width - environment.width(of: line) - 1
    let age = ages.first { environment.width(of: $0) < free } ?? ages[ages.count - 1]
    return HStack(
      spacing: 1,
      children: [
        Text(line, wrapping: .truncated(.end)).priority(1), Spacer(),
        Text(age, wrapping: .truncated(.end)).priority(2),
      ]
    )
  }
}
