import Foundation
import Networking
import Portfolio

/// A price list source that returns all coins in one response, without market figures or histories.
///
/// Coins are identified by name, because their IDs differ between the API versions.
struct PriceListRepository: MarketsRepository {
  private let client: any NetworkClient<PriceListAPI>
  private let gate: RateLimitGate?
  private let now: @Sendable () -> Date

  let capabilities = MarketsCapabilities(
    name: "price list",
    currencies: [.usd],
    quoteCurrencies: [.usd, .eur],
    hasMarketFigures: false,
    hasSinglePage: true,
    hasTags: true,
    refreshInterval: .seconds(60)
  )

  init(
    client: any NetworkClient<PriceListAPI>,
    gate: RateLimitGate? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.gate = gate
    self.now = now
  }

  /// Loads a page from version 1 of the API, or from version 2 if the query includes euro prices.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try check(query.currency)
    let (coins, provenance) = try await list(includesEUR: query.includesEUR, query.policy)
    let size = max(query.pageSize, 1)
    let (start, overflow) = size.multipliedReportingOverflow(by: max(query.page, 1) - 1)
    let rest = overflow ? [] : coins.dropFirst(start)
    return CoinPage(
      // Avoid a copy in the usual case, a list that fits on one page.
      coins: rest.count == coins.count && rest.count <= size ? coins : Array(rest.prefix(size)),
      currency: .usd,
      hasMore: rest.count > size,
      provenance: provenance
    )
  }

  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try check(query.currency)
    let (coins, provenance) = try await list(includesEUR: query.includesEUR, query.policy)
    let ids = Set(ids)
    return CoinPage(
      coins: coins.filter { ids.contains($0.id) },
      currency: .usd,
      hasMore: false,
      provenance: provenance
    )
  }

  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return [] }
    let (coins, _) = try await list(includesEUR: false, policy)
    return coins.map { CoinMatch(id: $0.id, symbol: $0.symbol, name: $0.name) }.containing(text)
  }

  /// Loads a coin.
  ///
  /// If version 2 doesn't list the coin, it is loaded from version 1 without a euro price.
  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try check(query.currency)
    var (coins, provenance) = try await list(includesEUR: query.includesEUR, query.policy)
    if query.includesEUR, CoinSearch.coin(named: word, in: coins) == nil {
      let (all, other) = try await list(includesEUR: false, query.policy)
      coins = all
      provenance = provenance.joined(with: other)
    }
    guard let coin = CoinSearch.coin(named: word, in: coins) else {
      throw .coinNotFound(word, suggestions: CoinSearch.suggestions(for: word, in: coins))
    }
    return CoinPage(coins: [coin], currency: .usd, hasMore: false, provenance: provenance)
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    throw .noHistories(source: capabilities.name)
  }

  /// Returns prices from the list; version 2 of the API is used only for euro prices.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    let offered: [CurrencyCode] = [.usd, .eur]
    if let other = currencies.first(where: { !offered.contains($0) }) {
      throw .currencyNotAvailable(other, available: offered)
    }
    let wanted = Set(coins)
    guard !wanted.isEmpty else { return [:] }
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    for currency in currencies {
      let (listed, provenance) = try await list(includesEUR: currency == .eur, policy, isRefreshRequired: true)
      for coin in listed where wanted.contains(coin.id) {
        guard let price = coin.prices[currency] else { continue }
        quotes[coin.id, default: [:]][currency] = Quote(price: price, time: provenance.asOf, source: capabilities.name)
      }
    }
    return quotes
  }

  private func check(_ currency: CurrencyCode) throws(MarketsError) {
    guard capabilities.currencies.contains(currency) else {
      throw .currencyNotAvailable(currency, available: capabilities.currencies)
    }
  }

  private func list(
    includesEUR: Bool,
    _ policy: LoadPolicy,
    isRefreshRequired: Bool = false
  ) async throws(MarketsError) -> (coins: [Coin], provenance: Provenance) {
    let mustRefresh = isRefreshRequired && policy == .refreshed
    do throws(NetworkError) {
      if includesEUR {
        let answer = try await client.sendCached({ PriceListV2Endpoint(policy: $0) }, policy)
        if mustRefresh { try answer.requireRefreshed(now: now(), gate: gate) }
        return (
          try PriceListMapping.coins(of: answer.content, url: answer.url),
          answer.provenance(now: now(), gate: gate)
        )
      }
      let answer = try await client.sendCached({ PriceListV1Endpoint(policy: $0) }, policy)
      if mustRefresh { try answer.requireRefreshed(now: now(), gate: gate) }
      return (
        try PriceListMapping.coins(of: answer.content, url: answer.url), answer.provenance(now: now(), gate: gate)
      )
    } catch {
      throw MarketsError(priceList: error, now: now())
    }
  }
}

