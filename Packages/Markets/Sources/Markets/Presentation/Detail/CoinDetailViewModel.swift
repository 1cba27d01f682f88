public import Foundation
public import Observation

/// The state of a coin's page, and what can be asked of it.
///
/// Figures and chart are loaded apart, the chart of a range only when it is shown. Every load has a number, and a late answer to an earlier
/// question never replaces a newer one.
@MainActor
@Observable
public final class CoinDetailViewModel: ChartModel {
  /// What was loaded.
  public struct Content: Sendable {
    /// The coin.
    public let coin: Coin
    /// The currency that price and figures are in.
    public let currency: CurrencyCode
    /// Where they come from.
    public let provenance: Provenance
    /// Why a part is missing.
    public let shortfall: MarketsError?
  }

  /// What the page shows of the coin.
  public enum State: Sendable {
    /// Nothing was asked yet.
    case initial
    /// Figures are on their way; the last ones stay visible.
    case loading(previous: Content?)
    /// There are figures.
    case loaded(Content)
    /// The last load failed; the last figures stay visible.
    case failed(MarketsProblem, previous: Content?)
  }

  /// What the page shows of the past.
  public enum ChartState: Sendable {
    /// Nothing was asked yet.
    case initial
    /// Prices are on their way.
    case loading
    /// There are prices.
    case loaded(PriceHistory)
    /// The source has no prices of that range.
    case empty
    /// They could not be had; a range that the source does not have is one of the reasons.
    case failed(MarketsProblem)
  }

  /// What the page shows of the coin.
  public private(set) var state: State = .initial
  /// What the page shows of the past.
  public private(set) var chart: ChartState = .initial
  /// The range that is shown.
  public private(set) var range: PriceRange
  /// How it is drawn.
  public private(set) var style: ChartStyle = .line
  /// The point of the chart that is read out; `nil` for none.
  public var cursor: Int? { chartCursor.index }
  private var chartCursor = ChartCursor()
  /// The currency that is asked for.
  public private(set) var currency: CurrencyCode
  /// Whether the price in euro is shown, or that there is none.
  public private(set) var includesEUR: Bool
  /// The ranges that were asked for and are not there, with the reason.
  public private(set) var unavailableRanges: [PriceRange: String] = [:]

  /// What the source calls the coin, or how the person did.
  public let word: String
  /// What the source can tell.
  public let capabilities: MarketsCapabilities
  /// The time of day.
  @ObservationIgnored public let now: @Sendable () -> Date

  @ObservationIgnored private let fetchCoin: FetchCoin
  @ObservationIgnored private let fetchHistory: FetchPriceHistory
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var chartGeneration = 0
  @ObservationIgnored private var loading: Task<Void, Never>?
  @ObservationIgnored private var drawing: Task<Void, Never>?

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - word: The coin's id, sign or name.
  ///   - repository: The source.
  ///   - currency: The currency of prices; the source's own where it has none in it.
  ///   - includesEUR: Whether the price in euro is shown, too.
  ///   - range: The range that is shown first.
  ///   - now: The time of day.
  public init(
    _ word: String,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    includesEUR: Bool = false,
    range: PriceRange = .week,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.word = word
    self.range = range
    self.includesEUR = includesEUR
    self.now = now
    capabilities = repository.capabilities
    self.currency = repository.capabilities.currency(for: currency)
    fetchCoin = FetchCoin(repository: repository)
    fetchHistory = FetchPriceHistory(repository: repository)
  }

  // MARK: Reading

