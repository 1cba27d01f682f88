import Foundation

/// Why an alert cannot be set.
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
  /// A sentence that says what is wrong and how it should be.
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
  /// Checks the numbers and names.
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
