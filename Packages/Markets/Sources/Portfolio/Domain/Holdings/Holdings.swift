public import Foundation

/// The holdings of a ledger, coin by coin, with all money in one currency.
public struct Holdings: Sendable, Hashable {
  package let method: CostBasisMethod
  /// The code of the currency of all money, in lower case.
  public let currency: String
  /// All coins that the ledger ever held, in the order in which they first came; those that are gone have an amount of
  /// zero.
  public let holdings: [Holding]
  /// The other currencies of entries that could not be converted, in the order of their codes.
  public let missingRates: [MissingRate]

  package subscript(coin id: String) -> Holding? { holdings.first { $0.coin.id == id } }
}

/// The entries whose money has no known rate at their time.
public struct MissingRate: Sendable, Hashable {
  /// The code of the entries' currency, in lower case.
  public let currency: String
  /// The number of entries.
  public internal(set) var entryCount: Int
  /// The time of the first entry.
  public let first: Date
  /// The time of the last entry.
  public internal(set) var last: Date
}

extension LedgerSnapshot {
  /// Replays the ledger in order of time, with all money converted to one currency.
  ///
  /// - Prices and fees are converted at the rate of the entry's day. Money without a rate is unknown.
  /// - Purchases and receipts with a price make lots whose cost is amount × price + fee. Receipts without a price make
  ///   lots of unknown cost.
  /// - Sales bring amount × price − fee. They realize a profit or loss where cost and proceeds are known; other proceeds,
  ///   and other cost, are kept apart as unmatched.
  /// - Swaps with a price are a sale of the one coin, fee included, and a purchase of the other for amount × price.
  ///   Without a price cost and age of the lots move on to the other coin.
  /// - Coins that are sent take their cost along; nothing is realized.
  /// - Entries that were reversed, and their reversals, count for nothing.
  ///
  /// Takes time in proportion to the number of entries.
  ///
  /// - Parameters:
  ///   - method: The rule for the cost of coins that leave.
  ///   - currency: The code of the currency of all money.
  ///   - rates: The rates of other currencies.
  /// - Returns: The holdings.
  public func holdings(
    method: CostBasisMethod,
    in currency: String,
    rates: HistoricalRates = .none
  ) -> Holdings {
    var calculator = HoldingsCalculator(table: table, method: method, currency: currency.lowercased(), rates: rates)
    let holdings = calculator.run()
    return Holdings(
      method: method,
      currency: currency.lowercased(),
      holdings: holdings,
      missingRates: calculator.missingRates
    )
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
  /// The coins by age, oldest first; by the average method one lot of known and one of unknown cost, with the
  /// earliest time of each.
  package let lots: [CostLot]
  /// The held amount whose cost is unknown.
  package let amountWithoutCost: Decimal
  /// The amount that left without having come, because lines of the ledger are missing.
  let uncovered: Decimal
  /// The money that went into and came out of the coin.
  package let position: CostPosition
}

/// Coins that came together.
package struct CostLot: Sendable, Hashable {
  /// The time at which the coins came, or those that they were swapped for without a price.
  package let time: Date
  package let amount: Decimal
  /// The cost of the remaining amount, including fees; `nil` when unknown.
  package let cost: Decimal?
}

/// The money that went into and came out of a coin, in the currency of the holdings.
///
/// Sums of money are rounded to 18 decimal places where they arise (half to even) and added exactly, so these always
/// hold to the last place:
///
///     acquired = cost + realizedCost + transferred + unmatchedCost
///     realized = realizedProceeds - realizedCost
///     all known proceeds of sales = realizedProceeds + unmatchedProceeds
package struct CostPosition: Sendable, Hashable {
  /// The held amount whose cost is known.
  package let amount: Decimal
  /// The cost of that amount.
  package let cost: Decimal
  /// The average cost of one such coin, rounded to 18 decimal places; `nil` when none is held.
  package let averageCost: Decimal?
  /// The known cost of all coins that ever came, including fees.
  let acquired: Decimal
  /// The amount that was sold at a known cost for known proceeds.
  package let realizedAmount: Decimal
  /// The profit or loss of that amount.
  package var realized: Decimal { realizedProceeds - realizedCost }
  /// The profit or loss of all sales; `nil` when it is known of none of them.
  package var knownRealized: Decimal? { realizedAmount == 0 && unmatchedAmount > 0 ? nil : realized }
  /// The proceeds of that amount, less fees.
  let realizedProceeds: Decimal
  package let realizedCost: Decimal
  /// The amount that was sold at an unknown cost or for unknown proceeds.
  package let unmatchedAmount: Decimal
  /// The proceeds of coins whose cost is unknown.
  let unmatchedProceeds: Decimal
  /// The cost of coins whose proceeds are unknown.
  let unmatchedCost: Decimal
  /// The cost of coins that were sent, or swapped without a price, which takes it along.
  let transferred: Decimal
  /// All known fees; they are part of cost and proceeds already, except those of coins sent.
  let fees: Decimal
}
