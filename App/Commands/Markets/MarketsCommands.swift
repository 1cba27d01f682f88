import CommandLine
import Markets

extension CommandNode where Context == CommandContext {
  static var markets: Self {
    .group(
      CommandDeclaration(
        name: "markets",
        summary: "Shows prices of coins, their changes and their past.",
        discussion: """
          Figures are taken from the cache for a day; --refresh asks the service. Without a network the last ones are shown, with their \
          age.
          """,
        examples: [
          .init("fetch-counter markets list", "Lists the five coins of the highest value."),
          .init("fetch-counter markets show bitcoin --currency eur", "Shows all that is known of a coin."),
          .init("fetch-counter markets chart btc --range 1y --style candles", "Draws what it cost."),
        ]
      ),
      [
        .command(MarketsListCommand.self), .command(MarketsShowCommand.self), .command(MarketsChartCommand.self),
        .command(MarketsWatchCommand.self), .portfolio, .alerts,
      ]
    )
  }
}

private struct MarketsListCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "list",
    summary: "Lists coins with their prices.",
    discussion: """
      Searching, filtering and sorting look at the \(MarketsCommandContext.largestPage) coins of the highest market value. In a pipe a line \
      has rank, id, sign, name, price, change in percent, market value, volume, price in euro and tags.
      """,
    examples: [
      .init("fetch-counter markets list --top 10 --currency usd", "Lists ten, in US dollars."),
      .init("fetch-counter markets list --sort change --top 3", "Lists those that rose most."),
      .init("fetch-counter markets list --tag deposit --json", "Lists those that can be deposited, as JSON."),
    ],
    options: [Option.top, Settings.currency.option, Option.coinSearch, Option.tag, Option.coinOrder, Option.reverse]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext()
    let top = context[.top]
    let filter = CoinFilter(text: context[.coinSearch] ?? "", tags: Set(context[.tag].map(CoinTag.init)))
    let sort = CoinSort(context[.coinOrder].column, isReversed: context[.reverse])
    let isPlain = filter.isOpen && sort == CoinSort(.rank)
    let page: CoinPage
    do throws(MarketsError) {
      page = try await markets.topCoins(isPlain ? top : max(top, MarketsCommandContext.largestPage))
    } catch {
      throw markets.failure(error)
    }
    let report = CoinListReport(
      page,
      filter: filter,
      sort: sort,
      limit: top,
      hasFigures: markets.repository.capabilities.hasMarketFigures,
      hasEUR: markets.includesEUR
    )
    markets.inform(about: page.provenance, shortfall: page.shortfall)
    if report.isEmpty, !context.console.isJSON { context.console.inform("No coin fits.") }
    try context.write(report) { report.text(for: $0) }
  }
}

private struct MarketsShowCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "show",
    summary: "Shows prices and figures of a coin.",
    examples: [.init("fetch-counter markets show bitcoin", "Shows them in Australian dollars.")],
    arguments: [Argument.coin],
    options: [Settings.currency.option]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext()
    let page: CoinPage
    let found: Coin
    do throws(MarketsError) {
      (found, page) = try await markets.coin(context[argument: .coin])
    } catch {
      throw markets.failure(error)
    }
    markets.inform(about: page.provenance, shortfall: page.shortfall)
    let report = CoinReport(
      found,
      currency: page.currency,
      provenance: page.provenance,
      hasEUR: markets.includesEUR,
      now: markets.now()
    )
    try context.write(report) { report.text(for: $0) }
  }
}

extension MarketsCommandContext {
  /// The maximum number of coins of one request, and the minimum number of coins that filters and sort orders see.
  static let largestPage = 250

  /// Loads the coins of the highest value, page after page; no coin appears twice.
  func topCoins(_ count: Int, policy: LoadPolicy = .fresh) async throws(MarketsError) -> CoinPage {
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

  /// Finds a coin by its id, symbol or name.
  func coin(_ word: String, policy: LoadPolicy = .fresh) async throws(MarketsError) -> (Coin, CoinPage) {
    let query = CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy)
    let page = try await FetchCoin(repository: repository).execute(word, query)
    guard let coin = page.coins.first else { throw .coinNotFound(word, suggestions: []) }
    return (coin, page)
  }
}
