import Basics
import Components
public import Foundation
public import Observation
public import Portfolio

/// The state and actions for the alert list; the store is accessed off the main actor.
@MainActor
@Observable
public final class AlertsViewModel {
  private(set) var state: LoadState<[PriceAlert], String> = .initial
  private(set) var currency: CurrencyCode
  var list = ListModel<PriceAlert, Int, Never>(id: \.id)
  @ObservationIgnored let now: @Sendable () -> Date

  /// The source's coins that the user has to choose from, by the key of the alert's coin.
  private(set) var choices: [String: [SourceCoin]] = [:]
  /// The use case that stores the user's choice of a coin; if `nil`, every ID is treated as a separate coin.
  @ObservationIgnored let linking: LinkCoin?

  @ObservationIgnored private let store: any AlertStoring
  /// Whether prices requested by the user are still loading.
  private(set) var isChecking = false
  @ObservationIgnored private let latest = LatestLoad()
  @ObservationIgnored private let checks = LatestLoad()
  @ObservationIgnored private let changeChecks = LatestLoad()
  @ObservationIgnored private let fetchCoin: FetchCoin
  @ObservationIgnored private let fetchCandidates: FetchTopCoins
  @ObservationIgnored private var candidates: (currency: CurrencyCode, load: Task<[Coin], Never>)?
  @ObservationIgnored let capabilities: MarketsCapabilities
  /// The refresher, which checks new alerts; `nil` without auto-refresh.
  @ObservationIgnored let refresher: PriceRefresher?

  /// Creates a view model, with the source's default currency if the source doesn't support the given one.
  public init(
    store: any AlertStoring,
    repository: any MarketsRepository,
    currency: CurrencyCode = .aud,
    linking: LinkCoin? = nil,
    refresher: PriceRefresher? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.store = store
    self.linking = linking
    self.refresher = refresher
    self.now = now
    capabilities = repository.capabilities
    self.currency = capabilities.currency(for: currency)
    fetchCoin = FetchCoin(repository: repository)
    fetchCandidates = FetchTopCoins(repository: repository)
  }

  /// Changes the currency for new alerts.
  public func setCurrency(_ currency: CurrencyCode) { self.currency = capabilities.currency(for: currency) }

  /// Reads the alerts, and returns once they are read or the load is superseded.
  public func load() async {
    let number = latest.begin()
    let store = store
    do throws(AlertError) {
      let alerts = try await performBlocking { () throws(AlertError) in try store.alerts() }
      // Don't show alerts that were read before a change.
      guard latest.isLatest(number) else { return }
      choices = linking?.choices(for: alerts.map(\.request.coin)) ?? [:]
      state = .loaded(alerts)
      list.update(alerts)
    } catch {
      if latest.isLatest(number) { state = .failed(error.description, previous: nil) }
    }
  }

  /// Requests prices for coins with alerts, checks the alerts, and reads their new states.
  func refresh() {
    isChecking = true
    let number = checks.begin()
    checks.start {
      await self.refresher?.checkAlerts(.refreshed)
      await self.load()
      if self.checks.isLatest(number) { self.isChecking = false }
    }
  }

  func cancelLoading() -> Bool {
    guard isChecking else { return false }
    checks.cancel()
    isChecking = false
    return true
  }

  func settle() async {
    await checks.settle()
    await changeChecks.settle()
  }

  /// Returns the coin's current or recently loaded price with its time; `nil` if it can't be loaded.
  func price(of coin: String, in currency: CurrencyCode) async -> AlertForm.LatestPrice? {
    guard let page = try? await fetchCoin.execute(coin, CoinQuery(currency: currency)), let coin = page.coins.first,
      let quote = coin.prices.quote(in: currency) ?? page.quote(of: coin, in: currency, source: capabilities.name)
    else { return nil }
    return AlertForm.LatestPrice(quote: quote, provenance: page.provenance)
  }

