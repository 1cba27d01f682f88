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
  @ObservationIgnored let effects: any ScreenEffects
  @ObservationIgnored let chooseCurrency: (@MainActor (CurrencyCode) -> Void)?
  var search: TextFieldState?
  var menu: ChoiceMenu?
  /// The lines of the table in the last frame.
  @ObservationIgnored private var pageHeight = 10

  init(
    model: CoinListViewModel,
    hasPortfolio: Bool = false,
    icons: CoinIcons = CoinIcons(),
    source: any Navigator,
    effects: any ScreenEffects,
    chooseCurrency: (@MainActor (CurrencyCode) -> Void)? = nil
  ) {
    self.model = model
    self.chooseCurrency = chooseCurrency
    self.hasPortfolio = hasPortfolio
    self.icons = icons
    self.source = source
    self.effects = effects
    model.onTrouble = { [weak effects] in effects?.show(StyledText($0), tone: .warning) }
  }

  func appear() { model.appear() }

  func didShow(_ frame: RenderedFrame) {
    // The whole frame has some lines more than the table, which isn't there before the first load.
    model.fill(rows: frame.buffer.size.height)
    let table = frame.viewports[Self.target]
    if let table { pageHeight = max(table.area.height, 1) }
    showIcons(height: table?.area.height ?? 0)
  }

  func disappear() {
    model.disappear()
    showIcons(height: 0)
  }

  var isEnteringText: Bool { search != nil }

  var isAnimating: Bool { model.isLoading || model.isSearching }

  var keyMap: KeyMap {
    if let menu { return keyMap(of: menu) }
    if search != nil { return searchKeys }
    let hasCoin = model.selectedCoin != nil
    // Only while there is something to end: otherwise the key is the program's.
    let searchEnd = model.filter.text.isEmpty ? [] : [endSearchBinding]
    return KeyMap(
      "Markets",
      [
        KeyBinding(KeyPress(.enter), label: "open", explanation: "Opens the coin", isEnabled: hasCoin) { [self] in
          open()
        },
        KeyBinding(
          .character("/"),
          .control("f"),
          label: "search",
          explanation: "Search names, symbols and ids"
        ) { [self] in openSearch() },
      ] + searchEnd + [
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "refresh", explanation: "Asks the service") {
          [self] in
          model.refresh()
        },
        KeyBinding(
          .character("m"),
          label: "more",
          explanation: "Load more coins",
          isEnabled: model.content?.hasMore ?? false
        ) { [self] in loadMore() },
        KeyBinding(.character("s"), label: "sort", explanation: "Sorts by the next column") { [self] in
          sortByNextColumn()
        },
        KeyBinding(.character("S"), label: "reverse", explanation: "Sorts the other way round", prominence: .help) {
          [self] in
          model.sort(by: model.sort.column)
        },
        currencyKey,
        KeyBinding(.character("f"), label: "mark", explanation: "Marks the coin as a favourite", isEnabled: hasCoin) {
          [self] in
          mark()
        },
        KeyBinding(.character("F"), label: "only marked", explanation: "Shows only marked coins", prominence: .help) {
          [self] in
          model.toggleOnlyFavorites()
        },
        KeyBinding(
          .character("t"),
          label: "tags",
          explanation: "Show only coins with a tag",
          prominence: .help,
          isEnabled: model.capabilities.hasTags
        ) { [self] in showNextTags() },
      ] + refreshKeys + portfolioKeys
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
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
    case .click(Self.searchTarget, _, _, _):
      openSearch()
      return true
    case .click(Self.target + ".column", let index?, _, _):
      let columns = columns
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

  func open() {
    guard let coin = model.selectedCoin else { return }
    search = nil
    source.send(.push(CoinDestination(coin: coin.id.description)))
  }

  private func mark() {
    guard let coin = model.selectedCoin else { return }
    Task { await model.toggleFavorite(coin.id) }
  }

  private func loadMore() { Task { await model.loadMore() } }

  /// Loads more coins once the last row can be seen, unless a filter hides most of them.
  private func loadMoreNearTheEnd() {
    guard model.content?.hasMore == true, model.filter.isOpen,
      model.table.visibleRows(height: pageHeight).upperBound >= model.table.count
    else { return }
    loadMore()
  }

  private func sortByNextColumn() {
    let sortable = columns.compactMap(\.sorts)
    let index = sortable.firstIndex(of: model.sort.column) ?? -1
    model.sort(CoinSort(sortable[(index + 1) % sortable.count]))
  }

  private func showNextTags() {
    let choices: [Set<CoinTag>] = [[], [.deposit], [.withdrawal], [.deposit, .withdrawal]]
    let index = choices.firstIndex(of: model.filter.tags) ?? 0
    model.show(tags: choices[(index + 1) % choices.count])
  }

  private var refreshKeys: [KeyBinding] {
    guard let refresher = model.refresher else { return [] }
    return [
      KeyBinding(
        .character("a"),
        label: "auto-refresh",
        explanation: "Turns automatic refreshing on or off",
        prominence: .help
      ) { [self] in
        refresher.toggle()
        effects.show(StyledText(refresher.stateText), tone: .information)
      }
    ]
  }
}

extension CoinListScreen: CurrencyChoosing {
  var currencyModel: any CurrencyShowing { model }
}
