import Foundation
import Markets
import Portfolio

/// `fetch-counter markets portfolio show`.
@MainActor
struct PortfolioShowCommand: WaitingCommand {
  let context: MarketsCommandContext
  let ledger: LedgerAccess
  let method: CostBasisMethod

  func run() async throws(CommandFailure) {
    let snapshot = try ledger.snapshot()
    let holdings = snapshot.holdings(method: method)
    let quotes = await FetchQuotes(repository: context.repository).execute(
      snapshot.balances.map(\.coin.id),
      currency: context.currency
    )
    context.inform(about: quotes.provenance, shortfall: nil)
    if let shortfall = quotes.shortfall {
      let failure = context.failure(shortfall)
      context.console.inform(["Prices are missing.", failure.message, failure.hint ?? ""].joined(separator: " "))
    }
    let report = PortfolioReport(holdings, quotes: quotes, currency: context.currency)
    if quotes.shortfall == nil, !report.missingPrices.isEmpty {
      let names = report.missingPrices.map(\.symbol).joined(separator: ", ")
      context.console.inform("There is no price in \(context.currency) of \(names).")
    }
    for holding in holdings.holdings where holding.amount > 0 {
      let others = holding.positions.filter { $0.amount > 0 && $0.currency != context.currency.code.lowercased() }
      guard !others.isEmpty else { continue }
      let currencies = others.map { $0.currency.uppercased() }.joined(separator: ", ")
      context.console.inform("What some \(holding.coin.symbol) cost is known in \(currencies) only.")
    }
    if context.console.isJSON { return try context.console.write(json: report) }
    if report.isEmpty { context.console.inform("Nothing is held.") }
    try context.console.write(report.text(for: context.console.mode))
  }
}