  /// The figures that are visible, whether or not others are on their way.
  public var content: Content? {
    switch state {
    case .initial: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let content): content
    }
  }

  /// Whether anything is on its way.
  public var isLoading: Bool {
    if case .loading = state { return true }
    if case .loading = chart { return true }
    return false
  }

  /// The ranges that are offered, with that of the link where it is another.
  public var ranges: [PriceRange] {
    PriceRange.offered.contains(range) ? PriceRange.offered : [range] + PriceRange.offered
  }

  /// The prices that are shown.
  public var history: PriceHistory? {
    if case .loaded(let history) = chart { history } else { nil }
  }

  // MARK: Coming and going

  /// Loads if nothing was loaded.
  public func appear() {
    if case .initial = state { start { await self.load() } }
    if case .initial = chart { startChart { await self.loadChart() } }
  }

  /// Ends what only this page needs.
  public func disappear() {
    loading?.cancel()
    drawing?.cancel()
    if case .loading(let previous) = state {
      generation += 1
      state = previous.map { .loaded($0) } ?? .initial
    }
    if case .loading = chart {
      chartGeneration += 1
      chart = .initial
    }
  }

  /// Returns when nothing that was asked for is on its way any more, as for printing the page once.
  public func settle() async {
    while let task = loading ?? drawing {
      await task.value
      if loading == task { loading = nil }
      if drawing == task { drawing = nil }
    }
  }

  /// Asks the service, whatever is stored.
  public func refresh() {
    start { await self.load(.refreshed) }
    startChart { await self.loadChart(.refreshed) }
  }

  /// Shows the price in euro or not, at once, and loads from the other version of the source.
  public func setIncludesEUR(_ includesEUR: Bool) {
    guard includesEUR != self.includesEUR else { return }
    self.includesEUR = includesEUR
    if case .initial = state { return }
    start { await self.load() }
  }

  /// Shows another currency; loads anew.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    if case .initial = state { return }
    start { await self.load() }
    startChart { await self.loadChart() }
  }

  /// Finds another coin, as for a swap; the repository's error passes unchanged.
  public func find(_ word: String) async throws(MarketsError) -> Coin {
    guard let coin = try await fetchCoin.execute(word, CoinQuery(currency: currency)).coins.first else {
      throw .coinNotFound(word, suggestions: [])
    }
    return coin
  }

  // MARK: The chart

  /// Shows another range; it is loaded then.
  public func show(_ range: PriceRange) {
    guard range != self.range else { return }
    self.range = range
    removeCursor()
    startChart { await self.loadChart() }
  }

  /// Draws otherwise.
  public func showNextStyle() { style = style.next }

  /// The number of points of the chart.
  public var pointCount: Int { history?.points.count ?? 0 }

  /// Moves the cursor by points; the first move puts it at an end.
  public func moveCursor(by distance: Int) { chartCursor.move(by: distance, count: pointCount) }

  /// Puts the cursor at the point that is nearest to a moment; nothing happens where there is no chart.
  public func setCursor(near date: Date) {
    chartCursor.move(near: date, in: history?.points, time: \.date)
  }

  /// Takes the cursor away.
  public func removeCursor() { chartCursor.remove() }

  // MARK: Loading

  /// Loads the figures; returns when they are there or were superseded.
  public func load(_ policy: LoadPolicy = .stored) async {
    generation += 1
    let number = generation
    let previous = content
    state = .loading(previous: previous)
    let query = CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy)
    do throws(MarketsError) {
      let page = try await fetchCoin.execute(content?.coin.id.description ?? word, query)
      guard number == generation else { return }
      guard let coin = page.coins.first else { throw .coinNotFound(word, suggestions: []) }
      state = .loaded(
        Content(coin: coin, currency: page.currency, provenance: page.provenance, shortfall: page.shortfall)
      )
    } catch {
      guard number == generation else { return }
      state = .failed(MarketsProblem(error, now: now()), previous: previous)
    }
  }

  /// Loads the range that is shown; returns when it is there or was superseded.
  public func loadChart(_ policy: LoadPolicy = .stored) async {
    chartGeneration += 1
    let number = chartGeneration
    guard let id = content?.coin.id ?? CoinID(word.lowercased()) else {
      chart = .failed(MarketsProblem(.coinNotFound(word, suggestions: []), now: now()))
      return
    }
    let range = range
    chart = .loading
    do throws(MarketsError) {
      let history = try await fetchHistory.execute(id, range: range, currency: currency, policy: policy)
      guard number == chartGeneration else { return }
      unavailableRanges[range] = nil
      chart = history.points.isEmpty ? .empty : .loaded(history)
      chartCursor.keep(within: history.points.count)
    } catch {
      guard number == chartGeneration else { return }
      if case .rangeNotAvailable(_, let reason) = error { unavailableRanges[range] = reason }
      chart = .failed(MarketsProblem(error, now: now()))
    }
  }

  private func start(_ work: @escaping @MainActor () async -> Void) {
    loading?.cancel()
    loading = Task { await work() }
  }

  private func startChart(_ work: @escaping @MainActor () async -> Void) {
    drawing?.cancel()
    drawing = Task { await work() }
  }
}
