public import Foundation
public import Observation
public import Portfolio

/// The state of the chart of what all holdings were worth, and what can be asked of it.
///
/// Nothing is asked for before the chart is opened, and a range only when it is shown. Every load has a number, and a late answer to an earlier
/// question never replaces a newer one.
@MainActor
@Observable
public final class ValueChartViewModel: ChartModel {
  /// What the chart shows.
  public enum State: Sendable {
    /// Nothing was asked yet.
    case initial
    /// Charts are on their way: how many are there of those that are needed; the last values of the same range stay visible.
    case loading(loaded: Int, count: Int, previous: AccountHistory?)
    /// There are values; without points where nothing was held or no coin has prices.
    case loaded(AccountHistory)
    /// They could not be had; a range that the source does not have is one of the reasons.
    case failed(MarketsProblem, previous: AccountHistory?)
    /// The ledger can't be read.
    case ledgerFailed(String)
  }

  /// What the chart shows.
  public private(set) var state: State = .initial
  /// Whether it is shown.
  public private(set) var isOpen = false
  /// The range that is shown.
  public private(set) var range: PriceRange
  /// The point that is read out; `nil` for none.
  public var cursor: Int? { chartCursor.index }
  private var chartCursor = ChartCursor()
  /// The currency of the values.
  public private(set) var currency: CurrencyCode
  /// The ranges that were asked for and are not there, with the reason.
  public private(set) var unavailableRanges: [PriceRange: String] = [:]
  /// The time of day.
  @ObservationIgnored public let now: @Sendable () -> Date

  @ObservationIgnored private let ledger: any LedgerStoring
  @ObservationIgnored private let fetch: FetchAccountHistory
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var loading: Task<Void, Never>?

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - ledger: Where entries are kept.
  ///   - repository: The source of prices.
  ///   - currency: The currency of the values, which the source has.
  ///   - range: The range that is shown first.
  ///   - now: The time of day.
  public init(
    ledger: any LedgerStoring,
    repository: any MarketsRepository,
    currency: CurrencyCode,
    range: PriceRange = .month,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.ledger = ledger
    self.currency = currency
    self.range = range
    self.now = now
    fetch = FetchAccountHistory(repository: repository)
  }

  // MARK: Reading

  /// The values that are visible, whether or not others are on their way.
  public var history: AccountHistory? {
    switch state {
    case .initial, .ledgerFailed: nil
    case .loading(_, _, let previous), .failed(_, let previous): previous
    case .loaded(let history): history
    }
  }

  /// Whether anything is on its way.
  public var isLoading: Bool { if case .loading = state { true } else { false } }

  /// The ranges that are offered, with that of the link where it is another.
  public var ranges: [PriceRange] {
    PriceRange.offered.contains(range) ? PriceRange.offered : [range] + PriceRange.offered
  }

  // MARK: Intents

  /// Opens the chart, which loads it, or closes it.
  public func toggle() {
    isOpen.toggle()
    if isOpen {
      reload()
    } else {
      pause()
      removeCursor()
    }
  }

  /// Opens the chart at a range.
  public func open(_ range: PriceRange) {
    guard !isOpen || range != self.range else { return }
    isOpen = true
    self.range = range
    removeCursor()
    reload()
  }

  /// Shows another range; it is loaded then.
  public func show(_ range: PriceRange) {
    guard isOpen, range != self.range else { return }
    self.range = range
    removeCursor()
    reload()
  }

  /// Shows values in another currency.
  func setCurrency(_ currency: CurrencyCode) {
    guard currency != self.currency else { return }
    self.currency = currency
    // What was refused may have been refused for the currency.
    unavailableRanges = [:]
    if isOpen { reload() } else { state = .initial }
  }

  /// Works the values out anew if the chart is open, as after a change of the ledger.
  func reload(_ policy: LoadPolicy = .stored) {
    guard isOpen else { return }
    loading?.cancel()
    loading = Task { await self.load(policy) }
  }

  /// Ends what is on its way, as when the screen is left.
  func pause() {
    loading?.cancel()
    guard case .loading(_, _, let previous) = state else { return }
    generation += 1
    state = previous.map { .loaded($0) } ?? .initial
  }

  /// Returns when nothing that was asked for is on its way any more.
  public func settle() async {
    while let task = loading {
      await task.value
      if loading == task { loading = nil }
    }
  }

  // MARK: The cursor

  /// The number of points of the chart.
  public var pointCount: Int { history?.points.count ?? 0 }

  /// Moves the cursor by points; the first move puts it at an end.
  public func moveCursor(by distance: Int) { chartCursor.move(by: distance, count: pointCount) }

  /// Puts the cursor at the point that is nearest to a moment; nothing happens where there is no chart.
  public func setCursor(near date: Date) {
    chartCursor.move(near: date, in: history?.points, time: \.time)
  }

  /// Takes the cursor away.
  public func removeCursor() { chartCursor.remove() }

  // MARK: Loading

  /// Loads the range that is shown; returns when it is there or was superseded.
  public func load(_ policy: LoadPolicy = .stored) async {
    generation += 1
    let number = generation
    let (range, currency) = (range, currency)
    // Values of another range or currency would be taken for those that were asked for.
    let previous = history.flatMap { $0.range == range && $0.currency == currency ? $0 : nil }
    state = .loading(loaded: 0, count: 0, previous: previous)
    switch await Self.snapshot(of: ledger) {
    case .failure(let error):
      guard number == generation else { return }
      state = .ledgerFailed(error.description)
    case .success(let snapshot):
      guard number == generation else { return }
      await load(snapshot, number, range, currency, policy, previous)
    }
  }

  private func load(
    _ snapshot: LedgerSnapshot,
    _ number: Int,
    _ range: PriceRange,
    _ currency: CurrencyCode,
    _ policy: LoadPolicy,
    _ previous: AccountHistory?
  ) async {
    do throws(MarketsError) {
      let history = try await fetch.execute(
        snapshot,
        range: range,
        currency: currency,
        policy: policy,
        now: now()
      ) { [weak self] loaded, count in await self?.note(loaded, of: count, in: number) }
      guard number == generation else { return }
      unavailableRanges[range] = nil
      state = .loaded(history)
      chartCursor.keep(within: history.points.count)
    } catch {
      guard number == generation else { return }
      if case .rangeNotAvailable(_, let reason) = error { unavailableRanges[range] = reason }
      state = .failed(MarketsProblem(error, now: now()), previous: previous)
    }
  }

  private func note(_ loaded: Int, of count: Int, in number: Int) {
    guard number == generation, case .loading(_, _, let previous) = state else { return }
    state = .loading(loaded: loaded, count: count, previous: previous)
  }

  @concurrent
  private static func snapshot(of ledger: any LedgerStoring) async -> Result<LedgerSnapshot, LedgerError> {
    do throws(LedgerError) {
      return .success(try ledger.snapshot())
    } catch {
      return .failure(error)
    }
  }
}
