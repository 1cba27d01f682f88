import Basics
import Components

extension CoinListScreen {
  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    var rows: [any Widget] = [header(size: size, in: environment)]
    if let notice = notice(in: environment) { rows.append(notice) }
    if let field = search ?? keptSearch {
      let state: ControlState = search == nil ? .normal : .focused
      let widget = TextField(field, prompt: "Name, symbol or ID", state: state, label: "Search")
      rows.append(widget.targeted(Self.searchTarget))
    }
    rows.append(content(width: size.width, in: environment).filling())
    return VStack(spacing: 0, children: rows)
  }

  /// The active search text while the list has the keyboard focus.
  private var keptSearch: TextFieldState? {
    let text = model.filter.text
    return text.isEmpty ? nil : TextFieldState(text, maximumLength: 60)
  }

  private func header(size: Size, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    var status = status(typography, environment)
    var parts: [any Widget] = []
    let name = StyledText(model.capabilities.name, typography.heading)
    let (long, short) = model.account.map { Self.texts(of: $0, typography) } ?? (name, name)
    // In a narrow window, the refresh interval is dropped first. The total is the most important part.
    if environment.width(of: short) + environment.width(of: status) >= size.width {
      status = self.status(typography, environment, hasInterval: false)
    }
    let hasRoom = environment.width(of: long) + environment.width(of: status) < size.width
    let title = Text(hasRoom ? long : short, wrapping: .truncated(.end))
    parts.append(title.priority(model.account == nil ? 0 : 2))
    parts.append(Spacer())
    parts.append(Text(status, wrapping: .truncated(.end)).priority(1))
    return HStack(spacing: 1, children: parts)
  }

  /// Returns the account value in a long and a short form.
  private static func texts(of account: HoldingsTotal, _ typography: Typography) -> (StyledText, StyledText) {
    let count = account.unpricedCount
    guard let total = account.total else {
      let coins = count == 1 ? "1 coin" : "\(count) coins"
      let text = StyledText("No price for \(coins)", typography.caption)
      return (StyledText("Account value unknown  ", typography.label) + text, text)
    }
    let price = StyledText(PriceFormatter(account.currency).price(total), .bold)
    return (
      StyledText("Account value ", typography.label) + price
        + StyledText(count > 0 ? " and \(count) without a price" : "", typography.caption),
      price + StyledText(count > 0 ? ", \(count) unpriced" : "", typography.caption)
    )
  }

  private func status(
    _ typography: Typography,
    _ environment: RenderEnvironment,
    hasInterval: Bool = true
  ) -> StyledText {
    func caption(_ text: String) -> StyledText { StyledText(text, typography.caption) }
    var words = [caption(model.currency.code)]
    if !model.table.marked.isEmpty { words.append(caption("\(model.table.marked.count) marked")) }
    if model.showsOnlyFavorites { words.append(caption("favorites")) }
    if !model.filter.tags.isEmpty {
      words.append(caption(model.filter.tags.sorted().map(\.shownName).joined(separator: "+")))
    }
    if let content = model.content {
      words.append(caption("\(model.table.count) of \(content.coins.count)\(content.hasMore ? "+" : "")"))
      let refresher = hasInterval ? model.refresher : nil
      let age = PriceAge.text(of: content.provenance, refresher, now: model.now(), in: environment)
      // This text replaces the age, so the layout doesn't change.
      words.append(model.isLoading ? caption("Loading…") : age)
    } else if let refresher = model.refresher {
      words.append(caption(refresher.shortStateText))
    }
    return words.joined(separator: caption(" \(environment.glyphs.middleDot) "))
  }

  private func notice(in environment: RenderEnvironment) -> (any Widget)? {
    guard let content = model.content else { return nil }
    if let problem = model.state.problem { return FiguresNotice.failure(problem, in: environment) }
    let isSearch = !model.filter.text.isEmpty
    if model.isSearching { return Spinner(isSearch ? "Searching all coins" : "Loading favorites") }
    if let problem = model.searchProblem {
      let text = "Couldn't \(isSearch ? "search all coins" : "load all favorites"): \(problem.message)"
      return Text(StyledText("\(environment.glyphs.warningMark) \(text)", environment.theme.typography.warning))
    }
    return FiguresNotice.flaws(of: content.provenance, content.shortfall, now: model.now(), in: environment)
      ?? FiguresNotice.budget(of: model.repository, in: environment)
  }

  private func content(width: Int, in environment: RenderEnvironment) -> any Widget {
    switch model.state {
    case .initial, .loading(previous: nil):
      return SkeletonRows(columns: [3, 18, 11, 8, 8], label: "Loading prices…")
    case .loaded(let content) where content.coins.isEmpty:
      return StatusMessage.empty(
        "No coins",
        detail: "The source has no coins.",
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .failed(let problem, previous: nil) where problem.isCancellation:
      return StatusMessage.cancelled(in: environment)
    case .failed(let problem, previous: nil):
      return StatusMessage.failure(
        "No prices",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .loading, .loaded, .failed: break
    }
    guard !model.table.isEmpty else {
      return StatusMessage.empty("No matches", detail: emptyDetail(in: environment), hint: emptyHint(in: environment))
    }
    let hasIcons = hasIcons(width: width, in: environment)
    let columns = columns(width: width, hasIcons: hasIcons)
    let sort = columns.firstIndex { $0.sorts == model.sort.column }
      .map { TableSort(column: $0, isAscending: model.sort.isAscending) }
    let context = CoinColumnContext(
      cells: CoinCells(model.content?.currency ?? model.currency, theme: environment.theme, glyphs: environment.glyphs),
      favorites: model.favorites,
      environment: environment
    )
    return model.table.table(
      columns: columns.map(\.column),
      columnGap: CoinColumnLayout.gap(width: width),
      sort: sort,
      target: Self.target,
      picture: !hasIcons
        ? nil : { [icons] in $1 == 0 ? icons.cell(of: $0, mark: columns[0].cell($0, context)) : nil }
    ) { coin, column in
      columns[column].cell(coin, context)
    }
  }

  /// Returns a note that only loaded coins are filtered; empty for a search or a complete list.
  private func emptyDetail(in environment: RenderEnvironment) -> String {
    if !model.filter.text.isEmpty || model.content?.hasMore == false { return "" }
    return "Only loaded coins are filtered; \(environment.key(.character("m"))) loads more."
  }

  private func emptyHint(in environment: RenderEnvironment) -> String {
    if search != nil || keptSearch != nil { return "\(environment.key(KeyPress(.escape))) shows all" }
    return "\(environment.key(.character("f"))) shows all coins"
  }

  func columns(width: Int, hasIcons: Bool = false) -> [CoinColumnLayout] {
    CoinColumnLayout.columns(
      of: CoinColumnLayout.Content(
        currency: model.content?.currency ?? model.currency,
        hasFigures: model.capabilities.hasMarketFigures,
        includesEUR: model.content?.includesEUR ?? model.includesEUR,
        hasTags: model.content == nil ? model.capabilities.hasTags : model.table.items.contains { !$0.tags.isEmpty },
        hasIcons: hasIcons,
        priceWidth: model.priceWidth
      ),
      width: width
    )
  }
}

extension CoinListScreen {
  var canSearch: Bool { model.isLoading || model.content?.coins.isEmpty == false }

  func openSearch() { search = TextFieldState(model.filter.text, maximumLength: 60) }

  var searchKeys: KeyMap {
    KeyMap(
      "Search",
      [
        KeyBinding(KeyPress(.enter), label: "Open", explanation: "Open the coin", isEnabled: model.selectedCoin != nil)
        { [self] in open() },
        endSearchBinding,
        KeyBinding(KeyPress(.tab), label: "Keep", explanation: "Keep the matches and go to the list") { [self] in
          search = nil
        },
        KeyBinding(handled: KeyPress(.up), label: "Move up"),
        KeyBinding(handled: KeyPress(.down), label: "Move down"),
      ]
    )
  }

  var endSearchBinding: KeyBinding {
    KeyBinding(KeyPress(.escape), label: "All coins", explanation: "End the search") { [self] in
      search = nil
      model.search("")
    }
  }
}
