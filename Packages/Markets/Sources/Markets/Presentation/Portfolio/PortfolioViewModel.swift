import Components
public import Foundation
public import Observation
public import Portfolio

/// The state of the portfolio, and what can be asked of it.
///
/// The ledger is read, and the figures are worked out, away from the main actor. Amounts are shown before prices are there. Every load has a
/// number, and a late answer to an earlier question never replaces a newer one.
@MainActor
@Observable
public final class PortfolioViewModel {
  /// What is shown.
  public struct Content: Sendable {
    /// What all is worth; without prices while they are on their way.
    public let account: AccountValue
    /// What was done, the newest first.
    public let activities: [Activity]
    /// The first line of the ledger that is not counted, in words.
    public let problem: String?
    /// How many lines are not counted.
    public let problemCount: Int
    let rows: [HoldingFigures]
    let quotes: CoinQuotes
    let currency: CurrencyCode
  }

  /// What the screen shows.
  public enum State: Sendable {
    /// Nothing was asked yet.
    case initial
    /// The ledger or prices are on their way; what is known stays visible.
    case loading(previous: Content?)
    /// The ledger was read.
    case loaded(Content)
    /// The ledger can't be read; what was known stays visible.
    case failed(String, previous: Content?)
  }

  /// The most activities that are shown.
  public nonisolated static let shownActivities = 200

  /// What the screen shows.
  public private(set) var state: State = .initial
  /// How the cost of coins is decided.
  public private(set) var method: CostBasisMethod
  /// The currency of prices and sums.
  public private(set) var currency: CurrencyCode
  /// The holdings, with the selection.
  var holdings = ListModel<HoldingFigures, String, Never>(id: \.id)
  /// The activities, with the selection.
  var activities = ListModel<Activity, UUID, Never>(id: \.id)
  /// What all was worth in the course of time.
  public let value: ValueChartViewModel
  /// The time of day.
  @ObservationIgnored public let now: @Sendable () -> Date

  @ObservationIgnored private let ledger: any LedgerStoring
  @ObservationIgnored private let fetch: FetchQuotes
  @ObservationIgnored private let known: @MainActor () -> CoinQuotes
  @ObservationIgnored private let capabilities: MarketsCapabilities
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var loading: Task<Void, Never>?

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - ledger: Where entries are kept.
  ///   - repository: The source of prices.
  ///   - currency: The currency of prices and sums; the source's own where it has none in it.
  ///   - method: How the cost of coins is decided.
  ///   - known: Gives prices that are on another screen, so that both show the same.
  ///   - now: The time of day.
  public init(
    ledger: any LedgerStoring,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    method: CostBasisMethod = .fifo,
    known: @escaping @MainActor () -> CoinQuotes = { CoinQuotes() },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.ledger = ledger
    self.method = method
    self.known = known
    self.now = now
    capabilities = repository.capabilities
    let currency = capabilities.currency(for: currency)
    self.currency = currency
    fetch = FetchQuotes(repository: repository)
    value = ValueChartViewModel(ledger: ledger, repository: repository, currency: currency, now: now)
  }

  /// What is visible, whether or not something is on its way.
  public var content: Content? {
    switch state {
    case .initial: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let content): content
    }
  }

  /// Whether anything is on its way, but for the chart.
  public var isLoading: Bool { if case .loading = state { true } else { false } }

  /// Reads the ledger, which may have changed since it was shown last.
  public func appear() {
    start { await self.load() }
    value.reload()
  }

  /// Ends what only the chart needs.
  public func disappear() { value.pause() }

  /// Asks for prices, whatever is stored; for those of the chart only while it is open.
  public func refresh() {
    start { await self.load(.refreshed) }
    value.reload(.refreshed)
  }

  /// Returns when nothing that was asked for is on its way any more.
  public func settle() async {
    while let task = loading {
      await task.value
      if loading == task { loading = nil }
    }
  }

  /// Shows sums in another currency.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    value.setCurrency(currency)
    if case .initial = state { return }
    start { await self.load() }
  }

  /// Works the cost out by the other method.
  public func showNextMethod() {
    let all = CostBasisMethod.allCases
    method = all[((all.firstIndex(of: method) ?? 0) + 1) % all.count]
    start { await self.load() }
  }

  /// Undoes an activity by an entry of its own.
  ///
  /// - Returns: Why it was refused; `nil` when it is undone.
  public func undo(_ activity: Activity) async -> String? {
    let problem = await Self.reverse(activity.id, in: ledger)
    value.reload()
    start { await self.load() }
    await settle()
    return problem
  }

  /// Reads the ledger and asks for prices; returns when they are there or were superseded.
  public func load(_ policy: LoadPolicy = .stored) async {
    generation += 1
    let number = generation
    let (currency, method) = (currency, method)
    let isFirst = content == nil
    state = .loading(previous: content)
    var quotes = CoinQuotes()
    if policy == .stored {
      quotes = known()
      if let content, content.currency == currency { quotes = quotes.joined(with: content.quotes) }
    }
    switch await Self.snapshot(of: ledger) {
    case .failure(let error):
      guard number == generation else { return }
      state = .failed(error.description, previous: content)
    case .success(let snapshot):
      let first = await Self.content(of: snapshot, method, quotes, currency)
      guard number == generation else { return }
      show(first, isLoading: true)
      let coins = snapshot.balances.map(\.coin.id)
      quotes = await fetch.execute(coins, currency: currency, policy: policy, known: quotes)
      let priced = await Self.content(of: snapshot, method, quotes, currency)
      guard number == generation else { return }
      show(priced, isLoading: false)
      // Prices decide the order; who has chosen no row yet begins with the first one.
      if isFirst, holdings.selectedID == first.rows.first?.id { holdings.select(row: 0) }
    }
  }

  private func show(_ content: Content, isLoading: Bool) {
    state = isLoading ? .loading(previous: content) : .loaded(content)
    holdings.update(content.rows)
    activities.update(content.activities)
  }

  private func start(_ work: @escaping @MainActor () async -> Void) {
    loading?.cancel()
    loading = Task { await work() }
  }

  // MARK: Away from the main actor

  @concurrent
  private static func snapshot(of ledger: any LedgerStoring) async -> Result<LedgerSnapshot, LedgerError> {
    do throws(LedgerError) {
      return .success(try ledger.snapshot())
    } catch {
      return .failure(error)
    }
  }

  @concurrent
  private static func content(
    of snapshot: LedgerSnapshot,
    _ method: CostBasisMethod,
    _ quotes: CoinQuotes,
    _ currency: CurrencyCode
  ) async -> Content {
    let holdings = snapshot.holdings(method: method)
    let account = holdings.value(in: currency.code, prices: quotes.prices(in: currency))
    return Content(
      account: account,
      activities: snapshot.activities(limit: shownActivities),
      problem: snapshot.problems.first?.description,
      problemCount: snapshot.problemCount,
      rows: HoldingFigures.all(of: account, in: holdings),
      quotes: quotes,
      currency: currency
    )
  }

  @concurrent
  private static func reverse(_ id: UUID, in ledger: any LedgerStoring) async -> String? {
    do throws(LedgerError) {
      try ledger.reverse(id)
      return nil
    } catch {
      return error.description
    }
  }
}
