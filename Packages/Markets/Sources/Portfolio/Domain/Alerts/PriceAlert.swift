public import Foundation

/// A wish to be told when a coin's price does something.
public struct PriceAlert: Sendable, Hashable, Identifiable {
  /// A short number, which is never given to another alert.
  public let id: Int
  /// What is watched for.
  public let request: AlertRequest
  /// When the alert was set.
  public let created: Date
  /// Whether it waits, has fired, or is done.
  public internal(set) var state: AlertState
}

/// What an alert watches for.
public struct AlertRequest: Sendable, Hashable {
  /// The coin.
  public let coin: CoinReference
  /// What its price has to do.
  public let condition: AlertCondition
  /// The currency of the price, in lower case.
  public let currency: String
  /// Whether the alert is over once it has fired.
  public let repetition: AlertRepetition

  /// Creates a request; its numbers are checked when the alert is set.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - condition: What its price has to do.
  ///   - currency: The currency of the price.
  ///   - repetition: Whether the alert is over once it has fired.
  public init(
    coin: CoinReference,
    condition: AlertCondition,
    currency: String,
    repetition: AlertRepetition = .recurring()
  ) {
    self.coin = coin
    self.condition = condition
    self.currency = currency.lowercased()
    self.repetition = repetition
  }
}

/// What a price has to do.
public enum AlertCondition: Sendable, Hashable {
  /// The price is this or higher.
  case above(Decimal)
  /// The price is this or lower.
  case below(Decimal)
  /// The price has risen by this many per cent or more.
  case rises(percent: Decimal, since: AlertBaseline)
  /// The price has fallen by this many per cent or more, up to 100.
  case falls(percent: Decimal, since: AlertBaseline)
}

/// What a change in per cent is counted from.
public enum AlertBaseline: Sendable, Hashable {
  /// From 24 hours ago, as the service reports it.
  case day
  /// From a price, usually the one of the moment when the alert was set.
  case price(Decimal)
}

/// Whether an alert is over once it has fired.
public enum AlertRepetition: Sendable, Hashable {
  /// It fires once.
  case once
  /// It fires again, but not before the price has come back by a margin, so that a price that trembles around the
  /// threshold does not fire at every check.
  ///
  /// The margin is a share of the threshold (0.01 is one per cent); of changes, it is as many percentage points.
  case recurring(margin: Decimal = AlertRepetition.defaultMargin)

  /// One per cent.
  public static let defaultMargin = Decimal(sign: .plus, exponent: -2, significand: 1)
}

/// Where an alert stands.
public enum AlertState: Sendable, Hashable {
  /// It fires as soon as its condition holds.
  case armed
  /// It has fired and waits for the price to come back by its margin.
  case triggered(since: Date)
  /// It has fired and is over.
  case off(since: Date)
}