extension MarketsError {
  init(priceList error: NetworkError, now: Date) {
    guard case .status(let failure) = error else {
      self = .service(error)
      return
    }
    if failure.status == .tooManyRequests {
      self = .rateLimited(failure, message: failure.serviceMessage, now: now)
    } else if let refusal = PriceListRefusal(failure.body) {
      self = .refused(message: refusal.message, underlying: nil)
    } else {
      self = .service(error)
    }
  }

  /// Creates the error for status 429, with the end of the pause that ``RateLimitGate`` enforces.
  static func rateLimited(_ failure: ServiceFailure, message: String?, now: Date) -> MarketsError {
    let pause = RateLimitGate.pause(after: failure.headers, now: now)
    return .rateLimited(nextTry: now.addingTimeInterval(pause), serviceMessage: message)
  }
}

enum PriceListMapping {
  static func coins(of document: PriceListV1Document, url: URL) throws(NetworkError) -> [Coin] {
    try check(document.code, document.message, hasData: document.data != nil, url)
    var coins: [Coin] = []
    coins.reserveCapacity(document.data?.count ?? 0)
    for item in document.data ?? [] {
      coins.append(try coin(item.name, CoinPrices(.usd, item.usd), item.tags, url))
    }
    return joined(coins)
  }

  static func coins(of document: PriceListV2Document, url: URL) throws(NetworkError) -> [Coin] {
    try check(document.code, document.message, hasData: document.data != nil, url)
    var coins: [Coin] = []
    coins.reserveCapacity(document.data?.count ?? 0)
    for item in document.data ?? [] {
      let prices = CoinPrices(.usd, item.price?.usd, .eur, item.price?.eur)
      coins.append(try coin(item.name, prices, item.tags, url))
    }
    return joined(coins)
  }

  /// Merges coins with the same name; if prices differ, the merged price is NaN and is reported as implausible.
  private static func joined(_ coins: [Coin]) -> [Coin] {
    var places: [CoinID: Int] = [:]
    places.reserveCapacity(coins.count)
    var joined: [Coin] = []
    joined.reserveCapacity(coins.count)
    for coin in coins {
      guard let place = places[coin.id] else {
        places[coin.id] = joined.count
        joined.append(coin)
        continue
      }
      for currency in [CurrencyCode.usd, .eur] where joined[place].prices[currency] != coin.prices[currency] {
        joined[place].prices[currency] = .nan
      }
    }
    return joined
  }

  private static func coin(
    _ name: String,
    _ prices: CoinPrices,
    _ tags: [String]?,
    _ url: URL
  ) throws(NetworkError) -> Coin {
    guard let id = CoinID(name.lowercased()) else {
      throw malformed("a coin's name is empty or invalid", at: ["data", "name"], url)
    }
    return Coin(id: id, symbol: name, name: name, prices: prices, tags: (tags ?? []).map(CoinTag.init))
  }

  /// Throws an error for a refusal that was too large for ``ResponseInspector``.
  private static func check(
    _ code: PriceListCode,
    _ message: String?,
    hasData: Bool,
    _ url: URL
  ) throws(NetworkError) {
    guard code.isSuccess else {
      throw .status(ServiceFailure(status: .serviceUnavailable, url: RedactedURL(url), serviceMessage: message))
    }
    guard hasData else { throw malformed("the key 'data' is missing", at: [], url) }
  }

  private static func malformed(_ reason: String, at path: [String], _ url: URL) -> NetworkError {
    .decoding(DecodingFailure(url: RedactedURL(url), codingPath: path, reason: reason))
  }
}
