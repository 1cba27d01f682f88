public import Foundation

/// The value of all holdings at given prices.
public struct AccountValue: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package let holding: Holding
    package let price: Decimal
    /// Amount × price, rounded to 18 decimal places.
    package let value: Decimal
    /// The share of the total, from 0 to 1, rounded to 18 decimal places; `nil` when the total is zero.
    package let weight: Decimal?
    /// The value of the coins that were bought for the account's currency, less their cost; `nil` when there are none.
    package let unrealized: Decimal?
  }

  package let currency: String
  /// The value of all coins that have a price.
  public let total: Decimal
  /// The coins that are held and have a price, largest value first.
  package let items: [Item]
  /// The coins that are held and have no price; they are not in the total.
  package let missingPrices: [CoinReference]
  /// The cost of the coins with a price that were bought for the currency.
  package let cost: Decimal
  /// The profit or loss of a sale at these prices.
  package let unrealized: Decimal
  /// The profit or loss of all coins that were bought and sold for the currency, also of those that are gone.
  package let realized: Decimal
}

extension Holdings {
  /// Values the holdings by the price of each coin's identifier.
  ///
  /// A price below zero, or one that makes a value of 10¹⁸ or more, counts as missing. Values have 18 decimal places.
  public func value(in currency: String, prices: [String: Decimal]) -> AccountValue {
    let currency = currency.lowercased()
    var total = FixedPoint.zero
    var cost = FixedPoint.zero
    var unrealized = FixedPoint.zero
    var realized = FixedPoint.zero
    var priced: [(holding: Holding, price: FixedPoint, value: FixedPoint, unrealized: FixedPoint?)] = []
    var missing: [CoinReference] = []
    for holding in holdings {
      let position = holding.position(in: currency)
      realized += position.flatMap { FixedPoint(sum: $0.realized) } ?? .zero
      guard let amount = FixedPoint(sum: holding.amount), amount.isPositive else { continue }
      guard let price = prices[holding.coin.id].flatMap({ FixedPoint(rounding: $0) }), !price.isNegative,
        let value = amount.multiplied(by: price), (total + value).estimate < LedgerLimits.turnover
      else {
        missing.append(holding.coin)
        continue
      }
      total += value
      var gain: FixedPoint?
      if let position, position.amount > 0, let amount = FixedPoint(sum: position.amount),
        let positionCost = FixedPoint(sum: position.cost), let worth = amount.multiplied(by: price)
      {
        cost += positionCost
        unrealized += worth - positionCost
        gain = worth - positionCost
      }
      priced.append((holding, price, value, gain))
    }
    let items = priced.sorted { $0.value > $1.value }.map { item in
      AccountValue.Item(
        holding: item.holding,
        price: item.price.decimal,
        value: item.value.decimal,
        weight: item.value.divided(by: total)?.decimal,
        unrealized: item.unrealized?.decimal
      )
    }
    return AccountValue(
      currency: currency,
      total: total.decimal,
      items: items,
      missingPrices: missing,
      cost: cost.decimal,
      unrealized: unrealized.decimal,
      realized: realized.decimal
    )
  }
}
