import Markets
import Portfolio

/// Tells the markets what a person has, from the ledger.
struct LedgerHoldings: CoinHoldingsProviding {
  let ledger: any LedgerStoring

  func holdings() async throws -> [CoinHolding] {
    try ledger.snapshot().balances.compactMap { balance in
      // A name that no source can have has no price, either.
      CoinID(balance.coin.id).map { CoinHolding(coin: $0, amount: balance.amount) }
    }
  }
}
