public import Foundation

/// An alert about the price of a coin.
public struct PriceAlert: Sendable, Hashable, Identifiable {
  /// A short number, never used for another alert.
  public let id: Int
  package internal(set) var request: AlertRequest
  package let created: Date
  /// The current state.
  public internal(set) var state: AlertState
  /// The quote at which the alert last fired; `nil` before, and for files of versions that didn't keep it.
  package internal(set) var lastQuote: Quote?
  /// The name of the service to which the alert belongs; `nil` for files of versions that didn't keep it.
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

  /// Creates a request; its numbers are checked when the alert is set.
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
  /// The price is this or higher.
  case above(Decimal)
  /// The price is this or lower.
  case below(Decimal)
  /// The price has risen by this many per cent or more.
  case rises(percent: Decimal, since: AlertBaseline)
  /// The price has fallen by this many per cent or more, up to 100.
  case falls(percent: Decimal, since: AlertBaseline)
}

/// The reference of a change in per cent.
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

/// The state of an alert.
public enum AlertState: Sendable, Hashable {
  /// The alert fires as soon as its condition holds.
  case armed
  /// The alert has fired, and is armed again once the price has come back by its margin.
  case triggered(since: Date)
  /// The alert has fired for the last time.
  case off(since: Date)
}

/// The reason why an alert can't be set.
public enum InvalidAlert: Error, Sendable, Hashable {
  /// A price must be more than zero, and must not have more than 18 digits on either side of the point.
  case price
  /// A change must be more than 0 per cent, at most 100 for a fall, and at most 1,000,000 for a rise.
  case percent
  /// The margin must be from 0 to 0.5.
  case margin
  /// The coin or the currency is wrong.
  case name(InvalidEntry)
  /// There are as many alerts as there can be.
  case tooMany(limit: Int)
}

extension InvalidAlert: CustomStringConvertible {
  /// A sentence that names the error and the expected value.
  public var description: String {
    switch self {
    case .price: "The price has to be more than zero, with at most 18 digits before and after the decimal point."
    case .percent: "The change has to be more than 0 per cent, and at most 100 for a fall or 1000000 for a rise."
    case .margin: "The margin has to be from 0 to 0.5, which is 50 per cent."
    case .name(let reason): reason.description
    case .tooMany(let limit): "There are \(limit) alerts already. Remove some of them."
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
