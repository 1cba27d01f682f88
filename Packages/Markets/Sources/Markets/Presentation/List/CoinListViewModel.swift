public import Components
public import Foundation
public import Observation
import Portfolio

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
  public private(set) var state: State = .initial
  /// The rows as they are filtered and sorted, with the selection.
  public internal(set) var table = ListModel<Row, CoinID, Never>(id: \.id)
  /// The coins with filter and order.
  public private(set) var listing: CoinListing
  /// The currency that is asked for.
  public private(set) var currency: CurrencyCode
  /// Whether prices in euro are asked for.
  public private(set) var includesEUR: Bool
  /// The coins that are marked.
  public private(set) var favourites: Set<CoinID> = []
  /// Whether only marked coins are shown.
  public private(set) var showsOnlyFavourites = false
  /// What the person's coins are worth; `nil` where nobody knows them.
  public private(set) var account: AccountValue?
  /// Whether the service is asked again and again.
  public private(set) var refreshesAutomatically: Bool
  /// Whether a further page is on its way.
  public private(set) var isLoadingMore = false

  /// What the source can tell.
  public let capabilities: MarketsCapabilities
  /// The time of day.
  @ObservationIgnored public let now: @Sendable () -> Date

  @ObservationIgnored private let fetch: FetchTopCoins
  @ObservationIgnored private let fetchCoin: FetchCoin
  @ObservationIgnored private let favouritesStore: (any FavouriteCoinsStoring)?
  @ObservationIgnored private let holdings: (any CoinHoldingsProviding)?
  @ObservationIgnored private let alerts: AlertChecker?
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let interval: Duration
  @ObservationIgnored private let firstPageSize: Int
  @ObservationIgnored private var pageSize: Int
  @ObservationIgnored private var pageCount = 1
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var loading: Task<Void, Never>?
  @ObservationIgnored private var refreshing: Task<Void, Never>?

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
  ///   - favourites: Keeps the coins that are marked.
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
    favourites: (any FavouriteCoinsStoring)? = nil,
    holdings: (any CoinHoldingsProviding)? = nil,
    alerts: AlertChecker? = nil,
    refreshInterval: Duration = .seconds(60),
    refreshesAutomatically: Bool = false,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    capabilities = repository.capabilities
    fetch = FetchTopCoins(repository: repository)
    fetchCoin = FetchCoin(repository: repository)
    self.currency = repository.capabilities.currency(for: currency)
    self.includesEUR = includesEUR
    self.firstPageSize = firstPageSize
    self.refreshesAutomatically = refreshesAutomatically
    self.clock = clock
    self.now = now
    favouritesStore = favourites
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
    loadFavourites()
    if case .initial = state { start { await self.load() } }
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
  public func toggleOnlyFavourites() {
    showsOnlyFavourites.toggle()
    applyFavourites()
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
  public func toggleFavourite(_ id: CoinID) async {
    guard let favouritesStore else {
      onTrouble?("Marks can't be kept here.")
      return
    }
    do {
      favourites = try await favouritesStore.set(id, isFavourite: !favourites.contains(id))
      applyFavourites()
    } catch {
      onTrouble?("The mark could not be kept: \(error)")
    }
  }

  // MARK: Loading

  /// Loads the pages that are shown; returns when they are there or were overtaken.
  public func load(_ freshness: Freshness = .stored) async {
    generation += 1
    let number = generation
    let previous = content
    state = .loading(previous: previous)
    do throws(MarketsError) {
      var loaded: Content?
      for page in 1...pageCount {
        let answer = try await fetch.execute(query(page, freshness))
        guard number == generation else { return }
        loaded = loaded?.adding(answer) ?? Content(answer, includesEUR: includesEUR)
        guard answer.hasMore else { break }
      }
      guard let loaded else { return }
      await take(loaded, number)
      await checkAlerts(loaded, freshness)
    } catch {
      guard number == generation else { return }
      state = .failed(MarketsProblem(error, now: now()), previous: previous)
    }
  }

  /// Loads the next page, if there is one and none is on its way.
  public func loadMore() async {
    guard !isLoadingMore, case .loaded(let content) = state, content.hasMore else { return }
    isLoadingMore = true
    defer { isLoadingMore = false }
    generation += 1
    let number = generation
    // The first page is small; the next ones begin anew with larger ones, of which the first has those coins, too.
    let isFirst = pageSize == firstPageSize && firstPageSize < Self.laterPageSize
    if isFirst { pageSize = Self.laterPageSize }
    let page = isFirst ? 1 : pageCount + 1
    do throws(MarketsError) {
      let answer = try await fetch.execute(query(page, .stored))
      guard number == generation else { return }
      pageCount = page
      await take(content.adding(answer), number)
    } catch {
      guard number == generation else { return }
      if isFirst { pageSize = firstPageSize }
      state = .failed(MarketsProblem(error, now: now()), previous: content)
    }
  }

  /// Does work in place of whatever is being loaded.
  func start(_ work: @escaping @MainActor () async -> Void) {
    loading?.cancel()
    loading = Task { await work() }
  }

  private func query(_ page: Int, _ freshness: Freshness) -> CoinQuery {
    CoinQuery(currency: currency, page: page, pageSize: pageSize, includesEUR: includesEUR, freshness: freshness)
  }

  private func take(_ content: Content, _ number: Int) async {
    if content.coins.isEmpty {
      state = .empty(content.provenance)
    } else {
      state = .loaded(content)
    }
    listing = CoinListing(content.coins, currency: content.currency, filter: listing.filter, sort: listing.sort)
    table.setOrdering(nil)
    table.update(content.coins.enumerated().map { Row(id: $1.id, index: $0) }, filter: filter)
    table.setOrdering(ordering)
    await updateAccount(content, number)
  }

  private func updateAccount(_ content: Content, _ number: Int) async {
    guard let holdings else { return }
    do {
      let held = try await holdings.holdings()
      var prices: [CoinID: Decimal] = [:]
      for coin in content.coins { prices[coin.id] = coin.prices[content.currency] }
      for holding in held where prices[holding.coin] == nil {
        // A coin that vanished has no price, which the sum then says.
        let page = try? await fetchCoin.execute(holding.coin.description, CoinQuery(currency: content.currency))
        prices[holding.coin] = page?.coins.first?.prices[content.currency]
      }
      guard number == generation else { return }
      account = AccountValue(held, in: content.currency) { prices[$0] }
    } catch {
      guard number == generation else { return }
      account = nil
      onTrouble?("What you have can't be read: \(error)")
    }
  }

  private func checkAlerts(_ content: Content, _ freshness: Freshness) async {
    guard let alerts else { return }
    let page = CoinPage(
      coins: content.coins,
      currency: content.currency,
      hasMore: content.hasMore,
      provenance: content.provenance
    )
    // Old prices would tell of what happened long ago.
    guard !content.provenance.isStale else { return }
    switch await alerts.check(page, freshness) {
    case .success(let evaluation):
      for fired in evaluation.fired { onAlert?(AlertText.fired(fired)) }
    case .failure(let error): onTrouble?("\(error)")
    }
  }

  private func beginRefreshing() {
    guard refreshing == nil else { return }
    refreshing = Task { [weak self, clock, interval] in
      while !Task.isCancelled {
        do {
          try await clock.sleep(for: interval)
        } catch {
          return
        }
        await self?.refreshIfAllowed()
      }
    }
  }

  private func refreshIfAllowed() async {
    if case .loading = state { return }
    if case .failed(let problem, _) = state, case .rateLimited(let next?, _) = problem.error, next > now() { return }
    if let next = content?.provenance.nextTry, next > now() { return }
    await load(.refreshed)
  }

  // MARK: The table

  private var ordering: ListOrdering<Row> {
    let positions = listing.positions
    return ListOrdering(by: { positions.indices.contains($0.index) ? positions[$0.index] : nil })
  }

  private var filter: ListFilter<CoinID> { listing.filter.isOpen ? .all : .indices(listing.rows) }

  private func show(_ filter: CoinFilter) {
    listing.show(filter)
    table.setFilter(self.filter)
  }

  private func applyFavourites() {
    var filter = listing.filter
    filter.ids = showsOnlyFavourites ? favourites : nil
    show(filter)
  }

  private func loadFavourites() {
    guard let favouritesStore else { return }
    do {
      favourites = try favouritesStore.load()
      applyFavourites()
    } catch {
      onTrouble?("The marks can't be read: \(error)")
    }
  }
}

extension CoinListViewModel.Content {
  fileprivate init(_ page: CoinPage, includesEUR: Bool) {
    self.init(
      coins: page.coins,
      currency: page.currency,
      includesEUR: includesEUR,
      provenance: page.provenance,
      hasMore: page.hasMore,
      shortfall: page.shortfall
    )
  }

  /// With the coins of a further page; of a coin that is in both the newer one counts.
  fileprivate func adding(_ page: CoinPage) -> Self {
    var result = self
    var places: [CoinID: Int] = [:]
    for (index, coin) in coins.enumerated() { places[coin.id] = index }
    for coin in page.coins {
      if let place = places[coin.id] { result.coins[place] = coin } else { result.coins.append(coin) }
    }
    result.provenance = provenance.joined(with: page.provenance)
    result.hasMore = page.hasMore
    result.shortfall = shortfall ?? page.shortfall
    return result
  }
}
