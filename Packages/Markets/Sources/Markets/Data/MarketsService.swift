public import Foundation
public import Networking
public import Persistence
public import Portfolio

/// A price service with its address and API.
public struct MarketsService: Sendable {
  enum API {
    case coinGecko(CoinGeckoAPI)
    case priceList(PriceListAPI)
    case combined(CoinGeckoAPI, PriceListAPI)
  }

  let api: API

  /// Returns a CoinGecko service at an address, adding `/api/v3` to the address if necessary.
  ///
  /// The address determines the kind of key.
  public static func coinGecko(_ root: URL, key: String? = nil) -> MarketsService {
    MarketsService(api: .coinGecko(CoinGeckoAPI(root: root, key: key.flatMap { CoinGeckoKey($0, for: root) })))
  }

  /// Returns a price list service at an address.
  public static func priceList(_ root: URL) -> MarketsService {
    MarketsService(api: .priceList(PriceListAPI(baseURL: root)))
  }

  /// Returns a CoinGecko service combined with the price list's tags and euro prices, as in the sample services.
  ///
  /// The display name says that the prices are sample data.
  public static func combined(_ root: URL, key: String? = nil, priceList: URL) -> MarketsService {
    let market = CoinGeckoAPI(root: root, key: key.flatMap { CoinGeckoKey($0, for: root) })
    return MarketsService(api: .combined(market, PriceListAPI(baseURL: priceList)))
  }

  private var plan: CallPlan {
    switch api {
    case .coinGecko(let api): api.plan
    case .priceList, .combined: .builtIn
    }
  }

  /// Creates a repository for the service.
  ///
  /// `middleware`, listed from outermost to innermost, includes a cache. Two middlewares are added inside the cache:
  /// one keeps refusals out of the cache, and the other blocks requests during pauses. All users of the service's
  /// prices share the `quotes` store. If `identities` is `nil`, every ID is treated as a separate coin. `freshness`
  /// returns the user's setting for the freshness of prices. `budget` is `nil` for a service without a limit. `pauses`
  /// shares the pauses that the service requests with other processes.
  public func repository(
    transport: any Transport,
    middleware: [any Middleware] = [],
    timeouts: Timeouts = Timeouts(),
    quotes: QuoteStore = QuoteStore(),
    identities: CoinIdentityStore? = nil,
    freshness: @escaping @Sendable () -> Freshness.Rule = { .automatic },
    budget: CallBudget? = nil,
    pauses: JSONFileStore<SharedPauses>? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> any MarketsRepository {
    repository(
      transport: transport,
      middleware: middleware,
      timeouts: timeouts,
      gate: RateLimitGate(store: pauses, now: now),
      quotes: quotes,
      identities: identities,
      freshness: freshness,
      budget: budget,
      now: now
    )
  }

  func repository(
    transport: any Transport,
    middleware: [any Middleware],
    timeouts: Timeouts = Timeouts(),
    gate: RateLimitGate,
    quotes: QuoteStore = QuoteStore(),
    identities: CoinIdentityStore? = nil,
    freshness: @escaping @Sendable () -> Freshness.Rule = { .automatic },
    budget: CallBudget? = nil,
    now: @escaping @Sendable () -> Date
  ) -> any MarketsRepository {
    let counters: [any Middleware] = budget.map { [$0] } ?? []
    func coinGecko(_ api: CoinGeckoAPI, name: String = "CoinGecko") -> CoinGeckoRepository {
      let layers = middleware + [ResponseInspector(readsCode: false), gate] + counters
      let client = APIClient(api: api, transport: transport, middleware: layers, timeouts: timeouts)
      return CoinGeckoRepository(client: client, name: name, gate: gate, now: now)
    }
    func priceList(_ api: PriceListAPI) -> PriceListRepository {
      let layers = middleware + [ResponseInspector(readsCode: true), gate] + counters
      let client = APIClient(api: api, transport: transport, middleware: layers, timeouts: timeouts)
      return PriceListRepository(client: client, gate: gate, now: now)
    }
    let source: any MarketsRepository =
      switch api {
      case .coinGecko(let api): coinGecko(api)
      case .priceList(let api): priceList(api)
      case .combined(let market, let list):
        CombinedRepository(market: coinGecko(market, name: "CoinGecko (sample)"), priceList: priceList(list))
      }
    let identified = identities.map { IdentifiedRepository(source, identities: $0) } ?? source
    return QuotingRepository(identified, store: quotes, rule: freshness, plan: plan, budget: budget, now: now)
  }
}

/// A source that combines a market source's coins and figures with a price list's tags and prices, matched by symbol.
struct CombinedRepository: MarketsRepository {
  private let market: any MarketsRepository
  private let priceList: any MarketsRepository

  var capabilities: MarketsCapabilities {
    var capabilities = market.capabilities
    capabilities.hasTags = true
    return capabilities
  }

  init(market: any MarketsRepository, priceList: any MarketsRepository) {
    self.market = market
    self.priceList = priceList
  }

  /// Loads a page from the market source and adds the price list's data.
  ///
  /// If the price list fails, the page is marked as incomplete.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    await adding(to: try await market.coins(query.withoutEUR), query)
  }

  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    await adding(to: try await market.coin(word, query.withoutEUR), query)
  }

  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    await adding(to: try await market.coins(withIDs: ids, query.withoutEUR), query)
  }

  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    try await market.matches(text, policy: policy)
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    try await market.history(of: coin, range: range, currency: currency, policy: policy)
  }

  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    try await market.quotes(of: coins, in: currencies, policy: policy)
  }

  private func adding(to page: CoinPage, _ query: CoinQuery) async -> CoinPage {
    var page = page
    var listQuery = CoinQuery(currency: .usd, pageSize: .max, policy: query.policy)
    do throws(MarketsError) {
      var listed = try await priceList.coins(listQuery)
      if query.includesEUR {
        listQuery.includesEUR = true
        let withEUR = try await priceList.coins(listQuery)
        // Some coins in version 1 are missing from version 2. They keep their data from version 1.
        let missing = Set(listed.coins.map(\.id)).subtracting(withEUR.coins.map(\.id))
        listed.coins = withEUR.coins + listed.coins.filter { missing.contains($0.id) }
        listed.provenance = listed.provenance.joined(with: withEUR.provenance)
      }
      merge(listed, into: &page)
    } catch {
      page.shortfall = error
    }
    return page
  }

  private func merge(_ listed: CoinPage, into page: inout CoinPage) {
    let source = priceList.capabilities.name
    let bySymbol = Dictionary(listed.coins.map { ($0.symbol, $0) }) { first, _ in first }
    // Several coins can share a symbol. The price list refers to the coin with the highest rank, never to a coin
    // without a rank.
    var ranks: [String: Int] = [:]
    for coin in page.coins { ranks[coin.symbol] = min(coin.rank ?? .max, ranks[coin.symbol] ?? .max) }
    for index in page.coins.indices {
      let (symbol, rank) = (page.coins[index].symbol, page.coins[index].rank)
      guard let rank, rank == ranks[symbol], let other = bySymbol[symbol] else { continue }
      page.coins[index].tags = other.tags
      for currency in [CurrencyCode.usd, .eur] where page.coins[index].prices[currency] == nil {
        guard let quote = listed.quote(of: other, in: currency, source: source) else { continue }
        page.coins[index].prices.set(quote, in: currency)
      }
    }
    page.provenance = page.provenance.joined(with: listed.provenance)
  }
}

extension CoinQuery {
  fileprivate var withoutEUR: CoinQuery {
    var query = self
    query.includesEUR = false
    return query
  }
}
