import Foundation
import Networking
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
    let (query, freshness) = resolved(query)
    do throws(MarketsError) {
      return await updated(try await base.coins(query), freshness)
    } catch {
      let (start, overflow) = query.pageSize.multipliedReportingOverflow(by: max(query.page, 1) - 1)
      guard error.isOffline, !overflow,
        let page = knownPage(of: store.coins().dropFirst(start), query, freshness)
      else { throw error }
      return page
    }
  }

  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    let (query, freshness) = resolved(query)
    do throws(MarketsError) {
      return await updated(try await base.coin(word, query), freshness)
    } catch {
      let page: CoinPage?
      if case .priceMissing(let match) = error {
        page = knownPage(of: [match], query, freshness, since: now() - Self.maximumKeptAge)
      } else {
        let match = error.isOffline ? try store.coins().match(named: word) : nil
        page = match.flatMap { knownPage(of: [$0], query, freshness) }
      }
      guard let page else { throw error }
      return page
    }
  }

  /// Returns a page with the last known prices of coins, in order; `nil` if no price is known.
  ///
  /// With `since`, the page replaces a response without the coins and contains only prices from that time or later.
  private func knownPage(
    of matches: some Sequence<CoinMatch>,
    _ query: CoinQuery,
    _ freshness: Freshness,
    since: Date? = nil
  ) -> CoinPage? {
    var coins: [Coin] = []
    var oldest = Date.distantFuture
    for match in matches {
      guard let quote = store.quote(of: match.id, in: query.currency), since.map({ quote.time >= $0 }) ?? true else {
        continue
      }
      var coin = Coin(id: match.id, symbol: match.symbol, name: match.name, rank: match.rank)
      coin.prices.set(quote, in: query.currency)
      if query.includesEUR, let quote = store.quote(of: match.id, in: .eur) { coin.prices.set(quote, in: .eur) }
      coin.change24h = quote.dayChange
      coins.append(coin)
      oldest = min(oldest, quote.time)
    }
    guard !coins.isEmpty else { return nil }
    let provenance = Provenance(
      asOf: oldest,
      hasFailedRefresh: since != nil,
      isFromCache: true,
      freshness: freshness
    )
    let hasMore = coins.count > query.pageSize
    return CoinPage(
      coins: hasMore ? Array(coins.prefix(query.pageSize)) : coins,
      currency: query.currency,
      hasMore: hasMore,
      provenance: provenance
    )
  }

  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    let (query, freshness) = resolved(query)
    do throws(MarketsError) {
      return await updated(try await base.coins(withIDs: ids, query), freshness)
    } catch {
      let ids = Set(ids)
      var query = query
      query.pageSize = ids.count
      guard error.isOffline, let page = knownPage(of: store.coins().filter { ids.contains($0.id) }, query, freshness)
      else { throw error }
      return page
    }
  }

  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    do throws(MarketsError) {
      return try await base.matches(text, policy: policy)
    } catch {
      let known = error.isOffline ? store.coins().containing(text) : []
      guard !known.isEmpty else { throw error }
      return known
    }
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    let freshness = capabilities.freshness
    let policy = freshness.resolved(policy)
    var history = try await base.history(of: coin, range: range, currency: currency, policy: policy)
    history.provenance.freshness = freshness.allowing(range.interval)
    return history
  }

  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    let policy = capabilities.freshness.resolved(policy)
    let missing: [CoinID]
    switch policy {
    case .storedOnly: return store.quotes(of: coins, in: currencies)
    case .maxAge(let age):
      let known = store.quotes(of: coins, in: currencies)
      let (now, limit) = (now(), age / .seconds(1))
      missing = coins.filter { coin in
        currencies.contains { currency in (known[coin]?[currency]?.age(at: now) ?? .infinity) >= limit }
      }
    case .fresh, .refreshed, .uncached: missing = coins
    }
    if !missing.isEmpty {
      do throws(MarketsError) {
        if store.record(try await base.quotes(of: missing, in: currencies, policy: policy)) { await store.save() }
      } catch {
        let known = store.quotes(of: coins, in: currencies)
        guard error.isOffline, known.count == Set(coins).count else { throw error }
        return known
      }
    }
    // The source no longer lists a coin whose known price is older.
    let oldest = now() - Self.maximumKeptAge
    return store.quotes(of: coins, in: currencies).compactMapValues { prices in
      let kept = prices.filter { $0.value.time >= oldest }
      return kept.isEmpty ? nil : kept
    }
  }

  private func resolved(_ query: CoinQuery) -> (CoinQuery, Freshness) {
    let freshness = capabilities.freshness
    var query = query
    query.policy = freshness.resolved(query.policy)
    return (query, freshness)
  }

  private func updated(_ page: consuming CoinPage, _ freshness: Freshness) async -> CoinPage {
    store.learn(page.coins)
    if page.record(in: store, source: capabilities.name) { await store.save() }
    page.provenance.freshness = freshness
    return page
  }
}

extension MarketsError {
  /// Whether no request was sent because the program is offline.
  var isOffline: Bool {
    if case .service(NetworkError.cacheMiss) = self { true } else { false }
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
