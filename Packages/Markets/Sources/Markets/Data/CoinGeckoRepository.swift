import Foundation
import Networking
import Portfolio

/// CoinGecko: pages of coins with all figures and price histories, in many currencies.
struct CoinGeckoRepository: MarketsRepository {
  private let client: any NetworkClient<CoinGeckoAPI>
  private let gate: RateLimitGate?
  private let now: @Sendable () -> Date

  /// The capabilities of the plan.
  let capabilities: MarketsCapabilities

  init(
    client: any NetworkClient<CoinGeckoAPI>,
    gate: RateLimitGate? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.gate = gate
    self.now = now
    capabilities = MarketsCapabilities(
      name: "CoinGecko",
      currencies: [.aud, .usd, .eur, .gbp, .jpy, .chf, .cad, .nzd, .inr],
      hasMarketFigures: true,
      refreshInterval: client.api.plan.freshness
    )
  }

  /// Loads a page, and once more in euro if the query includes that.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage { try await page(query, id: nil) }

  /// Loads a coin by its id, or finds its symbol or name among the 250 coins of the highest value.
  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    if let id = CoinID(word.lowercased()) {
      let page = try await page(query, id: id.description)
      if !page.coins.isEmpty { return page }
    }
    var whole = query
    whole.page = 1
    whole.pageSize = CoinsMarketsEndpoint.maximumPageSize
    var page = try await page(whole, id: nil)
    guard let coin = CoinSearch.coin(named: word, in: page.coins) else {
      throw .coinNotFound(word, suggestions: CoinSearch.suggestions(for: word, in: page.coins))
    }
    page.coins = [coin]
    return CoinPage(coins: [coin], currency: page.currency, hasMore: false, provenance: page.provenance)
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    try check(currency)
    do throws(NetworkError) {
      let answer = try await client.sendCached(
        { MarketChartEndpoint(coin: coin, currency: currency, range: range, policy: $0) },
        policy
      )
      return PriceHistory(
        coin: coin,
        range: range,
        currency: currency,
        points: try CoinGeckoMapping.points(answer.content, url: answer.url),
        provenance: answer.provenance(now: now(), gate: gate)
      )
    } catch {
      throw MarketsError(coinGecko: error, coin: coin, range: range, now: now())
    }
  }

  /// Loads prices of up to 250 coins a request.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    for currency in currencies { try check(currency) }
    // Sorted, so that the same coins make the same request.
    let ids = Set(coins).filter { !$0.description.contains(",") }.sorted()
    guard !ids.isEmpty, !currencies.isEmpty else { return [:] }
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    for start in stride(from: 0, to: ids.count, by: SimplePriceEndpoint.maximumCoins) {
      let batch = Array(ids[start..<min(start + SimplePriceEndpoint.maximumCoins, ids.count)])
      do throws(NetworkError) {
        let answer = try await client.sendCached(
          { SimplePriceEndpoint(coins: batch, currencies: Set(currencies).sorted(), policy: $0) },
          policy
        )
        let arrival = answer.provenance(now: now(), gate: gate).asOf
        for id in batch {
          quotes[id] = answer.content[id.description].map { prices in
            CoinGeckoMapping.quotes(prices, in: currencies, arrival: arrival, source: capabilities.name)
          }
        }
      } catch {
        throw MarketsError(coinGecko: error, coin: nil, range: nil, now: now())
      }
    }
    return quotes
  }

  private func page(_ query: CoinQuery, id: String?) async throws(MarketsError) -> CoinPage {
    try check(query.currency)
    do throws(NetworkError) {
      var page = try await page(query, in: query.currency, id: id, hasSparkline: true)
      guard query.includesEUR, query.currency != .eur else { return page }
      let other = try await self.page(query, in: .eur, id: id, hasSparkline: false)
      let prices = other.quotes(source: capabilities.name)
      for index in page.coins.indices {
        guard let quote = prices[page.coins[index].id]?[.eur] else { continue }
        page.coins[index].prices.set(quote, in: .eur)
      }
      page.provenance = page.provenance.joined(with: other.provenance)
      return page
    } catch {
      throw MarketsError(coinGecko: error, coin: nil, range: nil, now: now())
    }
  }

  private func page(
    _ query: CoinQuery,
    in currency: CurrencyCode,
    id: String?,
    hasSparkline: Bool
  ) async throws(NetworkError) -> CoinPage {
    let size = min(max(query.pageSize, 1), CoinsMarketsEndpoint.maximumPageSize)
    let answer = try await client.sendCached(
      {
        CoinsMarketsEndpoint(
          currency: currency,
          page: id == nil ? max(query.page, 1) : 1,
          pageSize: size,
          id: id,
          hasSparkline: hasSparkline,
          policy: $0
        )
      },
      query.policy
    )
    return CoinPage(
      coins: try CoinGeckoMapping.coins(answer.content, currency, url: answer.url),
      currency: currency,
      // The service doesn't report a total. After a full page there may be another one.
      hasMore: id == nil && answer.content.count >= size,
      provenance: answer.provenance(now: now(), gate: gate)
    )
  }

  private func check(_ currency: CurrencyCode) throws(MarketsError) {
    guard capabilities.currencies.contains(currency) else {
      throw .currencyNotAvailable(currency, available: capabilities.currencies)
    }
  }
}
