import Foundation
import Markets
import Portfolio

/// `fetch-counter markets portfolio value`.
@MainActor
struct PortfolioValueCommand: WaitingCommand {
  let context: MarketsCommandContext
  let ledger: LedgerAccess
  let range: PriceRange

  func run() async throws(CommandFailure) {
    let snapshot = try ledger.snapshot()
    let now = context.now()
    let history: AccountHistory
    do throws(MarketsError) {
      history = try await FetchAccountHistory(repository: context.repository).execute(
        snapshot,
        range: range,
        currency: context.currency,
        now: now
      )
    } catch {
      throw context.failure(error)
    }
    context.inform(about: history.provenance, shortfall: nil)
    for notice in AccountHistoryText.notices(of: history, now: now) { context.console.inform(notice) }
    if history.isEmpty {
      context.console.inform(snapshot.count == 0 ? "The ledger is empty." : "Nothing was held in that time.")
    }
    let report = AccountHistoryReport(history, now: now)
    if context.console.isJSON { return try context.console.write(json: report) }
    try context.console.write(report.text(for: context.console.mode))
  }
}
