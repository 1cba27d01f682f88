import Basics
import Components
public import Foundation
public import Observation
public import Portfolio

/// The state and actions for the portfolio.
///
/// The ledger is read and figures are calculated off the main actor. Amounts are shown before prices are loaded. Only
/// the latest load's result is used.
@MainActor
@Observable
public final class PortfolioViewModel {
  struct Content: Sendable {
    /// The value of all holdings, without prices until they are loaded.
    let account: AccountValue
    let summary: AccountSummary
    let notices: [String]
    let activities: [Activity]
    /// A sentence about the first ledger line that couldn't be read.
    let problem: String?
    let problemCount: Int
    let rows: [HoldingFigures]
    let quotes: CoinQuotes
    let rates: LedgerRates
    let currency: CurrencyCode
  }

  private nonisolated static let shownActivities = 200

  private(set) var state: LoadState<Content, String> = .initial
  private(set) var method: CostBasisMethod
  private(set) var currency: CurrencyCode
  var holdings = ListModel<HoldingFigures, String, Never>(id: \.id)
  var lots = ListModel<LotFigures, Int, Never>(id: \.id)
  var activities = ListModel<Activity, UUID, Never>(id: \.id)
  /// The icon addresses by coin; `nil` for coins without an icon.
  private(set) var images: [String: String?] = [:]
  let value: ValueChartViewModel
  @ObservationIgnored let now: @Sendable () -> Date

  @ObservationIgnored let ledger: any LedgerStoring
  @ObservationIgnored let repository: any MarketsRepository
  @ObservationIgnored private let fetch: FetchQuotes
  @ObservationIgnored private let reading: LedgerReading
  @ObservationIgnored let capabilities: MarketsCapabilities
  /// The use case that stores the user's choice of a coin; if `nil`, every ID is treated as a separate coin.
  @ObservationIgnored let linking: LinkCoin?
  @ObservationIgnored let refresher: PriceRefresher?
  @ObservationIgnored private let latest = LatestLoad()
  /// Whether the ledger has changed since a running load read it.
  @ObservationIgnored private var isStale = false
  @ObservationIgnored private let latestImages = LatestLoad()

  /// Creates a view model, with the source's default currency if the source doesn't support the given one.
  public init(
    ledger: any LedgerStoring,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    method: CostBasisMethod = .fifo,
    linking: LinkCoin? = nil,
    refresher: PriceRefresher? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.ledger = ledger
    self.repository = repository
    self.method = method
    self.linking = linking
    self.refresher = refresher
    self.now = now
    capabilities = repository.capabilities
    let currency = capabilities.currency(for: currency)
    self.currency = currency
    fetch = FetchQuotes(repository: repository)
    reading = LedgerReading(ledger: ledger, repository: repository, now: now)
    value = ValueChartViewModel(ledger: ledger, repository: repository, currency: currency, now: now)
  }

  var content: Content? { state.value }

  /// Reads the ledger, which may have changed since the screen last appeared.
  func appear() {
    reload()
    refresher?.add(self)
  }

  /// Reads the ledger after a change, even if the portfolio isn't visible.
  func reload() {
    start()
    value.reload()
  }

  func disappear() {
    refresher?.remove(self)
    value.pause()
  }

  /// Requests new prices from the service regardless of the cache, including prices for an open chart.
  func refresh() {
    start(.refreshed)
    value.reload(.refreshed)
  }

  /// Cancels running loads but keeps the figures, and returns whether a load was running.
  func cancelLoading() -> Bool {
    let wasChartLoading = value.state.isLoading
    value.pause()
    guard state.isLoading else { return wasChartLoading }
    latest.cancel()
    return state.cancelLoading(MarketsProblem.cancelledMessage)
  }

  func settle() async {
    await latest.settle()
    await latestImages.settle()
  }

  func restoreShownCurrency() -> CurrencyCode? {
    guard let shown = content?.currency, shown != currency else { return nil }
    currency = shown
    value.setCurrency(shown)
    return shown
  }

