import Foundation
public import Portfolio

/// Checks alerts against prices, loading those that are not there yet.
///
/// Every coin that an alert watches is asked for in the alert's own currency. Without alerts nothing is asked for.
public struct CheckAlerts: Sendable {
  private let store: any AlertStoring
  private let fetch: FetchQuotes

  /// Makes the use case.
  public init(store: any AlertStoring, repository: any MarketsRepository) {
    self.store = store
    fetch = FetchQuotes(repository: repository)
  }

  /// What a check came to.
  public struct Outcome: Sendable {
    /// The alerts that fired, once each, whichever process looks first.
    public let fired: [FiredAlert]
    /// The alerts that could not be checked.
    public let unchecked: [UncheckedAlert]
    /// How many alerts can still fire.
    public let openCount: Int
    /// Why prices are missing.
    public let shortfall: MarketsError?
  }

  /// Checks all alerts; blocks no thread of the main actor.
  ///
  /// - Parameters:
  ///   - page: What was just loaded.
  ///   - freshness: Whether stored prices will do for the coins that are not on the page.
  /// - Returns: What fired.
  /// - Throws: ``AlertError``; what fires is then told by the next check.
  @concurrent
  public func execute(_ page: CoinPage?, freshness: Freshness = .stored) async throws(AlertError) -> Outcome {
    let open = try store.alerts().filter { alert in
      if case .done = alert.state { false } else { true }
    }
    guard !open.isEmpty else { return Outcome(fired: [], unchecked: [], openCount: 0, shortfall: nil) }
    var quotes = CoinQuotes()
    for coin in page?.coins ?? [] {
      if let page { quotes.add(coin, in: page.currency, from: page.provenance) }
    }
    for (code, alerts) in Dictionary(grouping: open, by: \.request.currency) {
      guard let currency = CurrencyCode(code) else { continue }
      quotes = await fetch.execute(
        alerts.map(\.request.coin.id),
        currency: currency,
        freshness: freshness,
        known: quotes
      )
    }
    let evaluation = try store.check(quotes.quotes)
    let openCount = evaluation.alerts.count { alert in
      if case .done = alert.state { false } else { true }
    }
    return Outcome(
      fired: evaluation.fired,
      unchecked: evaluation.unchecked,
      openCount: openCount,
      shortfall: quotes.shortfall
    )
  }
}
