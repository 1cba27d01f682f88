public import Components
import Foundation
public import Navigation
public import Observation

/// The list of coins.
@MainActor
@Observable
public final class CoinListScreen: Screen {
  /// What the screen is called.
  public let title = "Markets"

  @ObservationIgnored private let model: CoinListViewModel
  @ObservationIgnored private let source: any NavSource
  @ObservationIgnored private let effects: any ScreenEffects
  /// What is searched, while the field is open.
  private var search: TextFieldState?
  /// The menu of currencies, while it is open.
  private var menu: ListState?
  /// The lines of the table, for pages; of the last drawing.
  @ObservationIgnored private var pageHeight = 10

  /// Makes the screen.
  ///
  /// - Parameters:
  ///   - model: The state.
  ///   - source: Where moves are asked for.
  ///   - effects: The program around the screen.
  public init(model: CoinListViewModel, source: any NavSource, effects: any ScreenEffects) {
    self.model = model
    self.source = source
    self.effects = effects
    model.onAlert = { [weak effects] words in
      effects?.show(StyledText(words), tone: .warning)
      effects?.notify(title: "Price alert", message: words)
    }
    model.onTrouble = { [weak effects] in effects?.show(StyledText($0), tone: .warning) }
  }

  /// Loads when it is shown first.
  public func appear() { model.appear() }

  /// Ends what only it needs.
  public func disappear() { model.disappear() }

  /// Whether the search field has the keyboard.
  public var isEnteringText: Bool { search != nil }

  /// Whether a spinner turns.
  public var isAnimating: Bool { model.isLoading }

  // MARK: Keys

