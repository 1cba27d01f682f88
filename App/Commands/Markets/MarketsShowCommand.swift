import Markets

/// `fetch-counter markets show COIN`.
@MainActor
struct MarketsShowCommand: WaitingCommand {
  let context: MarketsCommandContext
  let coin: String

  func run() async throws(CommandFailure) {
    let page: CoinPage
    let found: Coin
    do throws(MarketsError) {
      (found, page) = try await context.coin(coin)
    } catch {
      throw context.failure(error)
    }
    context.inform(about: page.provenance, shortfall: page.shortfall)
    let report = CoinReport(
      found,
      currency: page.currency,
      provenance: page.provenance,
      hasEUR: context.includesEUR,
      now: context.now()
    )
    if context.console.isJSON { return try context.console.write(json: report) }
    try context.console.write(report.text(for: context.console.mode))
  }
}

extension MarketsCommandContext {
  /// The coin that a word names.
  func coin(_ word: String, policy: LoadPolicy = .stored) async throws(MarketsError) -> (Coin, CoinPage) {
    let query = CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy)
    let page = try await FetchCoin(repository: repository).execute(word, query)
    guard let coin = page.coins.first else { throw .coinNotFound(word, suggestions: []) }
    return (coin, page)
  }
}
