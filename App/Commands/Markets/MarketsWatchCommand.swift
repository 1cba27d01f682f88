import Foundation
import Markets

/// `fetch-counter markets watch`: prints changes of prices, one line each, until it is interrupted.
@MainActor
struct MarketsWatchCommand: WaitingCommand {
  let context: MarketsCommandContext
  let top: Int
  /// How often to look; `nil` for as often as the source's limits allow.
  let interval: Duration?
  var clock: any Clock<Duration> = ContinuousClock()

  func run() async throws(CommandFailure) {
    let fetch = FetchTopCoins(repository: context.repository)
    let interval = interval ?? context.repository.capabilities.refreshInterval
    var query = CoinQuery(
      currency: context.currency,
      pageSize: min(top, MarketsListCommand.searched),
      includesEUR: context.includesEUR
    )
    var watch = PriceWatch()
    var page: CoinPage?
    while !Task.isCancelled {
      do throws(MarketsError) {
        page = try await fetch.execute(query)
        context.inform(about: page?.provenance, shortfall: page?.shortfall)
      } catch {
        let failure = context.failure(error)
        // What fails at once will fail later; what failed once may come back.
        if page == nil { throw failure }
        context.console.inform([failure.message, failure.hint].compactMap { $0 }.joined(separator: " "))
      }
      if let page { try write(watch.changes(in: page, at: context.now())) }
      query.freshness = .refreshed
      // Ends early only when the task is cancelled, which the loop finds out.
      try? await clock.sleep(for: interval)
    }
  }

  private func write(_ changes: [PriceChange]) throws(CommandFailure) {
    for change in changes {
      if context.console.isJSON {
        try context.console.write(json: change)
      } else {
        try context.console.write(change.text(for: context.console.mode))
      }
    }
  }
}
