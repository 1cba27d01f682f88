import Foundation
import Networking
import Portfolio

/// A CoinGecko source, with pages of coins, all market figures, and price histories in many currencies.
struct CoinGeckoRepository: MarketsRepository {
  private let client: any NetworkClient<CoinGeckoAPI>
  private let gate: RateLimitGate?
  private let now: @Sendable () -> Date

  let capabilities: MarketsCapabilities

  init(
    client: any NetworkClient<CoinGeckoAPI>,
    name: String = "CoinGecko",
    gate: RateLimitGate? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.gate = gate
    self.now = now
    capabilities = MarketsCapabilities(
      name: name,
      currencies: CurrencyCode.offered,
      hasMarketFigures: true,
      refreshInterval: client.api.plan.freshness
    )
  }

  /// Loads a page, and loads it again in euros if the query asks for euro prices.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage { try await page(query) }

  /// Loads coins by their IDs, 250 per request.
  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    // A fixed order lets requests for the same coins share a cached response.
    let ids = Set(ids).filter(\.isRequestable).sorted()
    var whole = CoinPage(coins: [], currency: query.currency, hasMore: false, provenance: Provenance(asOf: now()))
    for start in stride(from: 0, to: ids.count, by: CoinsMarketsEndpoint.maximumPageSize) {
      let part = Array(ids[start..<min(start + CoinsMarketsEndpoint.maximumPageSize, ids.count)])
      let page = try await page(query, ids: part)
      whole.coins += page.coins
      whole.provenance = start == 0 ? page.provenance : whole.provenance.joined(with: page.provenance)
    }
    return whole
  }

  /// Searches with `/search` or, if that fails, in the list of all coins, which is cached for a day.
  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return [] }
    // Names rarely change, so they stay fresh longer than prices.
    let policy = if case .maxAge = policy { LoadPolicy.fresh } else { policy }
    do throws(NetworkError) {
      let response = try await client.sendCached({ SearchEndpoint(text: text.lowercased(), policy: $0) }, policy)
      return CoinGeckoMapping.matches(response.content.coins).rankedFirst()
    } catch {
      // Don't send a second request to an unreachable service.
      let listPolicy = if case .status = error { policy } else { LoadPolicy.storedOnly }
      guard let response = try? await client.sendCached({ CoinsListEndpoint(policy: $0) }, listPolicy) else {
        throw MarketsError(coinGecko: error, coin: nil, range: nil, now: now())
      }
      return CoinGeckoMapping.matches(response.content).containing(text)
    }
  }

  /// Loads a coin by its ID, or searches all coins for the symbol or name.
  ///
  /// Only a search shows whether a small coin's ID is also a far larger coin's symbol.
  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    if let id = CoinID(word.lowercased()), id.isRequestable {
      let page = try await page(query, ids: [id])
      if let coin = page.coins.first {
        guard coin.rank ?? .max >= CoinMatch.lowestRankOfSmallCoins else { return page }
        let found = CoinMatch(id: coin.id, symbol: coin.symbol, name: coin.name, rank: coin.rank)
        // A failed search doesn't hide a coin that was found by its ID.
        let others = (try? await matches(word, policy: query.policy)) ?? []
        do throws(MarketsError) {
          _ = try (others.filter { $0.id != coin.id } + [found]).match(named: word)
          return page
        } catch {
          guard case .ambiguousCoin(_, let choices) = error else { throw error }
          // The ID with the source's name as prefix always means this coin.
          let key = CoinIdentities.key(ofSourceID: "\(coin.id)", in: capabilities.name)
          throw .ambiguousCoin(word, choices: choices.dropLast() + [key])
        }
      }
    }
    let matches = try await matches(word, policy: query.policy)
    guard let match = try matches.match(named: word) else {
      throw .coinNotFound(word, suggestions: await suggestions(for: word, among: matches, query))
    }
    let page = try await page(query, ids: [match.id])
    guard !page.coins.isEmpty else { throw .priceMissing(match) }
    return page
  }

  /// Returns the IDs of coins similar to a word, from the matches or, if none is similar, from the 250 largest coins.
  private func suggestions(for word: String, among matches: [CoinMatch], _ query: CoinQuery) async -> [String] {
    let suggestions = CoinSearch.suggestions(
      for: word,
      in: matches.map { Coin(id: $0.id, symbol: $0.symbol, name: $0.name) }
    )
    guard suggestions.isEmpty else { return suggestions }
    var query = query
    query.page = 1
    query.pageSize = CoinsMarketsEndpoint.maximumPageSize
    query.includesEUR = false
    // The error is useful without suggestions.
    guard let page = try? await page(query) else { return [] }
    return CoinSearch.suggestions(for: word, in: page.coins)
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
        volumes: CoinGeckoMapping.volumes(answer.content),
        provenance: answer.provenance(now: now(), gate: gate)
      )
    } catch {
      throw MarketsError(coinGecko: error, coin: coin, range: range, now: now())
    }
  }

  /// Loads prices for up to 250 coins per request.
  ///
  /// If the service refuses a refresh, an error is thrown, because cached prices would look like refreshed ones.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    for currency in currencies { try check(currency) }
    // Sorting lets requests for the same coins share a cached response.
    let ids = Set(coins).filter(\.isRequestable).sorted()
    guard !ids.isEmpty, !currencies.isEmpty else { return [:] }
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    for start in stride(from: 0, to: ids.count, by: SimplePriceEndpoint.maximumCoins) {
      let batch = Array(ids[start..<min(start + SimplePriceEndpoint.maximumCoins, ids.count)])
      let response: SimplePriceEndpoint.Response
      do throws(NetworkError) {
        response = try await client.sendCached(
          { SimplePriceEndpoint(coins: batch, currencies: Set(currencies).sorted(), policy: $0) },
          policy
        )
        if policy == .refreshed { try response.requireRefreshed(now: now(), gate: gate) }
      } catch {
        throw MarketsError(coinGecko: error, coin: nil, range: nil, now: now())
      }
      let provenance = response.provenance(now: now(), gate: gate)
      for id in batch {
        quotes[id] = response.content[id.description].map { prices in
          CoinGeckoMapping.quotes(prices, in: currencies, arrival: provenance.asOf, source: capabilities.name)
        }
      }
    }
    return quotes
  }

  private func page(_ query: CoinQuery, ids: [CoinID] = []) async throws(MarketsError) -> CoinPage {
    try check(query.currency)
    do throws(NetworkError) {
      var page = try await page(query, in: query.currency, ids: ids, hasSparkline: true)
      guard query.includesEUR, query.currency != .eur else { return page }
      let other = try await self.page(query, in: .eur, ids: ids, hasSparkline: false)
      let others = Dictionary(other.coins.map { ($0.id, $0) }) { first, _ in first }
      for index in page.coins.indices {
        guard let coin = others[page.coins[index].id],
          let quote = other.quote(of: coin, in: .eur, source: capabilities.name)
        else { continue }
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
    ids: [CoinID],
    hasSparkline: Bool
  ) async throws(NetworkError) -> CoinPage {
    let maximum = CoinsMarketsEndpoint.maximumPageSize
    let size = ids.isEmpty ? min(max(query.pageSize, 1), maximum) : maximum
    let answer = try await client.sendCached(
      {
        CoinsMarketsEndpoint(
          currency: currency,
          page: ids.isEmpty ? max(query.page, 1) : 1,
          pageSize: size,
          ids: ids,
          hasSparkline: hasSparkline,
          policy: $0
        )
      },
      query.policy
    )
    return CoinPage(
      coins: try CoinGeckoMapping.coins(answer.content, currency, url: answer.url),
      currency: currency,
      // The service doesn't report a total. If a page is full, another page may follow.
      hasMore: ids.isEmpty && answer.content.count >= size,
      provenance: answer.provenance(now: now(), gate: gate)
    )
  }

  private func check(_ currency: CurrencyCode) throws(MarketsError) {
    guard capabilities.currencies.contains(currency) else {
      throw .currencyNotAvailable(currency, available: capabilities.currencies)
    }
  }
}

extension CoinID {
  fileprivate var isRequestable: Bool { !description.contains(",") }
}
