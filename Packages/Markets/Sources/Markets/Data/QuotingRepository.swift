import Foundation
import Portfolio

/// A source whose prices go through a quote store: it records every response, and its pages have the newest quotes.
struct QuotingRepository: MarketsRepository {
  private let base: any MarketsRepository
  private let store: QuoteStore
  private let rule: Freshness.Rule
  private let plan: CallPlan
  private let budget: CallBudget?
  private let now: @Sendable () -> Date

  init(
    _ base: any MarketsRepository,
    store: QuoteStore,
    rule: Freshness.Rule,
    plan: CallPlan,
    budget: CallBudget?,
    now: @escaping @Sendable () -> Date
  ) {
    self.base = base
    self.store = store
    self.rule = rule
    self.plan = plan
    self.budget = budget
    self.now = now
  }

  /// The source's capabilities with the freshness of now, which depends on the calls that are left.
  var capabilities: MarketsCapabilities {
    var capabilities = base.capabilities
    capabilities.callUsage = budget?.usage(limit: plan.monthlyCalls)
    capabilities.freshness = Freshness(rule, plan: plan, usage: capabilities.callUsage, now: now())
    return capabilities
  }

  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    var query = query
    let freshness = resolve(&query.policy)
    return await updated(try await base.coins(query), freshness)
  }

  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    var query = query
    let freshness = resolve(&query.policy)
    return await updated(try await base.coin(word, query), freshness)
  }

  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    var query = query
    let freshness = resolve(&query.policy)
    return await updated(try await base.coins(withIDs: ids, query), freshness)
  }

  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    try await base.matches(text, policy: policy)
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    var policy = policy
    let freshness = resolve(&policy)
    var history = try await base.history(of: coin, range: range, currency: currency, policy: policy)
    history.provenance.freshness = freshness
    return history
  }

  /// Returns quotes of the store that the policy allows, and loads the others.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    var policy = policy
    _ = resolve(&policy)
    let missing: [CoinID]
    switch policy {
    case .storedOnly: return store.quotes(of: coins, in: currencies)
    case .maxAge(let age):
      let known = store.quotes(of: coins, in: currencies)
      let (now, limit) = (now(), age / .seconds(1))
      missing = coins.filter { coin in
        currencies.contains { currency in (known[coin]?[currency]?.age(at: now) ?? .infinity) > limit }
      }
    case .fresh, .refreshed: missing = coins
    }
    if !missing.isEmpty {
      if store.record(try await base.quotes(of: missing, in: currencies, policy: policy)) { await store.save() }
    }
    return store.quotes(of: coins, in: currencies)
  }

  /// Replaces the source's rule by the age that it allows now.
  ///
  /// - Returns: The age up to which prices count as fresh.
  private func resolve(_ policy: inout LoadPolicy) -> Duration {
    if case .maxAge(let age) = policy { return age }
    let freshness = capabilities.freshness.duration
    if policy == .fresh { policy = .maxAge(freshness) }
    return freshness
  }

  private func updated(_ page: CoinPage, _ freshness: Duration) async -> CoinPage {
    var page = page
    if store.record(page.takePlausibleQuotes(source: capabilities.name)) { await store.save() }
    page.update { store.quote(of: $0, in: $1) }
    page.provenance.freshness = freshness
    return page
  }
}

extension MarketsRepository {
  /// Returns the known quotes of coins, without a request; `nil` if the source refuses.
  func storedQuotes(of coins: [Coin], in currency: CurrencyCode) async -> [CoinID: [CurrencyCode: Quote]]? {
    do throws(MarketsError) {
      return try await quotes(of: coins.map(\.id), in: [currency], policy: .storedOnly)
    } catch {
      // A load reports the same error; without one, the shown quotes are still the newest.
      return nil
    }
  }
}

extension CoinPage {
  /// The lag from which on the source's own price is old, such as that of a coin that is no longer traded.
  ///
  /// Such a price doesn't make the page old; the coin alone shows its age.
  private static let dormantLag: TimeInterval = 3_600

  /// Returns the plausible prices of the page, each as of the source's time or that of the response.
  func quotes(source: String) -> [CoinID: [CurrencyCode: Quote]] {
    var page = self
    return page.takePlausibleQuotes(source: source)
  }

  /// Returns the plausible prices and removes the others from the page.
  fileprivate mutating func takePlausibleQuotes(source: String) -> [CoinID: [CurrencyCode: Quote]] {
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    quotes.reserveCapacity(coins.count)
    for index in coins.indices {
      let coin = coins[index]
      let time = coin.lastUpdated.map { min($0, provenance.asOf) } ?? provenance.asOf
      for currency in coin.prices.currencies {
        guard let price = coin.prices[currency] else { continue }
        let change = currency == self.currency ? coin.figures.change24h : nil
        if let quote = coin.prices.quote(in: currency)
          ?? Quote(price: price, dayChange: change, time: time, source: source)
        {
          quotes[coin.id, default: [:]][currency] = quote
        } else {
          coins[index].prices[currency] = nil
          implausiblePrices.append(coin.id)
        }
      }
    }
    return quotes
  }

  /// Replaces prices by the newest quotes; the oldest of them dates the page.
  ///
  /// - Returns: Whether a price or its time changed.
  @discardableResult
  mutating func update(_ newestQuote: (CoinID, CurrencyCode) -> Quote?) -> Bool {
    var hasChanged = false
    var oldest: Date?
    var newest: Date?
    for index in coins.indices {
      for currency in coins[index].prices.currencies {
        guard let quote = newestQuote(coins[index].id, currency) else { continue }
        if coins[index].prices.quote(in: currency) != quote {
          coins[index].prices.set(quote, in: currency)
          hasChanged = true
        }
        guard currency == self.currency else { continue }
        if let change = quote.dayChange { coins[index].figures.change24h = change }
        newest = max(newest ?? quote.time, quote.time)
        let isDormant = provenance.asOf.timeIntervalSince(quote.time) > Self.dormantLag
        if !isDormant { oldest = min(oldest ?? quote.time, quote.time) }
      }
    }
    provenance.asOf = oldest ?? newest ?? provenance.asOf
    return hasChanged
  }
}
