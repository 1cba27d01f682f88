extension CoinListViewModel {
  /// The loaded coins.
  public struct Content: Sendable {
    /// The coins in the source's order.
    public internal(set) var coins: [Coin]
    /// The currency of prices and figures.
    public let currency: CurrencyCode
    let includesEUR: Bool
    /// The origin and age of the coins' prices.
    public internal(set) var provenance: Provenance
    var hasMore: Bool
    var shortfall: MarketsError?
  }
}

extension CoinListViewModel.Content {
  init(first page: CoinPage, includesEUR: Bool) {
    self.init(
      coins: page.coins,
      currency: page.currency,
      includesEUR: includesEUR,
      provenance: page.provenance,
      hasMore: page.hasMore,
      shortfall: page.shortfall
    )
  }

  mutating func removeDuplicates() {
    var known: Set<CoinID> = []
    coins.removeAll { !known.insert($0.id).inserted }
  }

  /// Returns the content extended by another page, which replaces coins that appear in both.
  ///
  /// A page without a new coin is the last one, because a service that repeats its coins would be asked forever.
  func adding(_ page: CoinPage) -> Self {
    var result = self
    var places: [CoinID: Int] = [:]
    for (index, coin) in coins.enumerated() { places[coin.id] = index }
    for coin in page.coins {
      if let place = places[coin.id] { result.coins[place] = coin } else { result.coins.append(coin) }
    }
    result.provenance = provenance.joined(with: page.provenance)
    result.hasMore = page.hasMore && result.coins.count > coins.count
    result.shortfall = shortfall ?? page.shortfall
    return result
  }
}
