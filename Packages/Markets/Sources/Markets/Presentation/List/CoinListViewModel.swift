import Basics
public import Components
public import Foundation
public import Observation
public import Portfolio

/// The state and actions for the coin list.
///
/// Only the latest load's result is used, so a late response to an earlier request never replaces a newer response.
@MainActor
@Observable
public final class CoinListViewModel {
  private(set) var state: LoadState<Content, MarketsProblem> = .initial
  var table = ListModel<Coin, CoinID, Never>(id: \.id)
  var filter = CoinFilter()
  var sort = CoinSort(.rank)
  private(set) var currency: CurrencyCode
  private(set) var includesEUR: Bool
  var favorites: Set<CoinID> = []
  var showsOnlyFavorites = false
  /// The value of all holdings; `nil` without a ledger or without holdings.
  var account: HoldingsTotal?
  private(set) var isLoadingMore = false
  private(set) var priceWidth = 10

  let capabilities: MarketsCapabilities
  @ObservationIgnored let now: @Sendable () -> Date
  /// A function that receives failures outside the list itself, such as a favorite that couldn't be saved.
  @ObservationIgnored var onTrouble: (@MainActor (String) -> Void)?

  var isSearching = false
  /// The reason why the search failed or favorites couldn't be loaded.
  var searchProblem: MarketsProblem?

  /// A number that increases whenever the listed coins change.
  public private(set) var revision = 0
  @ObservationIgnored let repository: any MarketsRepository
  @ObservationIgnored private let fetch: FetchTopCoins
  @ObservationIgnored let fetchQuotes: FetchQuotes
  @ObservationIgnored let favoritesStore: (any FavoriteCoinsStoring)?
  @ObservationIgnored let ledger: (any LedgerStoring)?
  /// Refreshes the list while it is visible; `nil` without auto-refresh.
  @ObservationIgnored let refresher: PriceRefresher?
  @ObservationIgnored let clock: any Clock<Duration>
  /// The number of coins to load from the top of the source's list; a number above ``pageSize`` is a multiple of it.
  @ObservationIgnored private var limit = CoinListViewModel.step
  /// The coins beyond the loaded pages: search matches or favorites.
  @ObservationIgnored var others: [Coin] = []
  @ObservationIgnored let searches = LatestLoad()
  @ObservationIgnored var texts = CoinTexts()
  @ObservationIgnored let latest = LatestLoad()
  @ObservationIgnored let latestAccount = LatestLoad()

  /// The step for rounding up the number of coins on a screen, so screens of similar sizes share a cached response.
  static let step = 25
  /// The list lengths that ``loadMore()`` steps through before it loads page by page.
  private static let largerLimits = [100, pageSize]
  private static let pageSize = 250

  /// Creates a view model.
  ///
  /// If the source doesn't support the currency, the source's default currency is used. The list shows the ledger's
  /// total value. `clock` measures the pause before a search.
  public init(
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    includesEUR: Bool = false,
    favorites: (any FavoriteCoinsStoring)? = nil,
    ledger: (any LedgerStoring)? = nil,
    refresher: PriceRefresher? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.repository = repository
    capabilities = repository.capabilities
    fetch = FetchTopCoins(repository: repository)
    fetchQuotes = FetchQuotes(repository: repository)
    self.currency = repository.capabilities.currency(for: currency)
    self.includesEUR = includesEUR
    self.clock = clock
    self.now = now
    favoritesStore = favorites
    self.ledger = ledger
    self.refresher = refresher
  }

  // MARK: Reading

  /// The visible coins, which may be outdated; `nil` if the list is empty.
  public var content: Content? { state.value.flatMap { $0.coins.isEmpty ? nil : $0 } }

  var isLoading: Bool { state.isLoading || isLoadingMore }

  var selectedCoin: Coin? { table.selectedItem }

  // MARK: Appearance

