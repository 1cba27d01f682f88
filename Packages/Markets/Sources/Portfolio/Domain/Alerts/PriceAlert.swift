public import Foundation

/// An alert about the price of a coin.
public struct PriceAlert: Sendable, Hashable, Identifiable {
  /// The alert's number, which is never reused.
  public let id: Int
  package internal(set) var request: AlertRequest
  package let created: Date
  /// Whether the alert is armed, triggered or off, and since when.
  public internal(set) var state: AlertState
  /// The quote at which the alert last fired; `nil` if it hasn't fired, or if a file from an earlier version doesn't
  /// contain the quote.
  package internal(set) var lastQuote: Quote?
  /// The name of the service to which the alert belongs; `nil` in files from earlier versions.
  package internal(set) var service: String?

  /// Whether the alert can still fire.
  package var isActive: Bool {
    if case .off = state { false } else { true }
  }
}

/// The coin and the condition of an alert.
public struct AlertRequest: Sendable, Hashable {
  package internal(set) var coin: CoinReference
  package let condition: AlertCondition
  /// The currency of the price, in lower case.
  package let currency: String
  package let repetition: AlertRepetition

  /// Creates a request.
  ///
  /// The numbers are validated when the alert is set.
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

/// The condition of an alert.
public enum AlertCondition: Sendable, Hashable {
  /// The price is at or above a threshold.
  case above(Decimal)
  /// The price is at or below a threshold.
  case below(Decimal)
  /// The price has risen by at least this percentage.
  case rises(percent: Decimal, since: AlertBaseline)
  /// The price has fallen by at least this percentage, at most 100.
  case falls(percent: Decimal, since: AlertBaseline)
}

/// The reference price of a change in percent.
public enum AlertBaseline: Sendable, Hashable {
  /// The price 24 hours ago. The service reports the change since then.
  case day
  /// A fixed price, usually the price at the time when the alert was set.
  case price(Decimal)
}

/// The behavior of an alert after it has fired.
public enum AlertRepetition: Sendable, Hashable {
  /// The alert fires once.
  case once
  /// The alert fires again once the price has moved back past the threshold by a margin.
  ///
  /// Without the margin, a price that fluctuates around the threshold would fire the alert at every check. For price
  /// conditions, the margin is a fraction of the threshold: 0.01 is one percent. For changes in percent, it is a number
  /// of percentage points: 0.01 is one percentage point.
  case recurring(margin: Decimal = AlertRepetition.defaultMargin)

  /// The default margin, one percent.
  public static let defaultMargin = Decimal(sign: .plus, exponent: -2, significand: 1)
}

/// The state of an alert.
public enum AlertState: Sendable, Hashable {
  /// The alert fires as soon as its condition holds.
  case armed
  /// The alert has fired. It is rearmed once the price has moved back by the margin.
  case triggered(since: Date)
  /// The alert has fired for the last time.
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
  /// The maximum number of alerts is reached.
  case tooMany(limit: Int)
}

extension InvalidAlert: CustomStringConvertible {
  /// A sentence with the problem and the expected value.
  public var description: String {
    switch self {
    case .price: "The price must be above zero, with at most 18 digits before and after the decimal point."
    case .percent: "The change must be above 0 percent, and at most 100 for a fall or 1000000 for a rise."
    case .margin: "The margin must be from 0 to 0.5, which is 50 percent."
    case .name(let reason): reason.description
    case .tooMany(let limit): "There are already \(limit) alerts. Remove some of them."
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
