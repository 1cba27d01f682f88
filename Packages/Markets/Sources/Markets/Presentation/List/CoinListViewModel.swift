public import Components
public import Foundation
public import Observation

/// The state of the list of coins, and what can be asked of it.
///
/// Every load has a number, and only the answer of the last one counts: a late answer to an earlier question never replaces a newer one.
@MainActor
@Observable
public final class CoinListViewModel {
  /// What was loaded.
  public struct Content: Sendable {
    /// The coins in the order of the source.
    public var coins: [Coin]
    /// The currency that prices and figures are in.
    public let currency: CurrencyCode
    /// Whether there are prices in euro beside them.
    public let includesEUR: Bool
    /// Where they come from.
    public var provenance: Provenance
    /// Whether there are more to be loaded.
    public var hasMore: Bool
    /// Why a part is missing.
    public var shortfall: MarketsError?
  }

  /// What the screen shows.
  public enum State: Sendable {
    /// Nothing was asked yet.
    case initial
    /// Coins are on their way; the last ones stay visible.
    case loading(previous: Content?)
    /// There are coins.
    case loaded(Content)
    /// The source has no coins.
    case empty(Provenance)
    /// The last load failed; the last coins stay visible.
    case failed(MarketsProblem, previous: Content?)
  }

  /// A row of the table: where the coin stands in ``CoinListing/coins``.
  public struct Row: Hashable, Sendable {
    let id: CoinID
    let index: Int
  }

  /// What the screen shows.
  public internal(set) var state: State = .initial
  /// The rows as they are filtered and sorted, with the selection.
  public internal(set) var table = ListModel<Row, CoinID, Never>(id: \.id)
  /// The coins with filter and order.
  public internal(set) var listing: CoinListing
  /// The currency that is asked for.
  public internal(set) var currency: CurrencyCode
  /// Whether prices in euro are asked for.
  public internal(set) var includesEUR: Bool
  /// The coins that are marked.
  public internal(set) var favorites: Set<CoinID> = []
  /// Whether only marked coins are shown.
  public internal(set) var showsOnlyFavorites = false
  /// What the person's coins are worth; `nil` where nobody knows them.
  public internal(set) var account: HoldingsTotal?
  /// Whether the service is asked again and again.
  public internal(set) var refreshesAutomatically: Bool
  /// Whether a further page is on its way.
  public internal(set) var isLoadingMore = false

  /// What the source can tell.
  public let capabilities: MarketsCapabilities
  /// The time of day.
  @ObservationIgnored public let now: @Sendable () -> Date

  @ObservationIgnored let fetch: FetchTopCoins
  @ObservationIgnored let fetchQuotes: FetchQuotes
  @ObservationIgnored let favoritesStore: (any FavoriteCoinsStoring)?
  @ObservationIgnored let holdings: (any CoinHoldingsProviding)?
  @ObservationIgnored let alerts: AlertChecker?
  @ObservationIgnored let clock: any Clock<Duration>
  @ObservationIgnored var interval: Duration
  @ObservationIgnored let firstPageSize: Int
  @ObservationIgnored var pageSize: Int
  @ObservationIgnored var pageCount = 1
  @ObservationIgnored var generation = 0
  /// The alerts of which it was told that they could not be checked, which is once.
  @ObservationIgnored var uncheckedAlerts: Set<Int> = []
  @ObservationIgnored var loading: Task<Void, Never>?
  @ObservationIgnored var refreshing: Task<Void, Never>?

  /// Told of what went wrong beside the list, such as a mark that could not be kept.
  @ObservationIgnored public var onTrouble: (@MainActor (String) -> Void)?
  /// Told of alerts that fired, in words.
  @ObservationIgnored public var onAlert: (@MainActor (String) -> Void)?

  /// The coins of a page after the first one.
  public static let laterPageSize = 50
  /// The coins that are loaded to be searched.
  public static let searchedCount = 250

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - repository: The source.
  ///   - currency: The currency of prices; the source's own where it has none in it.
  ///   - includesEUR: Whether prices in euro are shown, too.
  ///   - firstPageSize: How many coins are loaded at first.
  ///   - favorites: Keeps the coins that are marked.
  ///   - holdings: Knows what the person has.
  ///   - alerts: Checked with every load.
  ///   - refreshInterval: How often the service is asked where that is turned on; never more often than the source's limits allow.
  ///   - refreshesAutomatically: Whether that is turned on at first.
  ///   - clock: Measures that interval.
  ///   - now: The time of day.
  public init(
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    includesEUR: Bool = false,
    firstPageSize: Int = 5,
    favorites: (any FavoriteCoinsStoring)? = nil,
    holdings: (any CoinHoldingsProviding)? = nil,
    alerts: AlertChecker? = nil,
    refreshInterval: Duration = .seconds(60),
    refreshesAutomatically: Bool = false,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    capabilities = repository.capabilities
    fetch = FetchTopCoins(repository: repository)
    fetchQuotes = FetchQuotes(repository: repository)
    self.currency = repository.capabilities.currency(for: currency)
    self.includesEUR = includesEUR
    self.firstPageSize = firstPageSize
    self.refreshesAutomatically = refreshesAutomatically
    self.clock = clock
    self.now = now
    favoritesStore = favorites
    self.holdings = holdings
    self.alerts = alerts
    interval = max(refreshInterval, repository.capabilities.refreshInterval)
    pageSize = firstPageSize
    listing = CoinListing(currency: repository.capabilities.currency(for: currency))
  }

