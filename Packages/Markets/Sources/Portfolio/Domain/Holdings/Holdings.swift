/// What is held and what came of it, coin by coin.
public struct Holdings: Sendable, Hashable {
  /// How the cost of coins was decided.
  public let method: CostBasisMethod
  /// All coins that the ledger ever held, in the order in which they first came; those that are gone have an amount of
  /// zero.
  public let holdings: [Holding]

  /// The holding of a coin.
  ///
  /// - Parameter id: The coin's identifier.
  public subscript(coin id: String) -> Holding? {
    holdings.first { $0.coin.id == id }
  }
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
  /// - Parameters:
  ///   - method: How the cost of coins is decided.
  ///   - conversion: Turns the money of all entries into one currency, at the rates of their time; without it,
  ///     currencies are kept apart.
  /// - Returns: The holdings.
  public func holdings(method: CostBasisMethod, conversion: CurrencyConversion? = nil) -> Holdings {
    var calculator = HoldingsCalculator(table: table, method: method, conversion: conversion)
    return Holdings(method: method, holdings: calculator.run())
  }
}
