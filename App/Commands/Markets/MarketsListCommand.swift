import Markets

/// `fetch-counter markets list`.
@MainActor
struct MarketsListCommand: WaitingCommand {
  let context: MarketsCommandContext
  let top: Int
  let filter: CoinFilter
  let sort: CoinSort

  func run() async throws(CommandFailure) {
    let isPlain = filter.isOpen && sort == CoinSort(.rank)
    let page: CoinPage
    do throws(MarketsError) {
      page = try await context.topCoins(isPlain ? top : max(top, MarketsCommandContext.largestPage))
    } catch {
      throw context.failure(error)
    }
    let report = CoinListReport(
      page,
      filter: filter,
      sort: sort,
      limit: top,
      hasFigures: context.repository.capabilities.hasMarketFigures,
      hasEUR: context.includesEUR
    )
    context.inform(about: page.provenance, shortfall: page.shortfall)
    if context.console.isJSON { return try context.console.write(json: report) }
    if report.isEmpty { context.console.inform("No coin fits.") }
    try context.console.write(report.text(for: context.console.mode))
  }
}
