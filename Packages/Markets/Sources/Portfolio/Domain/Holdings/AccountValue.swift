public import Foundation

/// The value of all holdings at given prices.
public struct AccountValue: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package let holding: Holding
    package let price: Decimal
    /// The amount times the price, rounded to 18 decimal places.
    package let value: Decimal
    /// The fraction of the total, from 0 to 1, rounded to 18 decimal places; `nil` if the total is zero.
    package let weight: Decimal?
    /// The value minus the cost, for the coins with a known cost; `nil` if no cost is known.
    package let unrealized: Decimal?
  }

  package let currency: String
  /// The value of all coins that have a price, in the holdings' currency.
  public let total: Decimal
  /// The held coins with a price, in descending order of value.
  package let items: [Item]
  /// The held coins without a price, which the total doesn't include.
  package let missingPrices: [CoinReference]
  /// The total known cost of the coins with a price; `nil` if no cost is known.
  package let cost: Decimal?
  /// The value minus the cost, for the coins with a price and a known cost; `nil` if there are no such coins.
  package let unrealized: Decimal?
  package let isCostComplete: Bool
  /// The profit or loss from all sales, including sales of coins that are no longer held; `nil` if no gain is known.
  package let realized: Decimal?
  package let realizedCost: Decimal
  package let isRealizedComplete: Bool
}

/// Held coins that arrived after a time, with their cost.
package struct RecentArrivals: Sendable, Hashable {
  package fileprivate(set) var amount: Decimal = 0
  /// The cost of the arrivals with a known cost.
  package fileprivate(set) var cost: Decimal = 0
  /// The part of ``amount`` whose cost is unknown.
  package fileprivate(set) var amountWithoutCost: Decimal = 0
}

extension Holdings {
  /// Returns the held coins that arrived after a time, by coin identifier.
  ///
  /// The average method doesn't record when coins arrived, so its lots count as old.
  package func arrivals(after time: Date) -> [String: RecentArrivals] {
    var arrivals: [String: RecentArrivals] = [:]
    for holding in holdings {
      for lot in holding.lots.reversed().prefix(while: { $0.time > time }) {
        arrivals[holding.coin.id, default: RecentArrivals()].amount += lot.amount
        arrivals[holding.coin.id]?.cost += lot.cost ?? 0
        if lot.cost == nil { arrivals[holding.coin.id]?.amountWithoutCost += lot.amount }
      }
    }
    return arrivals
  }

  /// Returns the value of the holdings at given prices, which are keyed by coin identifier.
  ///
  /// A negative price counts as missing, as does a price that results in a value of 10¹⁸ or more. Values have 18
  /// decimal places.
  public func value(prices: [String: Decimal]) -> AccountValue {
    var total = FixedPoint.zero
    var cost = FixedPoint.zero
    var unrealized = FixedPoint.zero
    var priced: [(holding: Holding, price: FixedPoint, value: FixedPoint, unrealized: FixedPoint?)] = []
    var missing: [CoinReference] = []
    for holding in holdings {
      guard let amount = FixedPoint(sum: holding.amount), amount.isPositive else { continue }
      guard let price = prices[holding.coin.id].flatMap({ FixedPoint(rounding: $0) }), !price.isNegative,
        let value = amount.multiplied(by: price), (total + value).estimate < LedgerLimits.turnover
      else {
        missing.append(holding.coin)
        continue
      }
      total += value
      var gain: FixedPoint?
      if let amount = FixedPoint(sum: holding.position.amount), amount.isPositive,
        let known = FixedPoint(sum: holding.position.cost), let worth = amount.multiplied(by: price)
      {
        cost += known
        unrealized += worth - known
        gain = worth - known
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
    let hasCost = items.isEmpty && missing.isEmpty || items.contains { $0.unrealized != nil }
    let realized = realized()
    return AccountValue(
      currency: currency,
      total: total.decimal,
      items: items,
      missingPrices: missing,
      cost: hasCost ? cost.decimal : nil,
      unrealized: hasCost ? unrealized.decimal : nil,
      isCostComplete: hasCost && items.allSatisfy { $0.holding.amountWithoutCost == 0 },
      realized: realized.gain?.decimal,
      realizedCost: realized.cost.decimal,
      isRealizedComplete: holdings.allSatisfy { $0.position.unmatchedAmount == 0 }
    )
  }

  private func realized() -> (gain: FixedPoint?, cost: FixedPoint) {
    let positions = holdings.map(\.position)
    let gains = positions.compactMap { FixedPoint(sum: $0.realized) }
    let costs = positions.compactMap { FixedPoint(sum: $0.realizedCost) }
    let isUnknown = positions.allSatisfy { $0.realizedAmount == 0 } && positions.contains { $0.unmatchedAmount > 0 }
    return (isUnknown ? nil : gains.reduce(.zero, +), costs.reduce(.zero, +))
  }
}
