import CommandLine
import Components
import Markets

struct MarketsChartCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "chart",
    summary: "Draw a coin's price chart; in a pipe, print one time and price per line.",
    discussion: """
      With --compare, the chart shows both coins' percentage changes since the same time. Fields in piped output \
      with --compare: time, the coin's price and change, the other coin's price and change.
      """,
    examples: [
      .init("fetch-counter markets chart bitcoin --range 1y", "Draw one year."),
      .init("fetch-counter markets chart bitcoin --days 45 --style bars", "Draw 45 days as bars."),
      .init("fetch-counter markets chart btc --compare eth --range 3m", "Compare two coins."),
    ],
    arguments: [Argument.coin],
    options: [
      Option.days, Option.range, Option.chartStyle, Option.comparedCoin, Settings.currency.option, Option.maxAge,
    ]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext(maxAge: context[.maxAge])
    let history: PriceHistory
    var other: PriceHistory?
    do throws(MarketsError) {
      history = try await load(context[argument: .coin], from: markets)
      if let word = context[.comparedCoin] { other = try await load(word, from: markets) }
    } catch {
      throw markets.failure(error)
    }
    markets.inform(about: history.provenance, shortfall: nil)
    guard let other else {
      let report = PriceHistoryReport(history, style: context[.chartStyle], now: markets.now())
      return try context.write(report) { report.text(for: $0) }
    }
    markets.inform(about: other.provenance, shortfall: nil)
    guard let report = PriceComparisonReport(history, other) else {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_comparison",
        message: "Couldn't compare the coins: they have no prices for the same times in this range.",
        hint: "Choose a longer range, such as --range all."
      )
    }
    try context.write(report) { report.text(for: $0) }
  }

  /// Loads a coin's price history; the coin is looked up first, because a symbol isn't an ID.
  private func load(_ word: String, from markets: MarketsCommandContext) async throws(MarketsError) -> PriceHistory {
    let (coin, _) = try await markets.coin(word)
    let fetch = FetchPriceHistory(repository: markets.repository)
    return try await fetch.execute(
      coin.id,
      range: context.priceRange,
      currency: markets.currency,
      policy: markets.policy
    )
  }
}
