import Foundation
import Portfolio

/// A source that records the prices from every response in a quote store and returns pages with the newest quotes.
struct QuotingRepository: MarketsRepository {
  /// The maximum age of a known price that can replace a missing price in a response, in seconds.
  private static let maximumKeptAge: TimeInterval = 86_400

  private let base: any MarketsRepository
  private let store: QuoteStore
  private let rule: @Sendable () -> Freshness.Rule
  private let plan: CallPlan
  private let budget: CallBudget?
  private let now: @Sendable () -> Date

  init(
    _ base: any MarketsRepository,
    store: QuoteStore,
    rule: @escaping @Sendable () -> Freshness.Rule,
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

  /// The source's capabilities, with the freshness adjusted to the number of remaining calls.
  var capabilities: MarketsCapabilities {
    var capabilities = base.capabilities
    capabilities.callUsage = budget?.usage(limit: plan.monthlyCalls)
    capabilities.freshness = Freshness(rule(), plan: plan, usage: capabilities.callUsage, now: now())
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
    do throws(MarketsError) {
      return await updated(try await base.coin(word, query), freshness)
    } catch {
      guard case .priceMissing(let match) = error, let page = knownPage(of: match, in: query.currency, freshness) else {
        throw error
      }
      return page
    }
  }

  /// Returns a page with a coin's last known price, as a fallback for a response without the coin; `nil` if no price
  /// from the last day is known.
  private func knownPage(of match: CoinMatch, in currency: CurrencyCode, _ freshness: Duration) -> CoinPage? {
    guard let quote = store.quote(of: match.id, in: currency), quote.age(at: now()) <= Self.maximumKeptAge else {
      return nil
    }
    var coin = Coin(id: match.id, symbol: match.symbol, name: match.name, rank: match.rank)
    coin.prices.set(quote, in: currency)
    coin.change24h = quote.dayChange
    let provenance = Provenance(asOf: quote.time, hasFailedRefresh: true, freshness: freshness)
    return CoinPage(coins: [coin], currency: currency, hasMore: false, provenance: provenance)
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
    case .fresh, .refreshed, .uncached: missing = coins
    }
    if !missing.isEmpty {
      if store.record(try await base.quotes(of: missing, in: currencies, policy: policy)) { await store.save() }
    }
    return store.quotes(of: coins, in: currencies)
  }

  /// Replaces the policy `fresh` with the current freshness as the maximum age, and returns the freshness.
  ///
  /// A maximum age in the request doesn't change how long the response counts as fresh.
  private func resolve(_ policy: inout LoadPolicy) -> Duration {
    let freshness = capabilities.freshness.duration
    if policy == .fresh { policy = .maxAge(freshness) }
    return freshness
  }

  private func updated(_ page: consuming CoinPage, _ freshness: Duration) async -> CoinPage {
    if page.record(in: store, source: capabilities.name) { await store.save() }
    page.provenance.freshness = freshness
    return page
  }
}

extension MarketsRepository {
  /// Returns the known quotes for coins without sending a request; `nil` if the source throws an error.
  func storedQuotes(of coins: [Coin], in currency: CurrencyCode) async -> [CoinID: [CurrencyCode: Quote]]? {
    do throws(MarketsError) {
      return try await quotes(of: coins.map(\.id), in: [currency], policy: .storedOnly)
    } catch {
      // Ignore the error, because the next load would report it. The quotes on screen stay the newest known quotes.
      return nil
    }
  }
}

extension CoinPage {
  /// The maximum lag behind the response, in seconds, at which a price still affects the page's age.
  ///
  /// A price can lag by more than this, for example because its coin is no longer traded. In that case, the price's
  /// age is shown only for the coin.
  private static let dormantLag: TimeInterval = 3_600

  /// Returns a coin's quote, dated with the source's or the response's time; `nil` if the coin has no plausible price.
  func quote(of coin: Coin, in currency: CurrencyCode, source: String) -> Quote? {
    coin.prices[currency].flatMap { price in
      let change = currency == self.currency ? coin.change24h : nil
      return Quote(price: price, dayChange: change, time: time(of: coin), source: source)
    }
  }

  private func time(of coin: Coin) -> Date { Quote.recordedTime(reported: coin.lastUpdated, arrival: provenance.asOf) }

  /// Records the plausible prices in a store and removes implausible prices.
  ///
  /// Newer quotes from the store replace the page's prices.
  ///
  /// - Returns: Whether a quote in the store changed.
  fileprivate mutating func record(in store: QuoteStore, source: String) -> Bool {
    let currency = currency
    for index in coins.indices {
      let (time, change) = (time(of: coins[index]), coins[index].change24h)
      let isPlausible = coins[index].prices.completeQuotes { priceCurrency, price in
        Quote(price: price, dayChange: priceCurrency == currency ? change : nil, time: time, source: source)
      }
      if !isPlausible { implausiblePrices.append(coins[index].id) }
    }
    return store.recording(coins.count, isStored: provenance.isFromCache) { newest in
      replaceQuotes { id, currency, known in known.flatMap { newest(id, currency, $0) } }
    }
  }

  /// Replaces prices with the newest quotes.
  ///
  /// The oldest quote determines the page's time.
  ///
  /// - Returns: Whether a price or its time changed.
  @discardableResult
  mutating func update(_ newestQuote: (CoinID, CurrencyCode) -> Quote?) -> Bool {
    replaceQuotes { id, currency, known in
      let newest = newestQuote(id, currency)
      return newest == known ? nil : newest
    }
  }

  /// Replaces every price for which a function returns a different quote.
  ///
  /// The function receives the current quote.
  @discardableResult
  private mutating func replaceQuotes(_ newest: (CoinID, CurrencyCode, Quote?) -> Quote?) -> Bool {
    let dormantSince = provenance.asOf - Self.dormantLag
    var hasChanged = false
    var oldest: Date?
    var latest: Date?
    for index in coins.indices {
      let id = coins[index].id
      let isReplaced = coins[index].prices.replaceQuotes { newest(id, $0, $1) }
      if isReplaced { hasChanged = true }
      guard let quote = coins[index].prices.quote(in: currency) else { continue }
      if isReplaced, let change = quote.dayChange { coins[index].change24h = change }
      if isReplaced { coins[index].figures.includeInDay(quote.price) }
      latest = max(latest ?? quote.time, quote.time)
      if quote.time >= dormantSince { oldest = min(oldest ?? quote.time, quote.time) }
    }
    provenance.asOf = oldest ?? latest ?? provenance.asOf
    return hasChanged
  }
}