  /// Starts refreshing; the first load starts with ``fill(rows:)``, once the screen height is known.
  func appear() {
    loadFavorites()
    if !filter.isOpen { loadOthers() }
    let needsLoad =
      switch state {
      case .loaded(let content): repository.needsReload(content.provenance, at: now())
      case .failed: true
      case .initial, .loading: false
      }
    if needsLoad { latest.start { await self.load() } }
    // The holdings may have changed on another screen.
    if let content { Task { await updateAccount(content, latest.current) } }
    refresher?.add(self)
  }

  /// Loads enough coins to fill the screen, if nothing has been loaded yet or the screen has grown.
  func fill(rows: Int) {
    let wanted = min((max(rows, 1) + Self.step - 1) / Self.step * Self.step, Self.pageSize)
    let isLarger = wanted > limit
    if isLarger { limit = wanted }
    guard state.isInitial || isLarger && (state.isLoading || content?.hasMore ?? false) else { return }
    state = .loading(previous: content)
    latest.start { await self.load() }
  }

  func disappear() {
    refresher?.remove(self)
    stopSearching()
    guard isLoading else { return }
    latest.cancel()
    isLoadingMore = false
    state.stopLoading()
  }

  /// Cancels running loads but keeps the coins, and returns whether a load was running.
  func cancelLoading() -> Bool {
    let wasSearching = isSearching
    stopSearching()
    guard isLoading else { return wasSearching }
    latest.cancel()
    isLoadingMore = false
    _ = state.cancelLoading(.cancelled(now: now()))
    return true
  }

  /// Waits until no load is running, for example before printing the list.
  func settle() async {
    await latest.settle()
    await searches.settle()
    await latestAccount.settle()
  }

  func refresh() { latest.start { await self.load(.refreshed) } }

  /// Shows or hides euro prices, and reloads.
  public func setIncludesEUR(_ includesEUR: Bool) {
    guard includesEUR != self.includesEUR else { return }
    self.includesEUR = includesEUR
    if !state.isInitial { latest.start { await self.load() } }
  }

  /// Shows the newest known quotes, for example after another screen has loaded them.
  public func showNewestQuotes() async {
    let number = latest.current
    guard case .loaded(let content) = state,
      let quotes = await repository.storedQuotes(of: content.coins + others, in: content.currency),
      latest.isLatest(number)
    else { return }
    func updated(_ coins: [Coin]) -> CoinPage? {
      var page = CoinPage(
        coins: coins,
        currency: content.currency,
        hasMore: content.hasMore,
        provenance: content.provenance
      )
      return page.update { quotes[$0]?[$1] } ? page : nil
    }
    let (page, otherPage) = (updated(content.coins), updated(others))
    guard page != nil || otherPage != nil else { return }
    if let otherPage { others = otherPage.coins }
    var shown = content
    if let page {
      shown.coins = page.coins
      shown.provenance = page.provenance
    }
    shown = show(shown)
    await updateAccount(shown, number, .storedOnly)
  }

  func restoreShownCurrency() -> CurrencyCode? {
    guard let shown = content?.currency, shown != currency else { return nil }
    currency = shown
    return shown
  }

  /// Shows prices in another currency, and reloads.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    if !state.isInitial { latest.start { await self.load() } }
  }
}

// MARK: - Loading

extension CoinListViewModel {
  /// Loads the visible pages, and returns once they are loaded or the load is superseded.
  public func load(_ policy: LoadPolicy = .fresh) async {
    let number = latest.begin()
    let previous = content
    isLoadingMore = false
    state = .loading(previous: previous)
    do throws(MarketsError) {
      var loaded: Content?
      for page in 1...(limit + Self.pageSize - 1) / Self.pageSize {
        let response = try await fetch.execute(query(page, limit, policy))
        guard latest.isLatest(number) else { return }
        loaded = loaded?.adding(response) ?? Content(first: response, includesEUR: includesEUR)
        guard response.hasMore else { break }
      }
      guard let loaded else { return }
      let shown = show(loaded)
      if isSearching || !others.isEmpty || searchProblem != nil { loadOthers(policy) }
      await updateAccount(shown, number)
    } catch {
      guard latest.isLatest(number) else { return }
      state = .failed(MarketsProblem(error, now: now()), previous: previous)
    }
  }