  // MARK: Reading

  /// The coins that are visible, whether or not others are on their way.
  public var content: Content? {
    switch state {
    case .initial, .empty: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let content): content
    }
  }

  /// Whether coins are on their way.
  public var isLoading: Bool {
    if case .loading = state { true } else { isLoadingMore }
  }

  /// The coin of a row.
  public func coin(_ row: Row) -> Coin? {
    listing.coins.indices.contains(row.index) ? listing.coins[row.index] : nil
  }

  /// The selected coin.
  public var selectedCoin: Coin? { table.selectedItem.flatMap(coin) }

  // MARK: Coming and going

  /// Loads if nothing was loaded, and begins to refresh.
  public func appear() {
    loadFavorites()
    if case .initial = state { start { await self.load() } }
    // What the person has may be another meanwhile.
    if let content { Task { await updateAccount(content, generation) } }
    if refreshesAutomatically { beginRefreshing() }
  }

  /// Ends what only this screen needs.
  public func disappear() {
    refreshing?.cancel()
    refreshing = nil
    guard case .loading(let previous) = state else { return }
    loading?.cancel()
    generation += 1
    state = previous.map { .loaded($0) } ?? .initial
  }

  /// Returns when nothing that was asked for is on its way any more, as for printing the list once.
  public func settle() async {
    while let task = loading {
      await task.value
      if loading == task { loading = nil }
    }
  }

  /// Asks the service, whatever is stored.
  public func refresh() { start { await self.load(.refreshed) } }

  /// Turns asking again and again on or off.
  public func toggleAutomaticRefresh() {
    refreshesAutomatically.toggle()
    refreshing?.cancel()
    refreshing = nil
    if refreshesAutomatically { beginRefreshing() }
  }

  /// Asks the service in another interval from now on; never more often than the source's limits allow.
  public func setRefreshInterval(_ refreshInterval: Duration) {
    let interval = max(refreshInterval, capabilities.refreshInterval)
    guard interval != self.interval else { return }
    self.interval = interval
    guard refreshing != nil else { return }
    refreshing?.cancel()
    refreshing = nil
    beginRefreshing()
  }

  /// Shows prices in euro or not, from the other version of the source; loads anew.
  public func setIncludesEUR(_ includesEUR: Bool) {
    guard includesEUR != self.includesEUR else { return }
    self.includesEUR = includesEUR
    if case .initial = state { return }
    start { await self.load() }
  }

  /// Shows prices in another currency; loads anew.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    if case .initial = state { return }
    start { await self.load() }
  }

  /// Selects a coin, if it is shown.
  public func select(_ id: CoinID) { table.select(id) }

  // MARK: Filter and order

  /// Shows coins with a text in their name, sign or id; loads those that are to be searched, once.
  public func search(_ text: String) {
    var filter = listing.filter
    filter.text = text
    show(filter)
    guard !text.isEmpty, pageSize < Self.searchedCount, content?.hasMore ?? false else { return }
    pageSize = Self.searchedCount
    pageCount = 1
    start { await self.load() }
  }

  /// Shows coins that have all of the tags.
  public func show(tags: Set<CoinTag>) {
    var filter = listing.filter
    filter.tags = tags
    show(filter)
  }

  /// Shows only marked coins, or all again.
  public func toggleOnlyFavorites() {
    showsOnlyFavorites.toggle()
    applyFavorites()
  }

  /// Sorts by a column; by the same one the other way round.
  public func sort(by column: CoinColumn) {
    let isSame = listing.sort.column == column
    sort(CoinSort(column, isAscending: isSame ? !listing.sort.isAscending : nil))
  }

  /// Sorts.
  public func sort(_ sort: CoinSort) {
    listing.arrange(by: sort)
    table.setOrdering(ordering)
  }

  /// Marks a coin, or takes the mark away; the mark is shown once it is kept.
  public func toggleFavorite(_ id: CoinID) async {
    guard let favoritesStore else {
      onTrouble?("Marks can't be kept here.")
      return
    }
    do {
      favorites = try await favoritesStore.set(id, isFavorite: !favorites.contains(id))
      applyFavorites()
    } catch {
      onTrouble?("The mark could not be kept: \(error)")
    }
  }
}
