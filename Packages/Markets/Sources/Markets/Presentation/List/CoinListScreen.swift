import Basics
import Components
import Foundation
import Navigation
import Observation

@MainActor
@Observable
final class CoinListScreen: Screen {
  let title = "Markets"

  @ObservationIgnored let model: CoinListViewModel
  @ObservationIgnored let source: any Navigator
  @ObservationIgnored let hasPortfolio: Bool
  @ObservationIgnored let icons: CoinIcons
  @ObservationIgnored let coinPreview: CoinPreview?
  @ObservationIgnored let effects: any ScreenEffects
  @ObservationIgnored let timeZone: TimeZone
  @ObservationIgnored let chooseCurrency: (@MainActor (CurrencyCode) -> Void)?
  var search: TextFieldState?
  /// The number of table lines in the last frame.
  @ObservationIgnored private var pageHeight = 10
  /// The width of the table in the last frame.
  @ObservationIgnored private var tableWidth = 80

  init(
    model: CoinListViewModel,
    hasPortfolio: Bool = false,
    icons: CoinIcons = CoinIcons(),
    coinPreview: CoinPreview? = nil,
    source: any Navigator,
    effects: any ScreenEffects,
    chooseCurrency: (@MainActor (CurrencyCode) -> Void)? = nil,
    timeZone: TimeZone = .current
  ) {
    self.model = model
    self.timeZone = timeZone
    self.chooseCurrency = chooseCurrency
    self.hasPortfolio = hasPortfolio
    self.icons = icons
    self.coinPreview = coinPreview
    self.source = source
    self.effects = effects
    model.onTrouble = { [weak effects] in effects?.show(StyledText($0), tone: .warning) }
  }

  func appear() { model.appear() }

  var canCancelLoading: Bool { model.isLoading || model.isSearching }

  func cancelLoading() -> Bool {
    guard model.cancelLoading() else { return false }
    restoreShownCurrency()
    return true
  }

  func didShow(_ frame: RenderedFrame) {
    // The table doesn't exist before the first load. The frame is only a few lines higher than the table.
    model.fill(rows: frame.buffer.size.height)
    let table = frame.viewports[Self.target]
    if let table { (pageHeight, tableWidth) = (max(table.area.height, 1), table.area.width) }
    showIcons(height: table?.area.height ?? 0)
  }

  func disappear() {
    model.disappear()
    showIcons(height: 0)
  }

  var isEnteringText: Bool { search != nil }

  var isAnimating: Bool { model.isLoading || model.isSearching }

