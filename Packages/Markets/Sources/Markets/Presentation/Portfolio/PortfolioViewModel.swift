import Basics
import Components
public import Foundation
public import Observation
public import Portfolio

/// The state and the actions of the portfolio.
///
/// Reading the ledger and calculating happen away from the main actor. Amounts are shown before prices are loaded. Only the
/// result of the latest load counts.
@MainActor
@Observable
public final class PortfolioViewModel {
  struct Content: Sendable {
    /// The value of all holdings; without prices while they load.
    let account: AccountValue
    /// The reasons for unknown or incomplete figures.
    let notices: [String]
    let activities: [Activity]
    /// The first line of the ledger that is not counted.
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
  /// The lots of the selected coin.
  var lots = ListModel<LotFigures, Int, Never>(id: \.id)
  var activities = ListModel<Activity, UUID, Never>(id: \.id)
  let value: ValueChartViewModel
  @ObservationIgnored let now: @Sendable () -> Date

  @ObservationIgnored let ledger: any LedgerStoring
  @ObservationIgnored let repository: any MarketsRepository
  @ObservationIgnored private let fetch: FetchQuotes
  @ObservationIgnored private let fetchRates: FetchHistoricalRates
  @ObservationIgnored let capabilities: MarketsCapabilities
  @ObservationIgnored private let latest = LatestLoad()

  /// Creates a view model; a source that lacks the currency uses its own.
  public init(
    ledger: any LedgerStoring,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    method: CostBasisMethod = .fifo,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.ledger = ledger
    self.repository = repository
    self.method = method
    self.now = now
    capabilities = repository.capabilities
    let currency = capabilities.currency(for: currency)
    self.currency = currency
    fetch = FetchQuotes(repository: repository)
    fetchRates = FetchHistoricalRates(repository: repository)
    value = ValueChartViewModel(ledger: ledger, repository: repository, currency: currency, now: now)
  }

  var content: Content? { state.value }

  /// Reads the ledger, which may have changed since the last appearance.
  func appear() {
    latest.start { await self.load() }
    value.reload()
  }

  func disappear() { value.pause() }

  /// Asks for prices, whatever is stored, and for those of an open chart.
  func refresh() {
    latest.start { await self.load(.refreshed) }
    value.reload(.refreshed)
  }

  func settle() async { await latest.settle() }

  /// Shows sums in another currency.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    value.setCurrency(currency)
    if !state.isInitial { latest.start { await self.load() } }
  }

  /// Shows the newest quotes that are known, as after another screen has loaded some.
  public func showNewestQuotes() {
    if case .loaded = state { latest.start { await self.load(.storedOnly) } }
  }

  func showNextMethod() {
    let all = CostBasisMethod.allCases
    method = all[((all.firstIndex(of: method) ?? 0) + 1) % all.count]
    latest.start { await self.load() }
  }

  func undo(_ activity: Activity) async -> String? {
    let ledger = ledger
    var problem: String?
    do throws(LedgerError) {
      _ = try await performBlocking { () throws(LedgerError) in try ledger.reverse(activity.id) }
    } catch {
      problem = error.description
    }
    value.reload()
    latest.start { await self.load() }
    await settle()
    return problem
  }

  /// Reads the ledger and loads prices; returns when they are loaded or superseded.
  func load(_ policy: LoadPolicy = .fresh) async {
    let number = latest.begin()
    let (currency, method, ledger) = (currency, method, ledger)
    let isFirst = content == nil
    state.startLoading()
    var quotes = CoinQuotes()
    var rates = content.flatMap { $0.currency == currency ? $0.rates : nil } ?? LedgerRates()
    do throws(LedgerError) {
      var snapshot = try await performBlocking { () throws(LedgerError) in try ledger.snapshot() }
      let coins = snapshot.balances.map(\.coin.id)
      quotes = await fetch.execute(coins, currency: currency, policy: .storedOnly)
      let first = await Self.content(of: snapshot, method, quotes, rates, currency, now: now())
      guard latest.isLatest(number) else { return }
      state = .loading(previous: first)
      show(first)
      quotes = await fetch.execute(coins, currency: currency, policy: policy)
      // Loading prices can show that coins of several sources are the same, under another key.
      snapshot = try await performBlocking { () throws(LedgerError) in try ledger.snapshot() }
      let keys = snapshot.balances.map(\.coin.id)
      if keys != coins { quotes = await fetch.execute(keys, currency: currency, policy: policy) }
      rates = await fetchRates.execute(for: snapshot, in: currency, now: now())
      let priced = await Self.content(of: snapshot, method, quotes, rates, currency, now: now())
      guard latest.isLatest(number) else { return }
      state = .loaded(priced)
      show(priced)
      // Prices decide the order. A selection that nobody changed stays at the top.
      if isFirst, holdings.selectedID == first.rows.first?.id { holdings.select(row: 0) }
    } catch {
      if latest.isLatest(number) { state.fail(error.description) }
    }
  }

  private func show(_ content: Content) {
    holdings.update(content.rows)
    activities.update(content.activities)
    showLots()
  }

  /// Shows the lots of the selected coin, as after a move of the selection.
  func showLots() {
    let selected = holdings.selectedItem?.lots ?? []
    if lots.items != selected { lots.update(selected) }
  }

  @concurrent
  private static func content(
    of snapshot: LedgerSnapshot,
    _ method: CostBasisMethod,
    _ quotes: CoinQuotes,
    _ rates: LedgerRates,
    _ currency: CurrencyCode,
    now: Date
  ) async -> Content {
    let holdings = snapshot.holdings(method: method, in: currency.code, rates: rates.rates)
    let account = holdings.value(prices: quotes.prices(in: currency))
    return Content(
      account: account,
      notices: HoldingsNotices.texts(for: holdings, shortfall: rates.shortfall, now: now),
      activities: snapshot.activities(limit: shownActivities),
      problem: snapshot.problems.first?.description,
      problemCount: snapshot.problemCount,
      rows: HoldingFigures.all(of: account, in: holdings),
      quotes: quotes,
      rates: rates,
      currency: currency
    )
  }
}
