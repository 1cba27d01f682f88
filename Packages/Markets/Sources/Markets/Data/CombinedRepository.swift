/// Market figures of one source with tags, and prices in US dollars and euro, of a price list.
///
/// The coins are matched by the name that the price list has for them, which is their sign in the market.
public struct CombinedRepository: MarketsRepository {
  private let market: any MarketsRepository
  private let priceList: any MarketsRepository

  /// Those of the market.
  public var capabilities: MarketsCapabilities { market.capabilities }

  /// Combines two sources.
  ///
  /// - Parameters:
  ///   - market: Has the coins and their figures.
  ///   - priceList: Has tags and prices.
  public init(market: any MarketsRepository, priceList: any MarketsRepository) {
    self.market = market
    self.priceList = priceList
  }

  /// Loads a page of the market and adds what the price list says.
  ///
  /// A price list that fails does not take the page away: the page says so.
  public func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    await adding(to: try await market.coins(query.withoutEUR), query)
  }

  /// Loads one coin of the market and adds what the price list says.
  public func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    await adding(to: try await market.coin(word, query.withoutEUR), query)
  }

  /// Loads what a coin cost, from the market.
  public func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    try await market.history(of: coin, range: range, currency: currency, policy: policy)
  }

  private func adding(to page: CoinPage, _ query: CoinQuery) async -> CoinPage {
    var page = page
    var listQuery = CoinQuery(currency: .usd, pageSize: .max, policy: query.policy)
    do throws(MarketsError) {
      var listed = try await priceList.coins(listQuery)
      if query.includesEUR {
        listQuery.includesEUR = true
        let withEUR = try await priceList.coins(listQuery)
        // The second version lacks coins of the first, which keep what that says.
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
    let bySymbol = Dictionary(listed.coins.map { ($0.symbol, $0) }) { first, _ in first }
    for index in page.coins.indices {
      guard let other = bySymbol[page.coins[index].symbol] else { continue }
      page.coins[index].tags = other.tags
      for currency in [CurrencyCode.usd, .eur] where page.coins[index].prices[currency] == nil {
        page.coins[index].prices[currency] = other.prices[currency]
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
