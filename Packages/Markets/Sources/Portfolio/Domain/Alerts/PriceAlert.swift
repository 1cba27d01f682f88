public import Foundation

/// An alert for a coin's price.
public struct PriceAlert: Sendable, Hashable, Identifiable {
  /// The alert's number, which is never reused.
  public let id: Int
  package internal(set) var request: AlertRequest
  package let created: Date
  /// The alert's state (armed, triggered or off) and its start time.
  public internal(set) var state: AlertState
  /// The quote that last triggered the alert; `nil` before the first trigger, and sometimes in older files.
  package internal(set) var lastQuote: Quote?
  /// The name of the alert's service; `nil` in files from earlier versions.
  package internal(set) var service: String?

  package var isActive: Bool {
    if case .off = state { false } else { true }
  }
}

/// The user's settings for an alert, such as its coin and condition.
public struct AlertRequest: Sendable, Hashable {
  package internal(set) var coin: CoinReference
  package let condition: AlertCondition
  /// The price currency, in lower case.
  package let currency: String
  package let repetition: AlertRepetition

  /// Creates a request; its numbers are validated when the alert is set.
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

/// The condition that triggers an alert.
public enum AlertCondition: Sendable, Hashable {
  /// The price is at or above a threshold.
  case above(Decimal)
  /// The price is at or below a threshold.
  case below(Decimal)
  /// The price has risen by at least this percentage.
  case rises(percent: Decimal, since: AlertBaseline)
  /// The price has fallen by at least this percentage, which can't exceed 100.
  case falls(percent: Decimal, since: AlertBaseline)
}

/// The reference price for a percentage change.
public enum AlertBaseline: Sendable, Hashable {
  /// The price 24 hours ago. The service reports the change since then.
  case day
  /// A fixed price, usually the price when the alert was set.
  case price(Decimal)
}

/// An alert's behavior after it has been triggered.
public enum AlertRepetition: Sendable, Hashable {
  /// The alert is triggered only once.
  case once
  /// The alert can be triggered again after the price has moved back past the threshold by a margin.
  ///
  /// The margin keeps a price that fluctuates around the threshold from triggering the alert at every check. For price
  /// conditions, it is a fraction of the threshold: 0.01 is one percent. For percentage changes, it is a number of
  /// percentage points: 0.01 is one percentage point.
  case recurring(margin: Decimal = AlertRepetition.defaultMargin)

  /// The default margin, one percent.
  public static let defaultMargin = Decimal(sign: .plus, exponent: -2, significand: 1)
}

/// An alert's state.
public enum AlertState: Sendable, Hashable {
  /// The alert is triggered as soon as its condition holds.
  case armed
  /// The alert has been triggered, and is rearmed once the price has moved back by the margin.
  case triggered(since: Date)
  /// The alert has been triggered and isn't rearmed.
  case off(since: Date)
}

/// The reason why an alert can't be set.
public enum InvalidAlert: Error, Sendable, Hashable {
  /// A price isn't above zero, or has more than 18 digits on either side of the decimal point.
  case price
  /// A change isn't above 0 percent, or exceeds 100 percent for a fall or 1,000,000 percent for a rise.
  case percent
  /// The margin isn't in the range from 0 to 0.5.
  case margin
  /// The coin or the currency is invalid.
  case name(InvalidEntry)
  /// The maximum number of alerts has been reached.
  case tooMany(limit: Int)
}

extension InvalidAlert: CustomStringConvertible {
  /// A sentence that describes the problem and the expected value.
  public var description: String {
    switch self {
    case .price: "The price must be above zero, with at most 18 digits before and after the decimal point."
    case .percent:
      "The change must be above 0 percent, and at most 100 percent for a fall or 1,000,000 percent for a rise."
    case .margin: "The margin must be between 0 and 0.5, which is 50 percent."
    case .name(let reason): reason.description
    case .tooMany(let limit): "There are already \(limit) alerts. Remove some alerts first."
    }
  }
}

extension AlertRequest {
  func check() throws(InvalidAlert) {
    do throws(InvalidEntry) {
      try LedgerRules.checkName(coin.id, .coin)
      try LedgerRules.checkName(coin.symbol, .symbol)
      try LedgerRules.checkCurrency(currency)
    } catch {
      throw .name(error)
    }
    switch condition {
    case .above(let price), .below(let price):
      try AlertRequest.checkPrice(price)
    case .rises(let percent, let baseline):
      guard percent > 0, percent <= 1_000_000 else { throw .percent }
      if case .price(let base) = baseline { try AlertRequest.checkPrice(base) }
    case .falls(let percent, let baseline):
      guard percent > 0, percent <= 100 else { throw .percent }
      if case .price(let base) = baseline { try AlertRequest.checkPrice(base) }
    }
    if case .recurring(let margin) = repetition {
      guard margin >= 0, margin * 2 <= 1 else { throw .margin }
    }
  }

  private static func checkPrice(_ price: Decimal) throws(InvalidAlert) {
    do throws(FixedPoint.Fault) {
      guard try FixedPoint(price).isPositive else { throw .notANumber }
    } catch {
      throw .price
    }
  }
}
