public import Foundation

/// A ledger at one moment: its entries, and what follows from them.
public struct LedgerSnapshot: Sendable {
  let table: LedgerTable
  /// The lines of the file that could not be counted, the first 1,000 of them.
  public let problems: [LedgerProblem]
  /// The number of all lines that could not be counted.
  public let problemCount: Int

  init(table: LedgerTable, problems: [LedgerProblem] = [], problemCount: Int = 0) {
    self.table = table
    self.problems = problems
    self.problemCount = problemCount
  }

  /// A ledger without entries.
  public static let empty = LedgerSnapshot(table: LedgerTable())

  /// The number of entries.
  public var count: Int { table.records.count }

  /// The entries in the order in which they were entered, reversed ones and reversals included; made anew at every
  /// call, in linear time.
  public func entries() -> [LedgerEntry] {
    table.records.indices.map { table.entry(at: $0) }
  }

  /// The entry with an identity.
  ///
  /// - Parameter id: The identity.
  /// - Returns: The entry; `nil` when there is none.
  public func entry(_ id: UUID) -> LedgerEntry? {
    table.position(of: id).map { table.entry(at: $0) }
  }

  /// The identity of the entry that undoes another one, if that is undone.
  ///
  /// - Parameter id: The identity of the entry that may be undone.
  /// - Returns: The reversal's identity; `nil` when the entry counts, or is not there.
  public func reversal(of id: UUID) -> UUID? {
    table.position(of: id).flatMap { table.reversals[$0] }.map { table.records[$0].id }
  }

  /// How many of a coin are held.
  ///
  /// - Parameter id: The coin's identifier.
  /// - Returns: The amount; negative only when damaged lines are missing.
  public func amount(ofCoin id: String) -> Decimal {
    table.names.coins.existing(id).map { table.balance(ofCoin: $0).decimal } ?? 0
  }

  /// All coins of which some are held, in the order in which they first came into the ledger.
  public var balances: [CoinBalance] {
    table.balances.indices.compactMap { number in
      let amount = table.balances[number]
      return amount.isZero ? nil : CoinBalance(coin: table.coin(Int32(number)), amount: amount.decimal)
    }
  }
}

/// How many of a coin are held.
public struct CoinBalance: Sendable, Hashable {
  /// The coin, with the symbol that it was last entered with.
  public let coin: CoinReference
  /// How many are held; negative only when damaged lines are missing.
  public let amount: Decimal

  /// Creates a balance.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - amount: How many are held.
  public init(coin: CoinReference, amount: Decimal) {
    self.coin = coin
    self.amount = amount
  }
}
