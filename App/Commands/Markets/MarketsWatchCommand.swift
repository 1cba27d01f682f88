import CommandLine
import Components
import Foundation
import Markets
import Portfolio

/// `fetch-counter markets watch`: prints price changes and triggered alerts, one line each, until it is interrupted.
struct MarketsWatchCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "watch",
    summary: "Prints changes of prices, one line each, until interrupted.",
    discussion: """
      Looks as often as the source's limits allow, unless told otherwise; a pause that the service asks for is kept. Alerts are checked at \
      every look, also those of coins that are not printed; one that fires is one line. With --until-alert the program then ends.
      """,
    examples: [
      .init("fetch-counter markets watch --every 1m", "Looks every minute."),
      .init("fetch-counter markets watch --quiet --until-alert", "Waits until an alert fires."),
    ],
    options: [Option.every, Option.top, Option.untilAlert, Settings.currency.option],
    printsAsItGoes: true
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext()
    let (top, endsWithAlert) = (context[.top], context[.untilAlert])
    let alerts = AlertChecker(store: try context.root.resolve(Keys.alerts), repository: markets.repository)
    let interval = context[.every] ?? markets.repository.capabilities.refreshInterval
    var policy = LoadPolicy.fresh
    var watch = PriceWatch()
    var page: CoinPage?
    var isFirst = true
    while !Task.isCancelled {
      do throws(MarketsError) {
        page = try await markets.topCoins(top, policy: policy)
        markets.inform(about: page?.provenance, shortfall: page?.shortfall)
      } catch {
        let failure = markets.failure(error)
        // A first request that fails will fail again; a later one may recover.
        if page == nil { throw failure }
        inform(failure)
      }
      if let page {
        for change in watch.changes(in: page, at: markets.now()) { try write(change, change.text) }
      }
      // Old prices would report old events.
      if let page, !page.provenance.hasFailedRefresh {
        let hasFired = try await check(alerts, page, policy, isFirst: isFirst)
        if hasFired, endsWithAlert { return }
      }
      isFirst = false
      policy = .refreshed
      // Only cancellation ends the sleep early, and the loop checks for it.
      try? await ContinuousClock().sleep(for: interval)
    }
  }

  /// Returns whether an alert fired.
  private func check(
    _ alerts: AlertChecker,
    _ page: CoinPage,
    _ policy: LoadPolicy,
    isFirst: Bool
  ) async throws(CommandFailure) -> Bool {
    let outcome: AlertEvaluation
    switch await alerts.check(page, policy) {
    case .success(let evaluation): outcome = evaluation
    case .failure(let error):
      let failure = CommandFailure(error)
      if isFirst { throw failure }
      inform(failure)
      return false
    }
    for fired in outcome.fired {
      let report = FiredAlertReport(fired)
      try write(report, report.text)
    }
    // An alert that can't be checked now can't be checked later, either, so it is reported once.
    if isFirst { for alert in outcome.unchecked { context.console.inform(alert.description) } }
    if context[.untilAlert], outcome.fired.isEmpty, !outcome.alerts.contains(where: \.canFire) {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_alert",
        message: "There is no alert to wait for.",
        hint: "Set one with 'fetch-counter markets alerts add'."
      )
    }
    return !outcome.fired.isEmpty
  }

  private func inform(_ failure: CommandFailure) {
    context.console.inform([failure.message, failure.hint].compactMap { $0 }.joined(separator: " "))
  }

  private func write(
    _ line: some Encodable,
    _ text: (OutputMode, Theme) -> String
  ) throws(CommandFailure) {
    try context.write(line) { text($0, .dark) }
  }
}

extension PriceAlert {
  fileprivate var canFire: Bool {
    if case .off = state { false } else { true }
  }
}
