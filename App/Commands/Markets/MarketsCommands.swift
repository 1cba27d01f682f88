import CommandLine
import Foundation
import Markets
import Networking

extension CommandNode where Context == CommandContext {
  static var markets: Self {
    .group(
      CommandDeclaration(
        name: "markets",
        summary: "Show and follow coin prices.",
        discussion: """
          Prices older than markets_freshness or --max-age are requested again; --refresh requests all prices. Without a \
          network connection, the last known prices are shown with their age.
          """,
        examples: [
          .init("fetch-counter markets list", "List the five coins with the largest market cap."),
          .init("fetch-counter markets show bitcoin --currency eur", "Show a coin in euros."),
          .init("fetch-counter markets chart btc --range 1y --style candles", "Draw a coin's chart."),
        ]
      ),
      [
        .command(MarketsListCommand.self), .command(MarketsShowCommand.self), .command(MarketsChartCommand.self),
        .command(MarketsWatchCommand.self), .command(MarketsCheckCommand.self), .portfolio, .alerts, .coins,
      ]
    )
  }
}

private struct MarketsListCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "list",
    summary: "List coins with their prices.",
    discussion: """
      --search covers all of the source's coins. --tag and --sort cover the \(MarketsCommandContext.largestPage) coins with \
      the largest market cap, or more with --top. Fields in piped output: rank, ID, symbol, name, price, change in percent, \
      market cap, volume, price in euros, tags, time of the price.
      """,
    examples: [
      .init("fetch-counter markets list --top 10 --currency usd", "List ten coins in US dollars."),
      .init("fetch-counter markets list --sort change --top 3", "List the three coins with the largest gains."),
      .init("fetch-counter markets list --tag deposit --json", "List coins with a tag, as JSON."),
    ],
    options: [
      Option.top, Settings.currency.option, Option.coinSearch, Option.tag, Option.coinOrder, Option.reverse,
      Option.maxAge,
    ]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext(maxAge: context[.maxAge])
    let top = context[.top]
    let filter = CoinFilter(text: context[.coinSearch] ?? "", tags: Set(context[.tag].map(CoinTag.init)))
    let sort = CoinSort(context[.coinOrder].column, isReversed: context[.reverse])
    try checkTags(markets.repository.capabilities)
    let isPlain = filter.isOpen && sort == CoinSort(.rank)
    let page: CoinPage
    do throws(MarketsError) {
      if let text = context[.coinSearch], !text.isEmpty {
        page = try await markets.search(text)
      } else {
        page = try await markets.topCoins(isPlain ? top : max(top, MarketsCommandContext.largestPage))
      }
      // Without tags, no coin would match, which would look as if no coin had the tag.
      if let shortfall = page.shortfall, !context[.tag].isEmpty { throw shortfall }
    } catch {
      throw markets.failure(error)
    }
    let report = CoinListReport(
      page,
      filter: filter,
      sort: sort,
      limit: top,
      hasFigures: markets.repository.capabilities.hasMarketFigures,
      hasEUR: markets.includesEUR,
      now: markets.now()
    )
    markets.inform(about: page)
    if report.isEmpty, !context.console.isJSON { context.console.inform("No matching coins.") }
    try context.write(report) { report.text(for: $0) }
  }

  private func checkTags(_ capabilities: MarketsCapabilities) throws(CommandFailure) {
    guard !context[.tag].isEmpty, !capabilities.hasTags else { return }
    throw CommandFailure(
      exitCode: .usage,
      kind: "usage",
      message: "The source “\(capabilities.name)” has no tags, so --tag can't be used.",
      hint: "Leave out --tag, or set markets_source to price-list."
    )
  }
}

private struct MarketsShowCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "show",
    summary: "Show a coin's price and market data.",
    examples: [.init("fetch-counter markets show bitcoin", "Show a coin in the configured currency.")],
    arguments: [Argument.coin],
    options: [Settings.currency.option, Option.maxAge]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext(maxAge: context[.maxAge])
    let page: CoinPage
    let found: Coin
    do throws(MarketsError) {
      (found, page) = try await markets.coin(context[argument: .coin])
    } catch {
      throw markets.failure(error)
    }
    markets.inform(about: page)
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
  /// The maximum number of coins per request, and the minimum number of coins to load before filtering or sorting.
  static let largestPage = 250
  /// The longest pause between pages that a source may request, in seconds.
  private static let longestPause = 120.0

  /// Loads the coins with the highest market cap, page by page, without repeating a coin.
  func topCoins(_ count: Int, policy: LoadPolicy? = nil) async throws(MarketsError) -> CoinPage {
    let fetch = FetchTopCoins(repository: repository)
    var query = CoinQuery(
      currency: currency,
      pageSize: min(count, Self.largestPage),
      includesEUR: includesEUR,
      policy: policy ?? self.policy
    )
    var known: Set<CoinID> = []
    var whole = try await fetch.execute(query)
    whole.coins = whole.coins.filter { known.insert($0.id).inserted }
    var hasMore = whole.hasMore
    while hasMore, whole.coins.count < count {
      query.page += 1
      let page = try await nextPage(query, loadedCount: whole.coins.count)
      let added = page.coins.filter { known.insert($0.id).inserted }
      whole.coins += added
      whole.provenance = whole.provenance.joined(with: page.provenance)
      whole.shortfall = whole.shortfall ?? page.shortfall
      // A service that repeats its coins would be asked forever.
      hasMore = page.hasMore && !added.isEmpty
    }
    whole.coins = Array(whole.coins.prefix(count))
    return whole
  }

  /// Loads the next page.
  ///
  /// If the source requests a pause, the function waits once, so the coins loaded so far aren't lost.
  private func nextPage(_ query: CoinQuery, loadedCount: Int) async throws(MarketsError) -> CoinPage {
    let fetch = FetchTopCoins(repository: repository)
    do throws(MarketsError) {
      return try await fetch.execute(query)
    } catch {
      guard case .rateLimited(let nextTry?, _) = error else { throw error }
      let seconds = nextTry.timeIntervalSince(now())
      guard seconds > 0, seconds <= Self.longestPause else { throw error }
      let name = repository.capabilities.name
      console.inform(
        "\(name) requested a pause after \(loadedCount) coins. Continuing in \(Int(seconds.rounded(.up))) s."
      )
      do { try await root.system.clock.sleep(for: .seconds(seconds)) } catch { throw .service(NetworkError.cancelled) }
      return try await fetch.execute(query)
    }
  }

  func search(_ text: String, policy: LoadPolicy = .fresh) async throws(MarketsError) -> CoinPage {
    let query = CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy)
    return try await SearchCoins(repository: repository).execute(text, query)
  }

  /// Loads a coin; if several coins could be meant, a person at a terminal is asked which one.
  func coin(_ word: String, policy: LoadPolicy? = nil) async throws(MarketsError) -> (Coin, CoinPage) {
    let query = CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy ?? self.policy)
    let fetch = FetchCoin(repository: repository)
    let page: CoinPage
    do throws(MarketsError) {
      page = try await fetch.execute(word, query)
    } catch {
      guard case .ambiguousCoin(_, let choices) = error, ConsolePrompt.isAvailable(on: console),
        let choice = TerminalPrompt(console: console).ask(
          "\(MarketsProblem(error, now: now()).message) Which one: \(choices.joined(separator: ", "))?"
        ),
        choices.contains(choice)
      else { throw error }
      page = try await fetch.execute(choice, query)
    }
    guard let coin = page.coins.first else { throw .coinNotFound(word, suggestions: []) }
    return (coin, page)
  }
}
