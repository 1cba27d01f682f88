import Components
import Foundation
import Markets
import Portfolio

/// `fetch-counter markets watch`: prints changes of prices and fired alerts, one line each, until it is interrupted.
@MainActor
struct MarketsWatchCommand: WaitingCommand {
  let context: MarketsCommandContext
  let top: Int
  /// How often to look; `nil` for as often as the source's limits allow.
  let interval: Duration?
  /// Whether the first alert that fires ends it.
  let endsWithAlert: Bool
  var clock: any Clock<Duration> = ContinuousClock()

  func run() async throws(CommandFailure) {
    let alerts = AlertChecker(store: try context.root.resolve(Keys.alerts), repository: context.repository)
    let interval = interval ?? context.repository.capabilities.refreshInterval
    var policy = LoadPolicy.stored
    var watch = PriceWatch()
    var page: CoinPage?
    var isFirst = true
    while !Task.isCancelled {
      do throws(MarketsError) {
        page = try await context.topCoins(top, policy: policy)
        context.inform(about: page?.provenance, shortfall: page?.shortfall)
      } catch {
        let failure = context.failure(error)
        // What fails at once will fail later; what failed once may come back.
        if page == nil { throw failure }
        inform(failure)
      }
      if let page {
        for change in watch.changes(in: page, at: context.now()) { try write(change, change.text) }
      }
      // Old prices would tell of what happened long ago.
      if let page, !page.provenance.isStale {
        let hasFired = try await check(alerts, page, policy, isFirst: isFirst)
        if hasFired, endsWithAlert { return }
      }
      isFirst = false
      policy = .refreshed
      // Ends early only when the task is cancelled, which the loop finds out.
      try? await clock.sleep(for: interval)
    }
  }

  /// Whether an alert fired.
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
    // What can't be checked now could not be checked the next time either: telling it once is enough.
    if isFirst { for alert in outcome.unchecked { context.console.inform(alert.description) } }
    if endsWithAlert, outcome.fired.isEmpty, !outcome.alerts.contains(where: \.canFire) {
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
    if context.console.isJSON {
      try context.console.write(json: line)
    } else {
      try context.console.write(text(context.console.mode, .dark))
    }
  }
}

extension PriceAlert {
  /// Whether it is not over.
  fileprivate var canFire: Bool {
    if case .off = state { false } else { true }
  }
}
