public import Foundation

/// What is held of a coin, and what came of it so far.
public struct Holding: Sendable, Hashable {
  /// The coin, with the symbol that it was last entered with.
  public let coin: CoinReference
  /// How many are held: all lots together.
  public let amount: Decimal
  /// The coins by when they came, oldest first.
  ///
  /// By the average method there is one lot for every currency in which some were bought,
  /// with the time of the first purchase.
  public let lots: [CostLot]
  /// How many of the coins held came without a known cost.
  public let amountWithoutCost: Decimal
  /// How many coins left that had never come, because lines of the ledger are missing.
  public let uncovered: Decimal
  /// The money of this coin, by currency.
  public let positions: [CostPosition]

  /// The money of this coin in a currency.
  ///
  /// - Parameter currency: The currency's code.
  /// - Returns: The sums; `nil` when no money of the currency went into the coin.
  public func position(in currency: String) -> CostPosition? {
    positions.first { $0.currency == currency.lowercased() }
  }
}

/// Coins that came together.
public struct CostLot: Sendable, Hashable {
  /// When they came, or when the coins came that they were swapped for without a price.
  public let time: Date
  /// How many of them are left.
  public let amount: Decimal
  /// What those that are left cost, fees included; zero when the cost is unknown.
  public let cost: Decimal
  /// The currency of the cost; `nil` when the cost is unknown.
  public let currency: String?
}

/// The money that went into and came out of a coin, in one currency.
///
/// Sums of money are rounded to 18 decimal places where they arise (half to even) and added exactly, so these always
/// hold to the last place:
///
///     acquired = cost + realizedCost + transferred + unmatchedCost
///     realized = realizedProceeds - realizedCost
///     all proceeds of sales in the currency = realizedProceeds + unmatchedProceeds
public struct CostPosition: Sendable, Hashable {
  /// The currency's code.
  public let currency: String
  /// How many of the coins that are held were bought for this currency.
  public let amount: Decimal
  /// What they cost, fees included.
  public let cost: Decimal
  /// What one of them cost, rounded to 18 decimal places; `nil` when there is none.
  public let averageCost: Decimal?
  /// What all coins cost that ever came, fees included.
  public let acquired: Decimal
  /// The profit or loss of the coins that were bought and sold for this currency.
  public var realized: Decimal { realizedProceeds - realizedCost }
  /// What those coins brought, less fees.
  public let realizedProceeds: Decimal
  /// What those coins had cost.
  public let realizedCost: Decimal
  /// The cost of coins that were sent, or swapped without a price, which takes it along.
  public let transferred: Decimal
  /// What coins brought that were sold for this currency, and bought for another one or at an unknown cost.
  public let unmatchedProceeds: Decimal
  /// What coins had cost that were bought for this currency and sold for another one.
  public let unmatchedCost: Decimal
  /// All fees paid; they are part of cost and proceeds already, except those of coins sent.
  public let fees: Decimal
}
