import Basics
public import Foundation
public import Observation

/// The state and actions for a coin's page.
///
/// Figures and charts load separately. A chart loads only when its range is shown. Only the latest load's result is
/// used.
@MainActor
@Observable
public final class CoinDetailViewModel: ChartModel {
  struct Content: Sendable {
    let coin: Coin
    let currency: CurrencyCode
    let provenance: Provenance
    let shortfall: MarketsError?
  }

  private(set) var state: LoadState<Content, MarketsProblem> = .initial
  private(set) var chart: LoadState<PriceHistory, MarketsProblem> = .initial
  private(set) var compared: ComparedCoin?
  /// The comparison with the other coin; `nil` until both coins' prices are loaded and overlap in time.
  private(set) var comparison: PriceComparison?
  private(set) var range: PriceRange
  private(set) var style: ChartStyle = .line
  var cursor = ChartCursor()
  private(set) var currency: CurrencyCode
  private(set) var includesEUR: Bool
  private(set) var unavailableRanges: Set<PriceRange> = []

  let word: String
  let capabilities: MarketsCapabilities
  @ObservationIgnored let now: @Sendable () -> Date

  @ObservationIgnored let repository: any MarketsRepository
  @ObservationIgnored private let fetchCoin: FetchCoin
  @ObservationIgnored private let fetchHistory: FetchPriceHistory
  @ObservationIgnored let refresher: PriceRefresher?
  @ObservationIgnored private let latest = LatestLoad()
  @ObservationIgnored private let latestChart = LatestLoad()
  @ObservationIgnored private let latestCompared = LatestLoad()
  // The charts in the previous currency are shown again if loading another currency is cancelled.
  @ObservationIgnored private var replaced: (chart: PriceHistory?, compared: PriceHistory?)

  /// Creates a view model for a coin's ID, symbol or name.
  ///
  /// If the source doesn't support the currency, its default currency is used.
  public init(
    _ word: String,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    includesEUR: Bool = false,
    range: PriceRange = .week,
    refresher: PriceRefresher? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.word = word
    self.range = range
    self.refresher = refresher
    self.includesEUR = includesEUR
    self.now = now
    self.repository = repository
    capabilities = repository.capabilities
    self.currency = repository.capabilities.currency(for: currency)
    fetchCoin = FetchCoin(repository: repository)
    fetchHistory = FetchPriceHistory(repository: repository)
  }

  var content: Content? { state.value }

  var isLoading: Bool { state.isLoading || chart.isLoading || compared?.chart.isLoading == true }

  var history: PriceHistory? { chart.value.flatMap { $0.points.isEmpty ? nil : $0 } }

  /// The coin's price at the chart's cursor, with its time; `nil` if they can't be used for a ledger entry.
  var priceAtCursor: HistoricalPrice? {
    guard let index = cursor.index, times.indices.contains(index), let history, history.currency == content?.currency,
      let nearest = history.points.index(nearestTo: times[index], by: \.date)
    else { return nil }
    let point = history.points[nearest]
    guard point.price > 0, point.date <= now() else { return nil }
    return HistoricalPrice(price: point.price, time: point.date)
  }

  var times: [Date] { comparison?.first.points.map(\.date) ?? history?.points.map(\.date) ?? [] }

  /// Shows what a list already knows about the coin until the page has loaded.
  func showKnown(_ content: Content) {
    if state.isInitial { state = .loaded(content) }
  }

  func appear() {
    func isOld(_ provenance: Provenance?) -> Bool { provenance.map { repository.needsReload($0, at: now()) } ?? false }
    if state.isInitial || isOld(state.value?.provenance) { latest.start { await self.load() } }
    if chart.isInitial || isOld(chart.value?.provenance) { latestChart.start { await self.loadChart() } }
    if compared?.chart.isInitial == true { latestCompared.start { await self.loadCompared() } }
    refresher?.add(self)
  }

