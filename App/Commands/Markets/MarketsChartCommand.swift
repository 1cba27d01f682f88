import Markets

/// `fetch-counter markets chart COIN`.
@MainActor
struct MarketsChartCommand: WaitingCommand {
  let context: MarketsCommandContext
  let coin: String
  let range: PriceRange
  let style: ChartStyle

  func run() async throws(CommandFailure) {
    let history: PriceHistory
    do throws(MarketsError) {
      history = try await load()
    } catch {
      throw context.failure(error)
    }
    context.inform(about: history.provenance, shortfall: nil)
    let report = PriceHistoryReport(history, style: style)
    if context.console.isJSON { return try context.console.write(json: report) }
    try context.console.write(report.text(for: context.console.mode))
  }

  /// An id is asked for at once; only what is none is looked up first.
  private func load() async throws(MarketsError) -> PriceHistory {
    let fetch = FetchPriceHistory(repository: context.repository)
    if let id = CoinID(coin) {
      do throws(MarketsError) {
        return try await fetch.execute(id, range: range, currency: context.currency)
      } catch {
        guard case .coinNotFound = error else { throw error }
      }
    }
    let (found, _) = try await context.coin(coin)
    return try await fetch.execute(found.id, range: range, currency: context.currency)
  }
}

/// The ranges that `--range` takes.
enum RangeName: String, CaseIterable, Sendable {
  case day = "1d"
  case week = "1w"
  case month = "1m"
  case year = "1y"
  case fiveYears = "5y"
  case all

  var range: PriceRange {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    case .fiveYears: .fiveYears
    case .all: .all
    }
  }
}
