package import Foundation

/// Decides which alerts fire; a pure function of alerts, quotes and time.
enum AlertEngine {
  static func evaluate(_ alerts: [PriceAlert], quotes: [String: AlertQuote], at time: Date) -> AlertEvaluation {
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
      let rounded = ((price - base) * 100 / base).rounded(toPlaces: FixedPoint.places)
      return rounded.isFinite ? rounded : nil
    }
  }
}

/// The prices of a coin that alerts are checked against.
public struct AlertQuote: Sendable, Hashable {
  /// The price of one coin, by currency in lower case.
  package let prices: [String: Decimal]
  /// The change over 24 hours in per cent, by currency in lower case.
  package let dayChanges: [String: Decimal]

  package init(prices: [String: Decimal], dayChanges: [String: Decimal] = [:]) {
    self.prices = prices
    self.dayChanges = dayChanges
  }
}

/// An alert whose condition holds.
public struct FiredAlert: Sendable, Hashable {
  package let alert: PriceAlert
  package let price: Decimal
  /// For changes in per cent, the change; rounded to 18 decimal places.
  package let change: Decimal?
  package let time: Date
}

/// An alert that could not be checked; it stays as it is.
public struct UncheckedAlert: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// There is no quote for the coin: it may be gone from the service.
    case noCoin
    case noPrice
    case noChange
  }

  package let alert: PriceAlert
  package let reason: Reason
}

extension UncheckedAlert: CustomStringConvertible {
  /// A sentence for people; the coin's symbol in it is untrusted text.
  public var description: String {
    let subject = "Alert \(alert.id) was not checked:"
    let coin = alert.request.coin.symbol
    return switch reason {
    case .noCoin: "\(subject) there is no price of \(coin). Remove the alert if the coin is gone."
    case .noPrice: "\(subject) there is no price of \(coin) in \(alert.request.currency)."
    case .noChange: "\(subject) there is no 24-hour change of \(coin) in \(alert.request.currency)."
    }
  }
}

/// The result of a check of all alerts.
public struct AlertEvaluation: Sendable, Hashable {
  /// The alerts that fired, in the order in which they were set.
  public let fired: [FiredAlert]
  /// The alerts that could not be checked.
  public let unchecked: [UncheckedAlert]
  /// All alerts in their new states.
  public let alerts: [PriceAlert]
}
