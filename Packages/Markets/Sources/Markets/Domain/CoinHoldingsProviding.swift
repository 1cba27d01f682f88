public import Foundation

/// How much of a coin a person has.
public struct CoinHolding: Hashable, Sendable {
  /// The coin.
  public let coin: CoinID
  /// How much of it.
  public let amount: Decimal

  /// Makes a holding.
  public init(coin: CoinID, amount: Decimal) {
    self.coin = coin
    self.amount = amount
  }
}

/// Knows what a person has.
public protocol CoinHoldingsProviding: Sendable {
  /// What there is of each coin.
  ///
  /// - Throws: The store's error, unchanged.
  func holdings() async throws -> [CoinHolding]
}

/// What all holdings together are worth.
public struct HoldingsTotal: Hashable, Sendable {
  /// The sum of those that there is a price for.
  public let total: Decimal
  /// The currency.
  public let currency: CurrencyCode
  /// How many coins there is no price for.
  public let unpricedCount: Int

  /// Adds up holdings; an amount that is no number counts as one without a price.
  ///
  /// - Parameters:
  ///   - holdings: What there is.
  ///   - currency: The currency.
  ///   - price: What one of a coin costs.
  public init(_ holdings: [CoinHolding], in currency: CurrencyCode, price: (CoinID) -> Decimal?) {
    var total: Decimal = 0
    var unpriced = 0
    for holding in holdings where holding.amount != 0 {
      if let price = price(holding.coin), !price.isNaN, !holding.amount.isNaN {
        total += holding.amount * price
      } else {
        unpriced += 1
      }
    }
    self.total = total
    self.currency = currency
    unpricedCount = unpriced
  }
}
