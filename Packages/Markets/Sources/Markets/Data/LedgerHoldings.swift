public import Portfolio

/// The holdings of a ledger, for the account value.
public struct LedgerHoldings: CoinHoldingsProviding {
  private let ledger: any LedgerStoring

  /// Makes the adapter.
  public init(ledger: any LedgerStoring) { self.ledger = ledger }

  /// What there is of each coin by the ledger's entries; names that no coin can have are left out.
  public func holdings() async throws -> [CoinHolding] {
    try ledger.snapshot().balances.compactMap { balance in
      CoinID(balance.coin.id).map { CoinHolding(coin: $0, amount: balance.amount) }
    }
  }
}
