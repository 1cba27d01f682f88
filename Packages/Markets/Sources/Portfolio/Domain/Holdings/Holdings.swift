public import Foundation

/// The holdings of a ledger, coin by coin.
public struct Holdings: Sendable, Hashable {
  package let method: CostBasisMethod
  /// All coins that the ledger ever held, in the order in which they first came; those that are gone have an amount of
  /// zero.
  public let holdings: [Holding]

  package subscript(coin id: String) -> Holding? { holdings.first { $0.coin.id == id } }
}

extension LedgerSnapshot {
  /// Replays the ledger in order of time.
  ///
  /// - Purchases and receipts with a price make lots whose cost is amount × price + fee. Receipts without a price make
  ///   lots of unknown cost.
  /// - Sales bring amount × price − fee. They realise a profit or loss where the lots were bought for the same
  ///   currency; proceeds of other lots, and the cost of those, are kept apart as unmatched.
  /// - Swaps with a price are a sale of the one coin, fee included, and a purchase of the other for amount × price.
  ///   Without a price cost and age of the lots move on to the other coin.
  /// - Coins that are sent take their cost along; nothing is realized.
  /// - Entries that were reversed, and their reversals, count for nothing.
  ///
  /// Takes time in proportion to the number of entries.
  ///
  /// - Parameter method: The rule for the cost of coins that leave.
  /// - Returns: The holdings.
  public func holdings(method: CostBasisMethod) -> Holdings {
    var calculator = HoldingsCalculator(table: table, method: method)
    return Holdings(method: method, holdings: calculator.run())
  }
}

/// A rule for which coins leave first and at which cost.
public enum CostBasisMethod: String, Sendable, Hashable, CaseIterable {
  /// First in, first out: the oldest coins leave first, at their own cost.
  case fifo
  /// All coins of a kind leave at the average cost of those held.
  case average
}

/// The lots of a coin and the money that went into and came out of it.
public struct Holding: Sendable, Hashable {
  /// The coin, with the symbol that it was last entered with.
  public let coin: CoinReference
  /// The held amount, the sum of all lots.
  public let amount: Decimal
  /// The coins by arrival, oldest first; by the average method one lot for each currency, with its earliest time.
  let lots: [CostLot]
  /// The held amount that came without a known cost.
  package let amountWithoutCost: Decimal
  /// The amount that left without having come, because lines of the ledger are missing.
  let uncovered: Decimal
  /// The money of this coin, by currency.
  public let positions: [CostPosition]

  package func position(in currency: String) -> CostPosition? {
    positions.first { $0.currency == currency.lowercased() }
  }
}

/// Coins that came together.
struct CostLot: Sendable, Hashable {
  /// The time at which the coins came, or those that they were swapped for without a price.
  package let time: Date
  package let amount: Decimal
  /// The cost of the remaining amount, including fees; zero when unknown.
  package let cost: Decimal
  /// The currency of the cost; `nil` when the cost is unknown.
  package let currency: String?
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
  /// The held amount that was bought for this currency.
  public let amount: Decimal
  package let cost: Decimal
  /// The average cost of one held coin, rounded to 18 decimal places; `nil` when none is held.
  package let averageCost: Decimal?
  /// The cost of all coins that ever came, including fees.
  let acquired: Decimal
  /// The profit or loss of the coins that were bought and sold for this currency.
  package var realized: Decimal { realizedProceeds - realizedCost }
  /// The proceeds of coins that were bought and sold for this currency, less fees.
  let realizedProceeds: Decimal
  let realizedCost: Decimal
  /// The cost of coins that were sent, or swapped without a price, which takes it along.
  let transferred: Decimal
  /// The proceeds of coins that were sold for this currency, but bought for another one or at an unknown cost.
  let unmatchedProceeds: Decimal
  /// The cost of coins that were bought for this currency and sold for another one.
  let unmatchedCost: Decimal
  /// All fees paid; they are part of cost and proceeds already, except those of coins sent.
  let fees: Decimal
}
