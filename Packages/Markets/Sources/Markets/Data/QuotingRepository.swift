import Foundation
import Portfolio

/// A source whose prices go through a quote store: it records every response, and its pages have the newest quotes.
struct QuotingRepository: MarketsRepository {
  private let base: any MarketsRepository
  private let store: QuoteStore
  private let now: @Sendable () -> Date

  var capabilities: MarketsCapabilities { base.capabilities }

  init(_ base: any MarketsRepository, store: QuoteStore, now: @escaping @Sendable () -> Date) {
    self.base = base
    self.store = store
    self.now = now
  }

  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    var query = query
    query.policy = resolved(query.policy)
    return updated(try await base.coins(query))
  }

  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    var query = query
    query.policy = resolved(query.policy)
    return updated(try await base.coin(word, query))
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    try await base.history(of: coin, range: range, currency: currency, policy: resolved(policy))
  }

  /// Returns quotes of the store that the policy allows, and loads the others.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    let policy = resolved(policy)
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
      store.record(try await base.quotes(of: missing, in: currencies, policy: policy))
    }
    return store.quotes(of: coins, in: currencies)
  }

  /// Replaces the source's rule by the age that it allows now.
  private func resolved(_ policy: LoadPolicy) -> LoadPolicy {
    policy == .fresh ? .maxAge(capabilities.refreshInterval) : policy
  }

  private func updated(_ page: CoinPage) -> CoinPage {
    store.record(page.quotes(source: capabilities.name))
    var page = page
    page.update(from: store)
    return page
  }
}

extension CoinPage {
  /// The plausible prices of the page, each as of the source's time or that of the response.
  func quotes(source: String) -> [CoinID: [CurrencyCode: Quote]] {
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    quotes.reserveCapacity(coins.count)
    for coin in coins {
      let time = coin.lastUpdated.map { min($0, provenance.asOf) } ?? provenance.asOf
      for currency in coin.prices.currencies {
        guard let price = coin.prices[currency] else { continue }
        let change = currency == self.currency ? coin.figures.change24h : nil
        quotes[coin.id, default: [:]][currency] = Quote(price: price, dayChange: change, time: time, source: source)
      }
    }
    return quotes
  }

  /// Replaces prices by those of a store.
  mutating func update(from store: QuoteStore) {
    for index in coins.indices {
      for currency in coins[index].prices.currencies {
        guard let quote = store.quote(of: coins[index].id, in: currency) else { continue }
        coins[index].prices[currency] = quote.price
        if currency == self.currency, let change = quote.dayChange { coins[index].figures.change24h = change }
      }
    }
  }
}
