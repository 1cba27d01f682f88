import Basics
import Foundation
import Portfolio

/// The value of the user's holdings.
extension CoinListViewModel {
  /// Recalculates the account value after a change to the ledger, without sending a request.
  func showStoredAccount() {
    guard let content else { return }
    latestAccount.start { await self.updateAccount(content, self.latest.current, .storedOnly) }
  }

  func updateAccount(_ content: Content, _ number: Int, _ policy: LoadPolicy = .fresh) async {
    guard let ledger else { return }
    let update = latestAccount.begin()
    do throws(LedgerError) {
      let held = try await performBlocking { () throws(LedgerError) in try ledger.snapshot().balances }
      var prices: [CoinID: Decimal] = [:]
      for coin in content.coins { prices[coin.id] = coin.prices[content.currency] }
      // Coins that aren't in the list are loaded with as few requests as possible. A coin that the source no longer
      // lists has no price.
      let others = held.compactMap { CoinID($0.coin.id) }.filter { prices[$0] == nil }
      let quotes = await fetchQuotes.execute(others.map(\.description), currency: content.currency, policy: policy)
      for (id, price) in quotes.prices(in: content.currency) { CoinID(id).map { prices[$0] = price } }
      guard latest.isLatest(number) else { return }
      guard latestAccount.isLatest(update) else {
        // A newer update read the ledger again, but it may have missed the prices that this update requested.
        if policy != .storedOnly { await updateAccount(content, number, .storedOnly) }
        return
      }
      let hasHoldings = held.contains { $0.amount != 0 }
      account = hasHoldings ? HoldingsTotal(held, in: content.currency) { prices[$0] } : nil
    } catch {
      guard latest.isLatest(number), latestAccount.isLatest(update) else { return }
      account = nil
      onTrouble?("Couldn't calculate the account value: \(error)")
    }
  }
}
