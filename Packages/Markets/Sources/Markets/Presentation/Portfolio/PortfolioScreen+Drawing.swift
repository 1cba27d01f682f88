import Basics
import Components
import Portfolio

extension PortfolioScreen {
  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    var rows = header(size: size, in: environment)
    // In a short window, only the chart's own notice is shown, unless the ledger is damaged.
    let hasRoom = !model.value.isOpen || size.height >= 14 || isLedgerDamaged
    if hasRoom, let notice = notice(in: environment) { rows.append(notice) }
    if let content = model.content, !content.rows.isEmpty || !content.activities.isEmpty {
      var height = size.height - rows.count
      if model.value.isOpen {
        let chart = valueRows(size: Size(width: size.width, height: height), in: environment)
        rows.append(contentsOf: chart.rows)
        height -= chart.height
      }
      rows.append(contentsOf: lists(content, size: Size(width: size.width, height: height), in: environment))
    } else {
      rows.append(placeholder(in: environment).filling())
    }
    var page = entry.over(VStack(spacing: 0, children: rows), size: size, in: environment)
    page = importing.over(page, size: size, timeZone: timeZone, in: environment)
    return question?.over(page) ?? page
  }

  /// Returns the holdings and the list below them, or only the focused list on small screens.
  private func lists(
    _ content: PortfolioViewModel.Content,
    size: Size,
    in environment: RenderEnvironment
  ) -> [any Widget] {
    let height = size.height
    let nothing = Text(StyledText("No holdings.", environment.theme.typography.caption))
    let holdings: any Widget = content.rows.isEmpty ? nothing : holdings(width: size.width, in: environment)
    let lower = showsLots ? lots(in: environment) : activities(in: environment)
    guard height >= Self.leastHeightOfLists || !model.value.isOpen else {
      guard height >= 2 else { return [] }
      return [isInLowerList ? lower.filling() : holdings.filling()]
    }
    // Give the holdings as much height as they need, up to a limit; one line in each list is its heading.
    let free = max(height - 2, 2)
    let upper = min(max(content.rows.count + 1, 2), max(free * 3 / 5, 2))
    return [holdings.framed(height: upper), Text(" "), lower.filling()]
  }

  /// The minimum height for showing both lists while the chart is open.
  private static let leastHeightOfLists = 9

  private func placeholder(in environment: RenderEnvironment) -> any Widget {
    switch model.state {
    case .initial, .loading: SkeletonRows(columns: [6, 12, 12, 12, 12, 9], label: "Reading the ledger…")
    case .failed(MarketsProblem.cancelledMessage, _): StatusMessage.cancelled(in: environment)
    case .failed(let problem, _):
      StatusMessage.failure("No ledger", detail: problem, keys: [environment.hint(.character("r"), "Reload")])
    case .loaded:
      StatusMessage.empty(
        "No holdings yet",
        keys: [environment.hint(.character("a"), "Add a purchase"), environment.hint(.character("I"), "Import CSV…")]
      )
    }
  }

  private func holdings(width: Int, in environment: RenderEnvironment) -> Table {
    let currency = model.content?.account.currency ?? model.currency.code.lowercased()
    let cells = HoldingCells(currency, theme: environment.theme, glyphs: environment.glyphs)
    let hasIcons = hasIcons(width: width, in: environment)
    let columns = HoldingColumn.allCases.filter { $0 != .icon || hasIcons }
    return model.holdings.table(
      columns: columns.map { $0.tableColumn(model.holdings.items, cells, in: environment) },
      isFocused: !isInLowerList,
      target: Self.holdingsTarget,
      picture: !hasIcons ? nil : { [self] row, column in columns[column] == .icon ? icon(of: row) : nil }
    ) { row, column in columns[column].cell(row, cells) }
  }

  private func lots(in environment: RenderEnvironment) -> Table {
    let currency = model.content?.account.currency ?? model.currency.code.lowercased()
    let cells = HoldingCells(currency, theme: environment.theme, glyphs: environment.glyphs)
    let days = ChartDates.day(timeZone: timeZone)
    var columns = LotColumn.allCases.map(\.tableColumn)
    let symbol = model.holdings.selectedItem?.coin.symbol.uppercased() ?? ""
    columns[0] = TableColumn("\(symbol) lots", width: LengthRange(minimum: 10, ideal: 12, maximum: 20), priority: 6)
    return model.lots.table(columns: columns, isFocused: isInLowerList, target: Self.lotsTarget) { lot, column in
      LotColumn.allCases[column].cell(lot, cells, days)
    }
  }

  private func activities(in environment: RenderEnvironment) -> Table {
    let typography = environment.theme.typography
    let words = ActivityText(model.currency, theme: environment.theme)
    let days = ChartDates.day(timeZone: timeZone)
    let columns = [
      TableColumn("Day", width: .fixed(10), priority: 2),
      TableColumn("Activity", width: LengthRange(minimum: 26, ideal: 48, maximum: 200), priority: 3),
      TableColumn("Entry", width: .fixed(8), priority: 1),
    ]
    return model.activities.table(columns: columns, isFocused: isInLowerList, target: Self.activitiesTarget) {
      activity,
      column in
      switch column {
      case 0: StyledText(days.string(of: activity.entry.time), typography.caption)
      case 1: words.text(activity)
      default: StyledText(ActivityText.shortened(activity.id), typography.caption)
      }
    }
  }

  /// Returns the currency and the totals that fit without truncation.
  ///
  /// On narrow screens, they are on separate lines if there is room.
  func header(size: Size, in environment: RenderEnvironment) -> [any Widget] {
    let typography = environment.theme.typography
    guard let content = model.content else { return [Text(StyledText(title, typography.title))] }
    let sums = HoldingCells(content.account.currency, theme: environment.theme, glyphs: environment.glyphs)
      .sums(content.account)
    func line(_ least: Int) -> StyledText {
      sums.filter { $0.importance >= least }
        .map { sum in
          let mark = sum.isComplete ? StyledText() : StyledText("*", typography.caption)
          // Realized gains have a separate table.
          let percent = sum.name == "Gain" ? sum.percent.map { StyledText(" ") + $0 } ?? StyledText() : StyledText()
          return StyledText("\(sum.name) ", typography.label) + sum.text + mark + percent
        }
        .joined(separator: "  ")
    }
    let least = (1...4).first { environment.width(of: line($0)) <= size.width } ?? 4
    let sumsLine = line(least)
    let caption = caption(content, in: environment)
    let first = Text(sumsLine, wrapping: .truncated(.end))
    if environment.width(of: sumsLine) + environment.width(of: caption) + 2 <= size.width {
      return [HStack(spacing: 1, children: [first.priority(1), Spacer(), Text(caption)])]
    }
    guard size.height >= Self.leastHeightOfCaption else { return [first] }
    return [first, Text(caption, wrapping: .truncated(.end))]
  }

  private static let leastHeightOfCaption = 14

  private func caption(_ content: PortfolioViewModel.Content, in environment: RenderEnvironment) -> StyledText {
    let typography = environment.theme.typography
    var words = [content.currency.code, model.method.rawValue].map { StyledText($0, typography.caption) }
    if let provenance = content.quotes.provenance {
      words.append(PriceAge.text(of: provenance, model.refresher, now: model.now(), in: environment))
    }
    return words.joined(separator: StyledText(" \(environment.glyphs.middleDot) ", typography.caption))
  }

  var isLedgerDamaged: Bool { model.state.problem != nil || model.content?.problem != nil }

  func notice(in environment: RenderEnvironment) -> (any Widget)? {
    let typography = environment.theme.typography
    func warning(_ words: String) -> any Widget {
      Text(StyledText("\(environment.glyphs.warningMark) \(words)", typography.warning), wrapping: .truncated(.end))
    }
    guard let content = model.content else { return nil }
    if let problem = model.state.problem { return Text(StyledText(problem, typography.error)) }
    if let problem = content.problem {
      return warning(
        content.problemCount > 1 ? "\(content.problemCount) ledger lines are not counted. \(problem)" : problem
      )
    }
    if let shortfall = content.quotes.shortfall {
      let age = content.quotes.provenance.flatMap { PriceAge.failure(of: $0, now: model.now()) }
      return warning("\(age ?? "Prices are missing"): \(MarketsProblem(shortfall, now: model.now()).message)")
    }
    if model.state.isLoading, content.quotes.provenance == nil { return Spinner("Loading prices") }
    if let notice = content.quotes.provenance.flatMap({ PriceAge.failure(of: $0, now: model.now()) }) {
      return warning(notice)
    }
    if let undecided = content.rows.first(where: { $0.choices != nil }) {
      return warning(
        "\(CoinChoiceText.problem(undecided.coin)). Press \(environment.key(KeyPress(.enter))) on its row to choose one."
      )
    }
    let missing = content.account.missingPrices.map { $0.symbol.uppercased() }
    let prices = missing.isEmpty ? [] : ["No price in \(content.currency) for \(missing.joined(separator: ", "))."]
    let notices = prices + content.notices
    guard notices.isEmpty else { return warning(notices.joined(separator: " ")) }
    return FiguresNotice.budget(of: model.repository, in: environment)
  }
}
