public import Foundation

/// Decides which alerts fire; a pure function of alerts, quotes and time.
public enum AlertEngine {
  /// Checks alerts against quotes.
  ///
  /// - Parameters:
  ///   - alerts: The alerts with their states.
  ///   - quotes: The quotes, by the coin's identifier. Alerts of other coins are reported as unchecked.
  ///   - time: The time of the check.
  /// - Returns: What fired, what could not be checked, and the alerts in their new states.
  public static func evaluate(_ alerts: [PriceAlert], quotes: [String: AlertQuote], at time: Date) -> AlertEvaluation {
    var fired: [FiredAlert] = []
    var unchecked: [UncheckedAlert] = []
    let changed = alerts.map { alert in
      if case .off = alert.state { return alert }
      var alert = alert
      switch read(alert.request, quotes) {
      case .failure(let reason): unchecked.append(UncheckedAlert(alert: alert, reason: reason))
      case .success(let reading):
        switch alert.state {
        case .armed where reading.holds:
          alert.state = alert.request.repetition == .once ? .off(since: time) : .triggered(since: time)
          fired.append(FiredAlert(alert: alert, price: reading.price, change: reading.change, time: time))
        case .triggered where reading.cameBack: alert.state = .armed
        case .armed, .triggered, .off: break
        }
      }
      return alert
    }
    return AlertEvaluation(fired: fired, unchecked: unchecked, alerts: changed)
  }

  private struct Reading {
    let price: Decimal
    var change: Decimal?
    let holds: Bool
    let cameBack: Bool
  }

  private enum Outcome {
    case success(Reading)
    case failure(UncheckedAlert.Reason)
  }

  private static func read(_ request: AlertRequest, _ quotes: [String: AlertQuote]) -> Outcome {
    guard let quote = quotes[request.coin.id] else { return .failure(.noCoin) }
    guard let price = quote.prices[request.currency], price.isFinite else { return .failure(.noPrice) }
    let margin: Decimal =
      switch request.repetition {
      case .once: 0
      case .recurring(let margin): margin
      }
    switch request.condition {
    case .above(let limit):
      return .success(Reading(price: price, holds: price >= limit, cameBack: price <= limit * (1 - margin)))
    case .below(let limit):
      return .success(Reading(price: price, holds: price <= limit, cameBack: price >= limit * (1 + margin)))
    case .rises(let percent, let baseline):
      guard let change = change(price, quote, request.currency, baseline) else { return .failure(.noChange) }
      return .success(
        Reading(price: price, change: change, holds: change >= percent, cameBack: change <= percent - margin * 100)
      )
    case .falls(let percent, let baseline):
      guard let change = change(price, quote, request.currency, baseline) else { return .failure(.noChange) }
      return .success(
        Reading(price: price, change: change, holds: change <= -percent, cameBack: change >= margin * 100 - percent)
      )
    }
  }

  /// The change in per cent.
  private static func change(
    _ price: Decimal,
    _ quote: AlertQuote,
    _ currency: String,
    _ baseline: AlertBaseline
  ) -> Decimal? {
    switch baseline {
    case .day:
      guard let change = quote.dayChanges[currency], change.isFinite else { return nil }
      return change
    case .price(let base):
      var exact = (price - base) * 100 / base
      var rounded = Decimal()
      NSDecimalRound(&rounded, &exact, FixedPoint.places, .bankers)
      return rounded.isFinite ? rounded : nil
    }
  }
}
