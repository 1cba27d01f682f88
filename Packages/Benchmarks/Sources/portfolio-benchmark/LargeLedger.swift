import Foundation
import Portfolio

/// A ledger file with many entries of every kind.
struct LargeLedger {
  let count: Int
  let path: String
  let size: Int

  /// Writes the file through the public interface: half of the entries are purchases, the others take less than those
  /// brought.
  init(in folder: URL, count: Int) throws {
    let names = ["bitcoin", "ethereum", "solana", "wrapped-staked-ether", "dogecoin", "shiba-inu", "cardano"]
    let coins = names.map { Coin(id: $0, symbol: String($0.prefix(4))) }
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let rows = (0..<count).map { number in
      let coin = coins[number / 2 % coins.count]
      let amount = Decimal(1 + number % 97) / 1_000 + 1
      let price = UnitPrice(Decimal(20_000 + number % 7_919) / 100, number % 3 == 0 ? "usd" : "aud")
      let action: LedgerAction =
        switch number % 20 {
        case 1, 5, 9: .sell(Trade(coin: coin, amount: 1, price: price, fee: Decimal(number % 50) / 100))
        case 3: .send(Transfer(coin: coin, amount: 1))
        case 7:
          .swap(
            Swap(
              given: coin,
              givenAmount: 1,
              received: coins[(number / 2 + 1) % coins.count],
              receivedAmount: amount,
              price: price
            )
          )
        case 11: .receive(Transfer(coin: coin, amount: amount))
        default: .buy(Trade(coin: coin, amount: amount, price: price, fee: Decimal(number % 50) / 100))
        }
      let note = number % 10 == 0 ? "Entry number \(number)" : nil
      let entry = LedgerEntry(time: start.addingTimeInterval(Double(number) * 60), action: action, note: note)
      return LedgerImportRow(position: .entry(number + 1), entry: entry)
    }
    path = folder.appendingPathComponent("ledger.jsonl").path
    let summary = try FileLedger(path: path, now: { Date(timeIntervalSince1970: 2_000_000_000) }).add(rows)
    precondition(summary.added == count, "All entries were accepted.")
    self.count = count
    size = try Data(contentsOf: URL(fileURLWithPath: path)).count
  }

  func reportBalance() throws {
    try Stopwatch.report("balance: read, check, fold", limit: 50) {
      let snapshot = try FileLedger(path: path).snapshot()
      precondition(snapshot.count == count && snapshot.problemCount == 0, "The ledger is read whole.")
      return snapshot.balances.count
    }
  }

  func reportOthers() throws {
    let ledger = FileLedger(path: path)
    let snapshot = try ledger.snapshot()
    let prices = Dictionary(uniqueKeysWithValues: snapshot.balances.map { ($0.coin.id, Decimal(100)) })
    try Stopwatch.report("balance again, nothing new") { try ledger.snapshot().balances.count }
    Stopwatch.report("holdings, first in first out") { snapshot.holdings(method: .fifo).holdings.count }
    Stopwatch.report("holdings, average") { snapshot.holdings(method: .average).holdings.count }
    let holdings = snapshot.holdings(method: .average)
    Stopwatch.report("account value") { holdings.value(in: "aud", prices: prices).items.count }
    Stopwatch.report("latest ten activities") { snapshot.activities(limit: 10).count }
    Stopwatch.report("all entries as values") { snapshot.entries().count }
  }
}
