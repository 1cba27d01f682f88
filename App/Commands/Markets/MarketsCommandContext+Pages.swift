import Markets

extension MarketsCommandContext {
  /// The most coins that are asked for at once.
  ///
  /// Where something is searched, filtered or sorted, it is done among so many of the highest value at least.
  static let largestPage = 250

  /// The coins of the highest value, each of them once: page after page until there are enough, or no more.
  func topCoins(_ count: Int, policy: LoadPolicy = .stored) async throws(MarketsError) -> CoinPage {
    let fetch = FetchTopCoins(repository: repository)
    var query = CoinQuery(
      currency: currency,
      pageSize: min(count, Self.largestPage),
      includesEUR: includesEUR,
      policy: policy
    )
    var known: Set<CoinID> = []
    var whole = try await fetch.execute(query)
    whole.coins = whole.coins.filter { known.insert($0.id).inserted }
    var hasMore = whole.hasMore
    while hasMore, whole.coins.count < count {
      query.page += 1
      let page = try await fetch.execute(query)
      whole.coins += page.coins.filter { known.insert($0.id).inserted }
      whole.provenance = whole.provenance.joined(with: page.provenance)
      whole.shortfall = whole.shortfall ?? page.shortfall
      hasMore = page.hasMore && !page.coins.isEmpty
    }
    whole.coins = Array(whole.coins.prefix(count))
    return whole
  }
}