  var keyMap: KeyMap {
    if search != nil { return searchKeys }
    let hasCoin = model.selectedCoin != nil
    // Bind this key only while there is a search or a mark. Otherwise, the program handles it.
    let end = !model.filter.text.isEmpty ? [endSearchBinding] : model.table.marked.isEmpty ? [] : [removeMarksBinding]
    return KeyMap(
      "Markets",
      [
        KeyBinding(KeyPress(.enter), label: "Open", explanation: "Open the coin", isEnabled: hasCoin) { [self] in
          open()
        },
        KeyBinding(
          .character("/"),
          .control("f"),
          label: "Search",
          explanation: "Search names, symbols and IDs",
          isEnabled: canSearch
        ) { [self] in openSearch() },
      ] + end + [
        KeyBinding(
          .character("m"),
          label: "More",
          explanation: "Load more coins",
          isEnabled: model.content?.hasMore ?? false
        ) { [self] in loadMore() },
        KeyBinding(.character("s"), label: "Sort", explanation: "Sort by the next column") { [self] in
          sortByNextColumn()
        },
        KeyBinding(.character("S"), label: "Reverse", explanation: "Reverse the order", prominence: .help) {
          [self] in model.sort(by: model.sort.column)
        },
        KeyBinding(
          .character("f"),
          label: "Filter",
          explanation: "Show favorites, or coins with the tags deposit (D) or withdrawal (W)"
        ) {
          [self] in showFilters()
        },
        currencyKey,
      ] + choiceKeys + [
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "Reload", explanation: "Reload the prices") {
          [self] in model.refresh()
        }
      ] + (model.refresher?.keys(effects) ?? []) + portfolioKeys + .listMovement
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
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
    case .click(Self.searchTarget, _, _, _):
      openSearch()
      return true
    case .click(Self.target + ".column", let index?, _, _):
      let columns = columns(width: tableWidth)
      guard columns.indices.contains(index), let column = columns[index].sorts else { return false }
      model.sort(by: column)
      return true
    default:
      // A click on a coin ends the search.
      if case .click(Self.target, _, _, _) = event { search = nil }
      switch model.table.handle(event, target: Self.target, page: pageHeight) {
      case .ignored: return false
      case .handled: loadMoreNearTheEnd()
      case .opened: open()
      }
      return true
    }
  }

  static let target = "markets.coins"
  static let searchTarget = "markets.search"

  private static func isMoving(_ press: KeyPress) -> Bool { [.up, .down, .pageUp, .pageDown].contains(press.key) }

  /// Opens the selected coin's page, optionally with the purchase form.
  func open(buying: Bool = false) {
    guard let coin = model.selectedCoin else { return }
    search = nil
    if let known = knownContent(of: coin) { coinPreview?.keep(known) }
    source.send(.push(CoinDestination(coin: coin.id.description, opensPurchase: buying)))
  }

  /// Returns what the list already knows about a coin, for the coin's page.
  private func knownContent(of coin: Coin) -> CoinDetailViewModel.Content? {
    model.content.map {
      CoinDetailViewModel.Content(coin: coin, currency: $0.currency, provenance: $0.provenance, shortfall: nil)
    }
  }

  private func loadMore() { Task { await model.loadMore() } }

  /// Loads more coins when the last row becomes visible, unless a filter hides most of them.
  private func loadMoreNearTheEnd() {
    guard model.content?.hasMore == true, model.filter.isOpen,
      model.table.visibleRows(height: pageHeight).upperBound >= model.table.count
    else { return }
    loadMore()
  }

  private func sortByNextColumn() {
    let sortable = columns(width: tableWidth).compactMap(\.sorts)
    let index = sortable.firstIndex(of: model.sort.column) ?? -1
    model.sort(CoinSort(sortable[(index + 1) % sortable.count]))
  }

  private func showFilters() {
    let tags: [Set<CoinTag>] = model.capabilities.hasTags ? [[.deposit], [.withdrawal], [.deposit, .withdrawal]] : []
    let model = model
    func item(_ label: String, favorites: Bool, _ tags: Set<CoinTag> = []) -> KeyChoice {
      KeyChoice(label) {
        if model.showsOnlyFavorites != favorites { model.toggleOnlyFavorites() }
        model.show(tags: tags)
      }
    }
    let others = tags.map { tags in
      item(tags.sorted().map(\.shownName).joined(separator: " and "), favorites: false, tags)
    }
    let selected =
      model.showsOnlyFavorites ? 1 : tags.firstIndex(of: model.filter.tags).map { $0 + 2 } ?? 0
    effects.choose(
      "Filter",
      among: [item("All coins", favorites: false), item("Favorites", favorites: true)] + others,
      selected: selected
    )
  }
}

extension CoinListScreen: CurrencyChoosing {
  var currencyModel: any CurrencyShowing { model }
}

extension CoinListScreen: PreviewingScreen {
  var preview: (any Screen)? {
    guard let coin = model.selectedCoin, let known = knownContent(of: coin) else { return nil }
    return coinPreview?.page(of: coin.id.description, known: known)
  }

  func openPreview() { open() }

  func caption(in environment: RenderEnvironment) -> StyledText? {
    model.content.map { PriceAge.caption(of: $0.provenance, now: model.now(), timeZone: timeZone, in: environment) }
  }
}