  /// Loads the next page, unless the list is complete or a load is running.
  func loadMore() async {
    guard !isLoading, let content, content.hasMore else { return }
    isLoadingMore = true
    await latest.start { await self.loadPage(after: content) }.value
  }

  private func loadPage(after content: Content) async {
    let number = latest.begin()
    // A longer list of up to one page is reloaded from the top, because that also takes only one request.
    let next = Self.largerLimits.first { $0 > limit } ?? limit + Self.pageSize
    do throws(MarketsError) {
      let response = try await fetch.execute(query((next + Self.pageSize - 1) / Self.pageSize, next, .fresh))
      guard latest.isLatest(number) else { return }
      isLoadingMore = false
      limit = next
      await updateAccount(show(content.adding(response)), number)
    } catch {
      guard latest.isLatest(number) else { return }
      isLoadingMore = false
      state = .failed(MarketsProblem(error, now: now()), previous: content)
    }
  }

  private func query(_ page: Int, _ limit: Int, _ policy: LoadPolicy) -> CoinQuery {
    var query = query(policy)
    query.page = page
    query.pageSize = capabilities.hasSinglePage ? .max : min(limit, Self.pageSize)
    return query
  }

  func query(_ policy: LoadPolicy) -> CoinQuery {
    CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy)
  }

  private func show(_ content: Content) -> Content {
    var content = content
    list(content)
    // The table has already looked up all IDs, and a separate search for duplicates would take just as long.
    if !table.hasUniqueIDs {
      content.removeDuplicates()
      list(content)
    }
    state = .loaded(content)
    return content
  }

  func list(_ content: Content) {
    var coins = content.coins
    if !others.isEmpty {
      let known = Set(coins.map(\.id))
      coins += others.filter { !known.contains($0.id) }
    }
    texts = CoinTexts()
    revision += 1
    priceWidth = Self.priceWidth(of: coins, in: content.currency)
    table.update(
      coins,
      filter: filter.matches(in: coins, &texts),
      ordering: sort.ordering(in: content.currency)
    )
  }

  /// Returns the width of the widest price, which is either the highest price or a price far below 1 with eight decimal
  /// places.
  private static func priceWidth(of coins: [Coin], in currency: CurrencyCode) -> Int {
    var highest: Decimal = 0
    for coin in coins { if let price = coin.prices[currency], price > highest { highest = price } }
    return max(PriceFormatter(currency).plainPrice(highest).count, 10)
  }
}

extension CoinListViewModel: AutomaticallyRefreshing {
  func refreshAutomatically(_ policy: LoadPolicy) async {
    if state.isLoading { return }
    // The load has a separate task, so a changed refresh interval doesn't cancel it.
    await latest.start { await self.load(policy) }.value
  }
}

extension CoinListViewModel: SearchableItems {
  /// Shows the stored list, or requests a list if none is stored; does nothing if a list has loaded or is loading.
  ///
  /// A failure isn't reported. Once the screen is visible, it loads the list again and reports any failure.
  public func loadForSearch() {
    guard state.isInitial else { return }
    state = .loading(previous: nil)
    latest.start {
      await self.load(.storedOnly)
      if self.content == nil, !Task.isCancelled { await self.load() }
      if case .failed(_, previous: nil) = self.state, !Task.isCancelled { self.state = .initial }
    }
  }

  /// The loaded coins in the source's order.
  public var searchableItems: SearchableItemList {
    SearchableItemList(table.items) { coin in
      SearchableItem(
        title: "\(coin.shownName) \(coin.shownSymbol)",
        keywords: coin.id.description,
        kind: "coin",
        link: "markets/\(coin.id)"
      )
    }
  }
}
