import Components
public import Foundation
public import Observation
public import Portfolio

/// The state of the alerts, and what can be asked of it; the store is used away from the main actor.
@MainActor
@Observable
public final class AlertsViewModel {
  /// What the screen shows.
  public enum State: Sendable {
    /// Nothing was read yet.
    case initial
    /// The alerts, in the order in which they were set.
    case loaded([PriceAlert])
    /// They can't be read.
    case failed(String)
  }

  /// What the screen shows.
  public private(set) var state: State = .initial
  /// The currency of new alerts.
  public private(set) var currency: CurrencyCode
  /// The alerts, with the selection.
  var list = ListModel<PriceAlert, Int, Never>(id: \.id)
  /// The time of day.
  @ObservationIgnored public let now: @Sendable () -> Date

  @ObservationIgnored private let store: any AlertStoring
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private let fetchCoin: FetchCoin
  @ObservationIgnored private let capabilities: MarketsCapabilities

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - store: Keeps the alerts.
  ///   - repository: Knows the coins.
  ///   - currency: The currency of new alerts; the source's own where it has none in it.
  ///   - now: The time of day.
  public init(
    store: any AlertStoring,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.store = store
    self.now = now
    capabilities = repository.capabilities
    self.currency = capabilities.currency(for: currency)
    fetchCoin = FetchCoin(repository: repository)
  }

  /// Sets new alerts in another currency.
  public func setCurrency(_ currency: CurrencyCode) { self.currency = capabilities.currency(for: currency) }

  /// Reads the alerts.
  public func load() async {
    generation += 1
    let number = generation
    let result = await Self.perform({ store throws(AlertError) in try store.alerts() }, on: store)
    // What was read before a change is not shown after it.
    guard number == generation else { return }
    switch result {
    case .success(let alerts):
      state = .loaded(alerts)
      list.update(alerts)
    case .failure(let error): state = .failed(error.description)
    }
  }

  /// Sets an alert.
  ///
  /// - Returns: Why it was refused, and in which field; `nil` when it is set.
  func add(_ request: AlertForm.Request) async -> AlertForm.Problem? {
    let coin: Coin
    do throws(MarketsError) {
      let page = try await fetchCoin.execute(request.coin, CoinQuery(currency: request.currency))
      guard let found = page.coins.first else { throw .coinNotFound(request.coin, suggestions: []) }
      coin = found
    } catch {
      let problem = MarketsProblem(error, now: now())
      return AlertForm.Problem(field: .coin, message: [problem.message, problem.hint ?? ""].joined(separator: " "))
    }
    let wish = AlertRequest(
      coin: CoinReference(coin),
      condition: request.condition,
      currency: request.currency.code,
      repetition: request.isOnce ? .once : .recurring()
    )
    let result = await Self.perform({ store throws(AlertError) in try store.add(wish) }, on: store)
    await load()
    switch result {
    case .success(let alert):
      list.select(alert.id)
      return nil
    case .failure(let error): return AlertForm.Problem(field: .limit, message: error.description)
    }
  }

  /// Removes an alert.
  ///
  /// - Returns: Why it was refused; `nil` when it is gone.
  func remove(_ alert: PriceAlert) async -> String? {
    let result = await Self.perform({ store throws(AlertError) in try store.remove(alert.id) }, on: store)
    await load()
    guard case .failure(let error) = result else { return nil }
    return error.description
  }

  @concurrent
  private static func perform<Value: Sendable>(
    _ work: @Sendable (any AlertStoring) throws(AlertError) -> Value,
    on store: any AlertStoring
  ) async -> Result<Value, AlertError> {
    do throws(AlertError) {
      return .success(try work(store))
    } catch {
      return .failure(error)
    }
  }
}
