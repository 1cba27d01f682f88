public import Foundation

/// A ledger's holdings by coin, with all money in one currency.
public struct Holdings: Sendable, Hashable {
  package let method: CostBasisMethod
  /// The currency code for all money amounts, in lower case.
  public let currency: String
  /// All coins in the ledger, in the order of their first entries.
  ///
  /// Coins that are no longer held have an amount of zero.
  public let holdings: [Holding]
  /// The currencies without exchange rates, with their unconverted entries, sorted by code.
  public let missingRates: [MissingRate]

  package subscript(coin id: String) -> Holding? { holdings.first { $0.coin.id == id } }
}

/// The entries in one currency whose exchange rates are unknown.
public struct MissingRate: Sendable, Hashable {
  /// The code of the entries' currency, in lower case.
  public let currency: String
  /// The number of entries without a rate.
  public internal(set) var entryCount: Int
  /// The time of the first entry without a rate.
  public let first: Date
  /// The time of the last entry without a rate.
  public internal(set) var last: Date
}

extension LedgerSnapshot {
  /// Replays the ledger in chronological order, with all money converted to one currency.
  ///
  /// - Prices and fees are converted at the rate of the entry's day. Money without a rate is unknown.
  /// - Purchases and priced receipts create lots with a cost of amount × price + fee. Receipts without a price create
  ///   lots of unknown cost.
  /// - Sales yield amount × price − fee. They realize a gain or loss if both cost and proceeds are known. If only one
  ///   of the two is known, it is recorded as unmatched.
  /// - Priced swaps are a sale of the given coins, including the fee, and a purchase of the received coins for amount ×
  ///   price. Without a price, the cost and the age of the lots move to the received coins.
  /// - Sent coins take their cost with them; nothing is realized.
  /// - Reversed entries and reversals have no effect.
  ///
  /// This method takes time proportional to the number of entries.
  ///
  /// - Parameters:
  ///   - method: The cost basis method for coins that leave.
  ///   - currency: The currency code for all money amounts.
  ///   - rates: The exchange rates for other currencies.
  /// - Returns: The holdings of all coins in the ledger.
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

/// A rule for the order and cost of coins that are sold, swapped or sent.
public enum CostBasisMethod: String, Sendable, Hashable, CaseIterable {
  /// First in, first out: the oldest coins leave first, at their own cost.
  case fifo
  /// All held units of a coin leave at their average cost.
  case average
}

/// A coin's lots, and the money spent on the coin and received for it.
public struct Holding: Sendable, Hashable {
  /// The coin, with the symbol of its latest entry.
  public let coin: CoinReference
  /// The held amount, which is the sum of all lots.
  public let amount: Decimal
  /// The lots, oldest first.
  ///
  /// With the average method, there is one lot with a known cost and one lot with an unknown cost, each with its
  /// earliest time.
  package let lots: [CostLot]
  /// The held amount whose cost is unknown.
  package let amountWithoutCost: Decimal
  /// The amount that left without ever having arrived, because lines are missing from the ledger.
  let uncovered: Decimal
  /// The money spent on the coin and received for it.
  package let position: CostPosition
}

/// Coins that arrived together.
package struct CostLot: Sendable, Hashable {
  /// The time of arrival.
  ///
  /// After a swap without a price, it is the time when the given coins arrived.
  package let time: Date
  package let amount: Decimal
  /// The cost of the remaining amount, including fees; `nil` if unknown.
  package let cost: Decimal?
}

/// The money spent on a coin and received for it, in the currency of the holdings.
///
/// Each sum is rounded once, to 18 decimal places (half to even), and sums are added exactly. Therefore, these
/// equations always hold to the last digit:
///
///     acquired = cost + realizedCost + transferred + unmatchedCost
///     realized = realizedProceeds - realizedCost
///     all known proceeds of sales = realizedProceeds + unmatchedProceeds
package struct CostPosition: Sendable, Hashable {
  /// The held amount with a known cost.
  package let amount: Decimal
  /// The cost of ``amount``.
  package let cost: Decimal
  /// The average cost of one coin, rounded to 18 decimal places; `nil` if ``amount`` is zero.
  package let averageCost: Decimal?
  /// The known cost of all coins that ever arrived, including fees.
  let acquired: Decimal
  /// The amount sold with known cost and known proceeds.
  package let realizedAmount: Decimal
  /// The gain or loss from ``realizedAmount``.
  package var realized: Decimal { realizedProceeds - realizedCost }
  /// The gain or loss from all sales; `nil` if no gain is known.
  package var knownRealized: Decimal? { realizedAmount == 0 && unmatchedAmount > 0 ? nil : realized }
  /// The proceeds from ``realizedAmount``, minus fees.
  let realizedProceeds: Decimal
  package let realizedCost: Decimal
  /// The amount sold with unknown cost or unknown proceeds.
  package let unmatchedAmount: Decimal
  /// The proceeds from coins with an unknown cost.
  let unmatchedProceeds: Decimal
  /// The cost of coins with unknown proceeds.
  let unmatchedCost: Decimal
  /// The cost of coins that were sent or swapped without a price.
  let transferred: Decimal
  /// All known fees.
  ///
  /// Cost and proceeds already include all fees except the fees for sent coins.
  let fees: Decimal
}
