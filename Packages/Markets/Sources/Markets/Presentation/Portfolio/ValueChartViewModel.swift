import Basics
import Foundation
import Observation
import Portfolio

/// The view model for the portfolio's value chart.
///
/// Nothing is loaded until the chart opens. Only the latest load's result is used.
@MainActor
@Observable
final class ValueChartViewModel: ChartModel {
  enum Problem: Sendable {
    case source(MarketsProblem)
    case ledger(String)
  }

  /// The values, which contain no points if the user held no coins or no coin has prices.
  private(set) var state: LoadState<AccountHistory, Problem> = .initial
  /// The progress of a load: the numbers of loaded and required charts.
  private(set) var progress = (loaded: 0, count: 0)
  private(set) var isOpen = false
  private(set) var range: PriceRange
  var cursor = ChartCursor()
  private(set) var currency: CurrencyCode
  private(set) var unavailableRanges: Set<PriceRange> = []
  @ObservationIgnored let now: @Sendable () -> Date

  @ObservationIgnored private let ledger: any LedgerStoring
  @ObservationIgnored private let fetch: FetchAccountHistory
  @ObservationIgnored private let latest = LatestLoad()

  init(
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

  var history: AccountHistory? { state.value }

  var times: [Date] { history?.points.map(\.time) ?? [] }

  func toggle() {
    isOpen.toggle()
    if isOpen {
      reload()
    } else {
      pause()
      cursor.remove()
    }
  }

  func open(_ range: PriceRange) {
    guard !isOpen || range != self.range else { return }
    isOpen = true
    self.range = range
    cursor.remove()
    reload()
  }

  func show(_ range: PriceRange) {
    guard isOpen else { return }
    open(range)
  }

  func setCurrency(_ currency: CurrencyCode) {
    guard currency != self.currency else { return }
    self.currency = currency
    // The source may have refused a range because of the currency.
    unavailableRanges = []
    if isOpen { reload() } else { state = .initial }
  }

  func reload(_ policy: LoadPolicy = .fresh) {
    if isOpen { latest.start { await self.load(policy) } }
  }

  func pause() {
    latest.cancel()
    state.stopLoading()
  }

  func settle() async { await latest.settle() }

  /// Loads the range, and returns once it is loaded or the load is superseded.
  func load(_ policy: LoadPolicy = .fresh) async {
    let number = latest.begin()
    let (range, currency, ledger) = (range, currency, ledger)
    // Values for another range or currency could be mistaken for the requested values.
    let previous = history.flatMap { $0.range == range && $0.currency == currency ? $0 : nil }
    progress = (0, 0)
    state = .loading(previous: previous)
    let snapshot: LedgerSnapshot
    do throws(LedgerError) {
      snapshot = try await ledger.load()
    } catch {
      if latest.isLatest(number) { state = .failed(.ledger(error.description), previous: nil) }
      return
    }
    guard latest.isLatest(number) else { return }
    do throws(MarketsError) {
      let history = try await fetch.execute(snapshot, range: range, currency: currency, policy: policy, now: now()) {
        [weak self] loaded, count in await self?.note(loaded, of: count, in: number)
      }
      guard latest.isLatest(number) else { return }
      unavailableRanges.remove(range)
      state = .loaded(history)
      cursor.keep(within: history.points.count)
    } catch {
      guard latest.isLatest(number) else { return }
      if case .rangeNotAvailable = error { unavailableRanges.insert(range) }
      state = .failed(.source(MarketsProblem(error, now: now())), previous: previous)
    }
  }

  private func note(_ loaded: Int, of count: Int, in number: Int) {
    if latest.isLatest(number), state.isLoading { progress = (loaded, count) }
  }
}