  /// The keys as they are now.
  public var keyMap: KeyMap {
    if menu != nil { return menuKeys }
    if search != nil { return searchKeys }
    let hasCoin = model.selectedCoin != nil
    return KeyMap(
      "Markets",
      [
        KeyBinding(KeyPress(.enter), label: "open", explanation: "Opens the coin", isEnabled: hasCoin) { [self] in
          open()
        },
        KeyBinding(.character("/"), .control("f"), label: "search") { [self] in
          search = TextFieldState(maximumLength: 60)
        },
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "refresh", explanation: "Asks the service") {
          [self] in
          model.refresh()
        },
        KeyBinding(.character("s"), label: "sort", explanation: "Sorts by the next column") { [self] in
          sortByNextColumn()
        },
        KeyBinding(.character("S"), label: "reverse", explanation: "Sorts the other way round", prominence: .help) {
          [self] in
          model.sort(by: model.listing.sort.column)
        },
        KeyBinding(.character("c"), label: "currency", explanation: "Shows the currencies") { [self] in openMenu() },
        KeyBinding(.character("f"), label: "mark", explanation: "Marks the coin as a favourite", isEnabled: hasCoin) {
          [self] in
          mark()
        },
        KeyBinding(.character("F"), label: "only marked", explanation: "Shows only marked coins", prominence: .help) {
          [self] in
          model.toggleOnlyFavourites()
        },
        KeyBinding(.character("t"), label: "tags", explanation: "Shows only coins with a tag", prominence: .help) {
          [self] in
          showNextTags()
        },
        KeyBinding(.character("m"), label: "more", explanation: "Loads more coins", prominence: .help) { [self] in
          loadMore()
        },
        KeyBinding(.character("a"), label: "live", explanation: "Asks the service again and again", prominence: .help) {
          [self] in toggleLive()
        },
      ]
    )
  }

  private var searchKeys: KeyMap {
    KeyMap(
      "Search",
      [
        KeyBinding(KeyPress(.enter), label: "open", isEnabled: model.selectedCoin != nil) { [self] in open() },
        KeyBinding(KeyPress(.escape), label: "all coins", explanation: "Ends the search") { [self] in
          search = nil
          model.search("")
        },
        KeyBinding(KeyPress(.tab), label: "to the list", explanation: "Keeps what is found") { [self] in search = nil },
      ]
    )
  }

  private var menuKeys: KeyMap {
    KeyMap(
      "Currency",
      [
        KeyBinding(KeyPress(.enter), label: "take") { [self] in takeCurrency() },
        KeyBinding(KeyPress(.escape), label: "leave as it is") { [self] in menu = nil },
      ]
    )
  }

  /// Takes what no binding took.
  public func handle(_ event: ScreenEvent) -> Bool {
    if menu != nil { return handleMenu(event) }
    switch event {
    case .key(let press) where search != nil && !Self.isMoving(press):
      guard var field = search, field.handle(press) else { return false }
      search = field
      model.search(field.text)
      return true
    case .paste(let text):
      guard var field = search else { return false }
      field.paste(text)
      search = field
      model.search(field.text)
      return true
    case .click(Self.target + ".column", let index?, _, _):
      let columns = columns
      guard columns.indices.contains(index), let column = columns[index].sorts else { return false }
      model.sort(by: column)
      return true
    default:
      switch model.table.handle(event, target: Self.target, page: pageHeight) {
      case .ignored: return false
      case .handled: loadMoreNearTheEnd()
      case .opened: open()
      }
      return true
    }
  }

  private static let target = "markets.coins"
  private static let menuTarget = "markets.currencies"

  private static func isMoving(_ press: KeyPress) -> Bool {
    [.up, .down, .pageUp, .pageDown].contains(press.key)
  }

  // MARK: Intents

  private func open() {
    guard let coin = model.selectedCoin else { return }
    source.send(.push(CoinDestination(coin: coin.id.description)))
  }

  private func mark() {
    guard let coin = model.selectedCoin else { return }
    Task { await model.toggleFavourite(coin.id) }
  }

  private func loadMore() { Task { await model.loadMore() } }

  private func loadMoreNearTheEnd() {
    guard model.content?.hasMore == true, let row = model.table.state.selection, row + 1 >= model.table.count else {
      return
    }
    loadMore()
  }

  private func sortByNextColumn() {
    let sortable = columns.compactMap(\.sorts)
    let index = sortable.firstIndex(of: model.listing.sort.column) ?? -1
    model.sort(CoinSort(sortable[(index + 1) % sortable.count]))
  }

  private func showNextTags() {
    let choices: [Set<CoinTag>] = [[], [.deposit], [.withdrawal], [.deposit, .withdrawal]]
    let index = choices.firstIndex(of: model.listing.filter.tags) ?? 0
    model.show(tags: choices[(index + 1) % choices.count])
  }

  private func toggleLive() {
    model.toggleAutomaticRefresh()
    let isOn = model.refreshesAutomatically
    effects.show(
      isOn ? "The service is asked as often as its limits allow." : "Prices stand still.",
      tone: .information
    )
  }

  private func openMenu() {
    menu = ListState(selection: model.capabilities.currencies.firstIndex(of: model.currency))
  }

  private func takeCurrency() {
    guard let row = menu?.selection, model.capabilities.currencies.indices.contains(row) else { return }
    menu = nil
    model.setCurrency(model.capabilities.currencies[row])
  }

  private func handleMenu(_ event: ScreenEvent) -> Bool {
    let count = model.capabilities.currencies.count
    switch event {
    case .key(let press): return menu?.handle(press, count: count, page: count) ?? false
    case .click(Self.menuTarget, let row?, _, _):
      menu?.selection = row
      takeCurrency()
    case .scroll(_, _, let rows): menu?.moveSelection(by: rows.signum(), count: count)
    case .click: menu = nil
    case .paste, .drag: return false
    }
    return true
  }

  // MARK: Drawing

  /// The tree that shows the list.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    var rows: [any Widget] = [header(size: size, in: environment)]
    if let notice = notice(in: environment) { rows.append(notice) }
    if let search {
      rows.append(TextField(search, prompt: "Name, sign or id", state: .focused, label: "Search"))
    }
    pageHeight = max(size.height - rows.count - 1, 1)
    rows.append(content(in: environment).filling())
    let page = VStack(spacing: 0, children: rows)
    guard let menu else { return page }
    let currencies = model.capabilities.currencies
    let list = SectionedList(count: currencies.count, state: menu, target: Self.menuTarget) { row in
      ListRow(StyledText(currencies[row].code))
    }
    let box = Panel(list.framed(width: 16, height: min(currencies.count, max(size.height - 4, 1))), title: "Currency")
    return Overlay(page, top: box, alignment: .center, dimsBase: true, isModal: true)
  }

  private func header(size: Size, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    var parts: [any Widget] = []
    if let account = model.account {
      let total = PriceFormatter(account.currency).price(account.total)
      let rest = account.unpricedCount > 0 ? " and \(account.unpricedCount) without a price" : ""
      parts.append(
        Text(
          StyledText("Account value ", typography.label) + StyledText(total, .bold)
            + StyledText(rest, typography.caption)
        )
      )
    } else {
      parts.append(Text(StyledText(model.capabilities.name, typography.heading)))
    }
    parts.append(Spacer())
    parts.append(Text(status(typography, environment)).priority(1))
    return HStack(spacing: 1, children: parts)
  }

  private func status(_ typography: Typography, _ environment: RenderEnvironment) -> StyledText {
    var words = [model.currency.code]
    if model.showsOnlyFavourites { words.append("marked only") }
    if !model.listing.filter.tags.isEmpty {
      words.append(model.listing.filter.tags.sorted().map(\.name).joined(separator: "+"))
    }
    if let content = model.content {
      words.append("\(model.table.count) of \(content.coins.count)\(content.hasMore ? "+" : "")")
      words.append(RelativeAge.text(of: content.provenance.asOf, now: model.now()))
    }
    if model.refreshesAutomatically { words.append("live") }
    return StyledText(words.joined(separator: " \(environment.glyphs.middleDot) "), typography.caption)
  }

  /// What is the matter while there are coins to be seen.
  private func notice(in environment: RenderEnvironment) -> (any Widget)? {
    let typography = environment.theme.typography
    let now = model.now()
    if case .failed(let problem, _?) = model.state {
      return Text(
        StyledText([problem.message, problem.hint].compactMap { $0 }.joined(separator: " "), typography.error)
      )
    }
    guard let content = model.content else { return nil }
    if model.isLoading { return Spinner("Loading") }
    if content.provenance.isStale {
      let next = content.provenance.nextTry.map { "; next try \(RelativeAge.text(until: $0, now: now))" } ?? ""
      let age = RelativeAge.text(of: content.provenance.asOf, now: now)
      return Text(StyledText("\(environment.glyphs.warningMark) Old figures, from \(age)\(next)", typography.warning))
    }
    if let shortfall = content.shortfall {
      let words = "Tags and euro are missing: \(MarketsProblem(shortfall, now: now).message)"
      return Text(StyledText("\(environment.glyphs.warningMark) \(words)", typography.warning))
    }
    return nil
  }

  private func content(in environment: RenderEnvironment) -> any Widget {
    switch model.state {
    case .initial, .loading(previous: nil): return StatusMessage.loading("Loading prices")
    case .empty: return StatusMessage.empty("No coins", detail: "The source has none.", hint: "r asks again")
    case .failed(let problem, previous: nil):
      return StatusMessage.failure("No prices", detail: problem.message, hint: problem.hint ?? "r tries again")
    case .loading, .loaded, .failed: break
    }
    guard !model.table.isEmpty else {
      return StatusMessage.empty("No coin fits", detail: "Of those that are loaded.", hint: emptyHint)
    }
    let columns = columns
    let sort = columns.firstIndex { $0.sorts == model.listing.sort.column }
      .map { TableSort(column: $0, isAscending: model.listing.sort.isAscending) }
    let context = CoinColumnContext(
      cells: CoinCells(model.content?.currency ?? model.currency, theme: environment.theme, glyphs: environment.glyphs),
      favourites: model.favourites,
      environment: environment
    )
    return model.table.table(columns: columns.map(\.column), sort: sort, target: Self.target) { [model] row, column in
      model.coin(row).map { columns[column].cell($0, context) } ?? StyledText()
    }
  }

  private var emptyHint: String {
    if search != nil { return "Esc shows all" }
    return model.showsOnlyFavourites ? "F shows all" : "t shows other tags"
  }

  private var columns: [CoinColumnLayout] {
    CoinColumnLayout.columns(
      currency: model.content?.currency ?? model.currency,
      hasFigures: model.capabilities.hasMarketFigures,
      includesEUR: model.content?.includesEUR ?? model.includesEUR,
      hasTags: model.listing.coins.contains { !$0.tags.isEmpty }
    )
  }
}