  func disappear() {
    refresher?.remove(self)
    latest.cancel()
    latestChart.cancel()
    latestCompared.cancel()
    state.stopLoading()
    chart.stopLoading()
    compared?.chart.stopLoading()
  }

  /// Cancels running loads but keeps the figures and the chart, and returns whether a load was running.
  func cancelLoading() -> Bool {
    guard isLoading else { return false }
    latest.cancel()
    latestChart.cancel()
    latestCompared.cancel()
    let problem = MarketsProblem.cancelled(now: now())
    _ = state.cancelLoading(problem)
    _ = chart.cancelLoading(problem)
    _ = compared?.chart.cancelLoading(problem)
    return true
  }

  /// Waits until no load is running, for example before printing the page.
  func settle() async {
    await latest.settle()
    await latestChart.settle()
    await latestCompared.settle()
  }

  func refresh() {
    latest.start { await self.load(.refreshed) }
    startCharts(.refreshed)
  }

  /// Shows or hides the euro price, and reloads.
  public func setIncludesEUR(_ includesEUR: Bool) {
    guard includesEUR != self.includesEUR else { return }
    self.includesEUR = includesEUR
    if !state.isInitial { latest.start { await self.load() } }
  }

  /// Shows the newest known quotes, for example after another screen has loaded them.
  public func showNewestQuotes() async {
    let number = latest.current
    guard case .loaded(let content) = state,
      let quotes = await repository.storedQuotes(of: [content.coin], in: content.currency),
      latest.isLatest(number)
    else { return }
    var page = CoinPage(
      coins: [content.coin],
      currency: content.currency,
      hasMore: false,
      provenance: content.provenance
    )
    guard page.update({ quotes[$0]?[$1] }), let coin = page.coins.first else { return }
    state = .loaded(
      Content(coin: coin, currency: content.currency, provenance: page.provenance, shortfall: content.shortfall)
    )
  }

  func restoreShownCurrency() -> CurrencyCode? {
    guard let shown = content?.currency, shown != currency else { return nil }
    currency = shown
    func isShown(_ history: PriceHistory?) -> Bool { history?.currency == shown && history?.range == range }
    if let history = replaced.chart, isShown(history) { chart = .loaded(history) }
    if let history = replaced.compared, isShown(history) { compared?.chart = .loaded(history) }
    updateComparison()
    return shown
  }