  /// Finds coins for typed text among the coins with the highest market cap.
  ///
  /// If those coins can't be loaded, there are no suggestions.
  func suggestions(for text: String, in currency: CurrencyCode) async -> CoinSuggestions {
    let load: Task<[Coin], Never>
    if let candidates, candidates.currency == currency {
      load = candidates.load
    } else {
      // The load has its own task, because each keystroke cancels the search for the previous text. If the load fails,
      // typing sends no further requests, and the coin is looked up when the form is submitted.
      load = Task { [fetchCandidates] in
        let page = try? await fetchCandidates.execute(CoinQuery(currency: currency, pageSize: 250))
        return page?.coins ?? []
      }
      candidates = (currency, load)
    }
    return CoinSuggestions(text, in: await load.value)
  }

  /// A function that undoes a change to the alerts and returns the problem if that fails.
  typealias Undo = @MainActor () async -> String?

  func save(
    _ request: AlertForm.Request,
    replacing original: PriceAlert? = nil
  ) async throws(AlertForm.Problem) -> Undo {
    let wish = AlertRequest(
      coin: try await coin(of: request, original),
      condition: request.condition,
      currency: request.currency.code,
      repetition: request.repetition
    )
    let store = store
    do throws(AlertError) {
      let (old, id) = try await performBlocking { () throws(AlertError) -> (PriceAlert?, Int) in
        guard let original else { return (nil, try store.add(wish).id) }
        return (try store.replace(original.id, with: wish), original.id)
      }
      await load()
      list.select(id)
      checkChange()
      return undo { store throws(AlertError) in
        guard let old else {
          try store.remove([id])
          return nil
        }
        return try store.revert(to: old, from: wish) ? nil : "The alert has since been changed or deleted."
      }
    } catch {
      await load()
      throw AlertForm.Problem(field: .limit, message: error.description)
    }
  }

  /// Checks the alerts after a change, because an alert whose condition already holds must be reported immediately.
  private func checkChange() {
    guard let refresher else { return }
    changeChecks.start {
      await refresher.checkAlerts()
      await self.load()
    }
  }

  private func coin(
    of request: AlertForm.Request,
    _ original: PriceAlert?
  ) async throws(AlertForm.Problem) -> CoinReference {
    if let known = original?.request.coin, known.id == request.coin { return known }
    do throws(MarketsError) {
      let page = try await fetchCoin.execute(request.coin, CoinQuery(currency: request.currency))
      guard let found = page.coins.first else { throw .coinNotFound(request.coin, suggestions: []) }
      return CoinReference(found)
    } catch {
      let problem = MarketsProblem(error, now: now())
      throw AlertForm.Problem(field: .coin, message: [problem.message, problem.hint ?? ""].joined(separator: " "))
    }
  }

  /// Removes alerts, and returns the number of removed alerts and an action that restores them.
  ///
  /// Alerts that were removed elsewhere aren't counted or restored.
  func remove(_ alerts: [PriceAlert]) async throws(AlertError) -> (count: Int, undo: Undo) {
    let (store, ids) = (store, Set(alerts.map(\.id)))
    let removed: [PriceAlert]
    do throws(AlertError) {
      removed = try await performBlocking { () throws(AlertError) in try store.remove(ids) }
    } catch {
      await load()
      throw error
    }
    await load()
    return (
      removed.count,
      undo { store throws(AlertError) in
        try store.restore(removed)
        return nil
      }
    )
  }

  /// Returns an action that changes the stored alerts, even if the screen has been closed by then.
  ///
  /// `body` returns the problem that prevented the change.
  private func undo(_ body: @escaping @Sendable (any AlertStoring) throws(AlertError) -> String?) -> Undo {
    { [store, weak self] in
      var problem: String?
      do throws(AlertError) {
        problem = try await performBlocking { () throws(AlertError) in try body(store) }
      } catch {
        problem = error.description
      }
      await self?.load()
      return problem
    }
  }
}
