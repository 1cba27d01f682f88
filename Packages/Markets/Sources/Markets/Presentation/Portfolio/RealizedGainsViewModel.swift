import Basics
import Components
public import Foundation
public import Observation
public import Portfolio

/// The state and actions for the realized gains page.
///
/// The ledger is read and gains are calculated off the main actor. Only the latest load's result is used.
@MainActor
@Observable
public final class RealizedGainsViewModel {
  struct Content: Sendable {
    let gains: RealizedGains
    let shortfall: MarketsError?
  }

  struct Row: Sendable, Identifiable {
    let id: Int
    let disposal: Disposal
  }

  private(set) var state: LoadState<Content, String> = .initial
  private(set) var method: CostBasisMethod
  private(set) var currency: CurrencyCode
  /// The visible year; `nil` if there are no sales.
  private(set) var year: Int?
  var rows = ListModel<Row, Int, Never>(id: \.id)
  @ObservationIgnored let timeZone: TimeZone
  @ObservationIgnored let now: @Sendable () -> Date

  @ObservationIgnored private let reading: LedgerReading
  @ObservationIgnored private let capabilities: MarketsCapabilities
  @ObservationIgnored private let latest = LatestLoad()

  /// Creates a view model; the time zone determines the days and years of sales.
  public init(
    ledger: any LedgerStoring,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    method: CostBasisMethod = .fifo,
    timeZone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.method = method
    self.timeZone = timeZone
    self.now = now
    capabilities = repository.capabilities
    self.currency = capabilities.currency(for: currency)
    reading = LedgerReading(ledger: ledger, repository: repository, now: now)
  }

  /// The years with sales, earliest first.
  var years: [RealizedYear] { state.value?.gains.years.filter { !$0.disposals.isEmpty } ?? [] }

  var shownYear: RealizedYear? { years.first { $0.year == year } }

  /// Reads the ledger, which may have changed since the page last appeared.
  func appear() {
    state.startLoading()
    latest.start { await self.load() }
  }

  /// Cancels a running load but keeps the gains.
  ///
  /// Returns whether a load was running.
  func cancelLoading() -> Bool {
    guard state.isLoading else { return false }
    latest.cancel()
    return state.cancelLoading(MarketsProblem.cancelledMessage)
  }

  func settle() async { await latest.settle() }

  /// Shows totals in another currency.
  public func setCurrency(_ currency: CurrencyCode) {
    let currency = capabilities.currency(for: currency)
    guard currency != self.currency else { return }
    self.currency = currency
    if !state.isInitial { appear() }
  }

  func showNextMethod() {
    method = method.next
    appear()
  }

  func moveYear(by offset: Int) {
    guard let index = years.firstIndex(where: { $0.year == year }), years.indices.contains(index + offset) else {
      return
    }
    show(years[index + offset].year)
  }

  func show(_ year: Int) {
    self.year = year
    rows.update(shownYear?.disposals.enumerated().map { Row(id: $0.offset, disposal: $0.element) } ?? [])
    rows.select(row: 0)
  }

  /// Reads the ledger and loads exchange rates, and returns once they are loaded or the load is superseded.
  func load() async {
    let number = latest.begin()
    let (currency, method, timeZone) = (currency, method, timeZone)
    state.startLoading()
    do throws(LedgerError) {
      let snapshot = try await reading.snapshot()
      let rates = await reading.rates(for: snapshot, in: currency)
      let gains = await performBlocking {
        snapshot.realizedGains(method: method, in: currency.code, rates: rates.rates, timeZone: timeZone)
      }
      guard latest.isLatest(number) else { return }
      state = .loaded(Content(gains: gains, shortfall: rates.shortfall))
      let selected = rows.selectedID
      show(shownYear?.year ?? years.last?.year ?? 0)
      if let selected { rows.select(row: min(selected, max(rows.items.count - 1, 0))) }
    } catch {
      if latest.isLatest(number) { state.fail(error.description) }
    }
  }
}
