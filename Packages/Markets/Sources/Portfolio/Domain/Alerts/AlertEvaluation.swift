public import Foundation

/// An alert whose condition holds.
public struct FiredAlert: Sendable, Hashable {
  /// The alert, in its new state.
  public let alert: PriceAlert
  /// The price that made it fire.
  public let price: Decimal
  /// For changes in per cent, the change; rounded to 18 decimal places.
  public let change: Decimal?
  /// When it fired.
  public let time: Date
}

/// An alert that could not be checked; it stays as it is.
public struct UncheckedAlert: Sendable, Hashable {
  /// Why an alert could not be checked.
  public enum Reason: Sendable, Hashable {
    /// There is no quote for the coin: it may be gone from the service.
    case noCoin
    /// There is no price in the alert's currency.
    case noPrice
    /// There is no change over 24 hours.
    case noChange
  }

  /// The alert.
  public let alert: PriceAlert
  /// Why it could not be checked.
  public let reason: Reason
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

/// What a check of all alerts found.
public struct AlertEvaluation: Sendable, Hashable {
  /// The alerts that fired, in the order in which they were set.
  public let fired: [FiredAlert]
  /// The alerts that could not be checked.
  public let unchecked: [UncheckedAlert]
  /// All alerts in their new states.
  public let alerts: [PriceAlert]
}
