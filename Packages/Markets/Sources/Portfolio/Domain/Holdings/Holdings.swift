public import Foundation

/// A ledger's holdings by coin, with all money in one currency.
public struct Holdings: Sendable, Hashable {
  package let method: CostBasisMethod
  /// The currency code for all money amounts, in lower case.
  public let currency: String
  /// All coins in the ledger, ordered by their first entries.
  ///
  /// Coins that are no longer held have an amount of zero.
  public let holdings: [Holding]
  /// The currencies with missing exchange rates, each with its number of unconverted entries, sorted by code.
  public let missingRates: [MissingRate]

  package subscript(coin id: String) -> Holding? { holdings.first { $0.coin.id == id } }
}

/// The entries in one currency for which no exchange rate is known.
public struct MissingRate: Sendable, Hashable {
  /// The entries' currency code, in lower case.
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
  /// - Prices and fees are converted at the exchange rate on the entry's date. Money without a rate is unknown.
  /// - Purchases and priced receipts create lots with a cost of amount × price + fee. Receipts without a price create
  ///   lots with an unknown cost.
  /// - Sales yield amount × price − fee. They realize a gain or loss if both cost and proceeds are known. If only one
  ///   of the two is known, it is recorded as unmatched.
  /// - A priced swap is a sale of the coins given, including the fee, and a purchase of the coins received for amount ×
  ///   price. Without a price, the lots' cost and age move to the coins received.
  /// - The cost of sent coins is removed; nothing is realized.
  /// - Reversed entries and reversals have no effect.
  ///
  /// This method takes time proportional to the number of entries.
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

/// A rule that determines which coins are removed first in a sale, swap or transfer, and at what cost.
public enum CostBasisMethod: String, Sendable, Hashable, CaseIterable {
  /// First in, first out: the oldest coins are removed first, each at its own lot's cost.
  case fifo
  /// All units of a coin are removed at their average cost.
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
  package let amountWithoutCost: Decimal
  /// The amount that was removed without ever having been added, which means that lines are missing from the ledger.
  let uncovered: Decimal
  /// The money spent on the coin and received for it.
  package let position: CostPosition
}

/// Coins that arrived together.
package struct CostLot: Sendable, Hashable {
  /// The time when the coins arrived or, after a swap without a price, when the coins given for them arrived.
  package let time: Date
  package let amount: Decimal
  /// The cost of the remaining amount, including fees; `nil` if unknown.
  package let cost: Decimal?
}

/// The money spent on a coin and received for it, in the holdings' currency.
///
/// Each sum is rounded once, to 18 decimal places (half to even), and sums are added exactly. Therefore, these
/// equations always hold to the last digit:
///
///     acquired = cost + realizedCost + transferred + unmatchedCost
///     realized = realizedProceeds - realizedCost
///     all known proceeds of sales = realizedProceeds + unmatchedProceeds
package struct CostPosition: Sendable, Hashable {
  /// The part of the held amount whose cost is known.
  package let amount: Decimal
  package let cost: Decimal
  /// The average cost of one coin, rounded to 18 decimal places; `nil` if ``amount`` is zero.
  package let averageCost: Decimal?
  /// The known cost of all coins that ever arrived, including fees.
  let acquired: Decimal
  /// The amount sold with known cost and known proceeds.
  package let realizedAmount: Decimal
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
  /// All known fees; except for sent coins, they are already part of the cost or the proceeds.
  let fees: Decimal
}
