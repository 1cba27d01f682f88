import CommandLine
import Markets

struct MarketsChartCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "chart",
    summary: "Draws what a coin cost; in a pipe, one time and price a line.",
    examples: [
      .init("fetch-counter markets chart bitcoin --range 1y", "Draws a year."),
      .init("fetch-counter markets chart bitcoin --days 90 --style bars", "Draws ninety days as columns."),
    ],
    arguments: [Argument.coin],
    options: [Option.days, Option.range, Option.chartStyle, Settings.currency.option]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext()
    let history: PriceHistory
    do throws(MarketsError) {
      history = try await load(markets)
    } catch {
      throw markets.failure(error)
    }
    markets.inform(about: history.provenance, shortfall: nil)
    let report = PriceHistoryReport(history, style: context[.chartStyle])
    try context.write(report) { report.text(for: $0) }
  }

  /// Loads the history of a coin by its id; any other name is looked up first.
  private func load(_ markets: MarketsCommandContext) async throws(MarketsError) -> PriceHistory {
    let (coin, range) = (context[argument: .coin], context.priceRange)
    let fetch = FetchPriceHistory(repository: markets.repository)
    if let id = CoinID(coin) {
      do throws(MarketsError) {
        return try await fetch.execute(id, range: range, currency: markets.currency)
      } catch {
        guard case .coinNotFound = error else { throw error }
      }
    }
    let (found, _) = try await markets.coin(coin)
    return try await fetch.execute(found.id, range: range, currency: markets.currency)
  }
}