  /// Shows totals in another currency.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    value.setCurrency(currency)
    if !state.isInitial { start() }
  }

  /// Shows the newest known quotes, for example after another screen has loaded them.
  public func showNewestQuotes() {
    if case .loaded = state { showStored() }
  }

  /// Reads the ledger and the known quotes without sending a request.
  ///
  /// A running load continues, because its prices may be newer, and reads the ledger again when it ends.
  func showStored() {
    isStale = state.isLoading
    if !isStale { latest.start { await self.load(.storedOnly) } }
  }

  func showNextMethod() {
    method = method.next
    start()
  }

  /// Reverses all given activities or none, and returns the problem if that fails.
  func delete(_ activities: [Activity]) async -> String? {
    let (ledger, ids, now) = (ledger, activities.map(\.id), now)
    var problem: String?
    do throws(LedgerError) {
      try await performBlocking { () throws(LedgerError) in try ledger.reverse(ids, now: now()) }
    } catch {
      problem = error.description
    }
    value.reload()
    start()
    return problem
  }

  /// Starts a load; the state is `loading` even before the load runs, so ``showStored()`` doesn't supersede it.
  @discardableResult
  private func start(_ policy: LoadPolicy = .fresh) -> Task<Void, Never> {
    state.startLoading()
    return latest.start { await self.load(policy) }
  }

  /// Reads the ledger and loads prices, and returns once they are loaded or the load is superseded.
  func load(_ policy: LoadPolicy = .fresh) async {
    let number = latest.begin()
    let (currency, method) = (currency, method)
    let isFirst = content == nil
    state.startLoading()
    var quotes = CoinQuotes()
    var rates = content.flatMap { $0.currency == currency ? $0.rates : nil } ?? LedgerRates()
    do throws(LedgerError) {
      var snapshot = try await reading.snapshot()
      let coins = snapshot.balances.map(\.coin.id)
      quotes = await fetch.execute(coins, currency: currency, policy: .storedOnly)
      let first = await content(of: snapshot, method, quotes, rates, currency)
      guard latest.isLatest(number) else { return }
      state = .loading(previous: first)
      show(first)
      quotes = await fetch.execute(coins, currency: currency, policy: policy)
      // Loading prices can reveal that coins from several sources are the same coin, which changes its key.
      snapshot = try await reading.snapshot()
      let keys = snapshot.balances.map(\.coin.id)
      if keys != coins { quotes = await fetch.execute(keys, currency: currency, policy: policy) }
      // A day's rates don't depend on quotes, so quotes from another screen don't require new rates.
      if policy != .storedOnly { rates = await reading.rates(for: snapshot, in: currency) }
      let priced = await content(of: snapshot, method, quotes, rates, currency)
      guard latest.isLatest(number) else { return }
      state = .loaded(priced)
      show(priced)
      // New prices change the order. If the user hasn't moved the selection, keep it at the top.
      if isFirst, holdings.selectedID == first.rows.first?.id { holdings.select(row: 0) }
    } catch {
      guard latest.isLatest(number) else { return }
      state.fail(error.description)
    }
    if isStale { showStored() }
  }

  func loadImages() {
    let missing = (content?.rows ?? []).compactMap { images[$0.id] == nil ? CoinID($0.id) : nil }
    guard !missing.isEmpty else { return }
    for id in missing { images[id.description] = .some(nil) }
    // Addresses rarely change, so a response from the last day is recent enough.
    let query = CoinQuery(currency: currency, policy: .maxAge(.seconds(86_400)))
    latestImages.start {
      // Icons are decoration: without them, the rows show initials.
      guard let page = try? await self.repository.coins(withIDs: missing, query) else { return }
      for coin in page.coins { self.images[coin.id.description] = coin.image }
    }
  }

  private func show(_ content: Content) {
    holdings.update(content.rows)
    activities.update(content.activities)
    showLots()
  }

  func showLots() {
    let selected = holdings.selectedItem?.lots ?? []
    if lots.items != selected { lots.update(selected) }
  }

  private func content(
    of snapshot: LedgerSnapshot,
    _ method: CostBasisMethod,
    _ quotes: CoinQuotes,
    _ rates: LedgerRates,
    _ currency: CurrencyCode
  ) async -> Content {
    let choices = linking?.choices(for: snapshot.balances.map(\.coin)) ?? [:]
    return await Self.content(of: snapshot, method, quotes, rates, currency, choices, now: now())
  }

  @concurrent
  private static func content(
    of snapshot: LedgerSnapshot,
    _ method: CostBasisMethod,
    _ quotes: CoinQuotes,
    _ rates: LedgerRates,
    _ currency: CurrencyCode,
    _ choices: [String: [SourceCoin]],
    now: Date
  ) async -> Content {
    let holdings = snapshot.holdings(method: method, in: currency.code, rates: rates.rates)
    let account = holdings.value(prices: quotes.prices(in: currency))
    // Only the first-in, first-out method records when coins arrived.
    let lots = method == .fifo ? holdings : snapshot.holdings(method: .fifo, in: currency.code, rates: rates.rates)
    let arrivals = lots.arrivals(after: now - 86_400)
    return Content(
      account: account,
      summary: AccountSummary(account, quotes, currency, arrivals: arrivals),
      notices: HoldingsNotices.texts(for: holdings, shortfall: rates.shortfall, now: now),
      activities: snapshot.activities(limit: shownActivities),
      problem: snapshot.problems.first?.description,
      problemCount: snapshot.problemCount,
      rows: HoldingFigures.all(of: account, in: holdings, choices: choices),
      quotes: quotes,
      rates: rates,
      currency: currency
    )
  }
}

extension PortfolioViewModel: AutomaticallyRefreshing {
  func refreshAutomatically(_ policy: LoadPolicy) async {
    if state.isLoading { return }
    // The load has a separate task, so a changed refresh interval doesn't cancel it.
    await start(policy).value
  }
}