  /// Shows another currency, and reloads.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    guard !state.isInitial else { return }
    if !isLoading { replaced = (history, compared?.chart.value) }
    latest.start { await self.load() }
    startCharts()
  }

  /// Finds another coin, for example for a comparison, and throws the repository's error unchanged.
  func find(_ word: String) async throws(MarketsError) -> Coin {
    guard let coin = try await fetchCoin.execute(word, CoinQuery(currency: currency)).coins.first else {
      throw .coinNotFound(word, suggestions: [])
    }
    return coin
  }

  func show(_ range: PriceRange) {
    guard range != self.range else { return }
    self.range = range
    cursor.remove()
    startCharts()
  }

  /// Compares the coin with another coin, or returns the reason why that isn't possible.
  func compare(with word: String) async -> String? {
    do throws(MarketsError) {
      let coin = try await find(word)
      guard coin.id != content?.coin.id else { return "Choose a coin other than \(coin.shownName)." }
      compared = ComparedCoin(coin: coin)
      comparison = nil
      cursor.remove()
      latestCompared.start { await self.loadCompared() }
      return nil
    } catch {
      let problem = MarketsProblem(error, now: now())
      return [problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
    }
  }

  func stopComparing() {
    latestCompared.cancel()
    compared = nil
    comparison = nil
    cursor.remove()
  }

  private func startCharts(_ policy: LoadPolicy = .fresh) {
    latestChart.start { await self.loadChart(policy) }
    guard compared != nil else { return }
    latestCompared.start { await self.loadCompared(policy) }
  }

  func showNextStyle() { style = style.next }

  /// Loads the figures, and returns once they are loaded or the load is superseded.
  func load(_ policy: LoadPolicy = .fresh) async {
    let number = latest.begin()
    state.startLoading()
    let query = CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy)
    do throws(MarketsError) {
      let page =
        if let id = content?.coin.id { try await fetchCoin.execute(id: id, query) } else {
          try await fetchCoin.execute(word, query)
        }
      guard latest.isLatest(number) else { return }
      guard let coin = page.coins.first else { throw .coinNotFound(word, suggestions: []) }
      state = .loaded(
        Content(coin: coin, currency: page.currency, provenance: page.provenance, shortfall: page.shortfall)
      )
    } catch {
      guard latest.isLatest(number) else { return }
      state.fail(MarketsProblem(error, now: now()))
    }
  }

  /// Loads the chart for the range, and returns once it is loaded or the load is superseded.
  func loadChart(_ policy: LoadPolicy = .fresh) async {
    let number = latestChart.begin()
    // Prices for another range or currency could be mistaken for the requested prices.
    let range = range
    let previous = history.flatMap { $0.range == range && $0.currency == currency ? $0 : nil }
    chart = .loading(previous: previous)
    if previous == nil { comparison = nil }
    do throws(MarketsError) {
      guard let id = content?.coin.id ?? CoinID(word.lowercased()) else {
        throw .coinNotFound(word, suggestions: [])
      }
      let history = try await fetchHistory.execute(id, range: range, currency: currency, policy: policy)
      guard latestChart.isLatest(number) else { return }
      unavailableRanges.remove(range)
      chart = .loaded(history)
      updateComparison()
    } catch {
      guard latestChart.isLatest(number) else { return }
      if case .rangeNotAvailable = error { unavailableRanges.insert(range) }
      chart.fail(MarketsProblem(error, now: now()))
    }
  }

  /// Loads the compared coin's prices, and returns once they are loaded or the load is superseded.
  private func loadCompared(_ policy: LoadPolicy = .fresh) async {
    let number = latestCompared.begin()
    guard let coin = compared?.coin.id else { return }
    let previous = compared?.chart.value.flatMap { $0.range == range && $0.currency == currency ? $0 : nil }
    compared?.chart = .loading(previous: previous)
    if previous == nil { comparison = nil }
    do throws(MarketsError) {
      let history = try await fetchHistory.execute(coin, range: range, currency: currency, policy: policy)
      guard latestCompared.isLatest(number) else { return }
      compared?.chart = .loaded(history)
      updateComparison()
    } catch {
      guard latestCompared.isLatest(number) else { return }
      comparison = nil
      compared?.chart.fail(MarketsProblem(error, now: now()))
    }
  }

  private func updateComparison() {
    if let first = history, let second = compared?.chart.value, first.range == second.range,
      first.currency == second.currency
    {
      comparison = PriceComparison(first, second)
    }
    cursor.keep(within: times.count)
  }
}

extension CoinDetailViewModel: AutomaticallyRefreshing {
  /// The maximum age of charts that are refreshed together with the price.
  ///
  /// Except in one-day charts, points are at least an hour apart.
  private static let chartAge = LoadPolicy.maxAge(.seconds(3_600))

  func refreshAutomatically(_ policy: LoadPolicy) async {
    if isLoading { return }
    // The loads have separate tasks, so a changed refresh interval doesn't cancel them.
    await showNewestQuotes()
    // A list beside the page may have just loaded the price.
    let age = content?.provenance.age(at: now()) ?? .infinity
    if case .maxAge(let limit) = policy, age <= limit / .seconds(1) {} else { latest.start { await self.load(policy) } }
    if history != nil { startCharts(range == .day ? policy : Self.chartAge) }
    await settle()
  }
}

struct ComparedCoin: Sendable {
  let coin: Coin
  var chart: LoadState<PriceHistory, MarketsProblem> = .initial
}
