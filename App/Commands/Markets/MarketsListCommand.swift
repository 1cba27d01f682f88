import Markets

/// `fetch-counter markets list`.
@MainActor
struct MarketsListCommand: WaitingCommand {
  let context: MarketsCommandContext
  let top: Int
  let filter: CoinFilter
  let sort: CoinSort

  /// Where something is searched, filtered or sorted, it is done among so many coins of the highest value.
  nonisolated static let searched = 250

  func run() async throws(CommandFailure) {
    let isPlain = filter.isOpen && sort == CoinSort(.rank)
    let page: CoinPage
    do throws(MarketsError) {
      page = try await load(isPlain ? top : max(top, Self.searched))
    } catch {
      throw context.failure(error)
    }
    let listing = CoinListing(page.coins, currency: page.currency, filter: filter, sort: sort)
    let report = CoinListReport(
      listing,
      limit: top,
      currency: page.currency,
      provenance: page.provenance,
      hasFigures: context.repository.capabilities.hasMarketFigures,
      hasEUR: context.includesEUR
    )
    context.inform(about: page.provenance, shortfall: page.shortfall)
    if context.console.isJSON { return try context.console.write(json: report) }
    if listing.count == 0 { context.console.inform("No coin fits.") }
    try context.console.write(report.text(for: context.console.mode))
  }

  /// Loads page after page until there are enough.
  private func load(_ count: Int) async throws(MarketsError) -> CoinPage {
    let fetch = FetchTopCoins(repository: context.repository)
    var query = CoinQuery(currency: context.currency, includesEUR: context.includesEUR)
    query.pageSize = min(count, Self.searched)
    var whole = try await fetch.execute(query)
    var hasMore = whole.hasMore
    while hasMore, whole.coins.count < count {
      query.page += 1
      let page = try await fetch.execute(query)
      let known = Set(whole.coins.map(\.id))
      whole.coins += page.coins.filter { !known.contains($0.id) }
      whole.provenance = whole.provenance.joined(with: page.provenance)
      whole.shortfall = whole.shortfall ?? page.shortfall
      hasMore = page.hasMore && !page.coins.isEmpty
    }
    return whole
  }
}
