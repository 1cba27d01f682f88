import Foundation
import Persistence
import PersistenceTesting

@testable import Markets
@testable import Portfolio

/// Ledgers whose identities and times are always the same.
enum Ledgers {
  /// What is entered, and at how many hours from the date of the fakes.
  typealias Entry = (hour: Double, action: LedgerAction)

  /// A ledger with entries.
  static func make(at entries: [Entry]) throws -> FileLedger {
    let ledger = memoryLedger(now: { FakeRepository.date })
    let rows = entries.enumerated().map { index, entry in
      let id = UUID(uuid: (UInt8(index + 1), 0xAB, 0xCD, 0xEF, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))
      let time = FakeRepository.date.addingTimeInterval(entry.hour * 3_600)
      return LedgerImportRow(position: .line(index + 1), entry: LedgerEntry(id: id, time: time, action: entry.action))
    }
    try ledger.add(rows)
    return ledger
  }

  /// A purchase for one dollar each.
  static func buy(_ amount: Decimal, _ coin: String) -> LedgerAction {
    .buy(Trade(coin: CoinReference(id: coin, symbol: symbol(coin)), amount: amount, price: UnitPrice(1, "aud")))
  }

  /// A sale for one dollar each.
  static func sell(_ amount: Decimal, _ coin: String) -> LedgerAction {
    .sell(Trade(coin: CoinReference(id: coin, symbol: symbol(coin)), amount: amount, price: UnitPrice(1, "aud")))
  }

  /// `c7` for `coin-7`, else the first letters.
  private static func symbol(_ coin: String) -> String {
    coin.hasPrefix("coin-") ? "c\(coin.dropFirst(5))" : String(coin.filter(\.isLetter).prefix(3))
  }

  /// A ledger that received coins.
  static func holding(_ coins: [CoinHolding]) throws -> FileLedger {
    try make(
      at: coins.map { holding in
        let coin = CoinReference(id: holding.coin.description, symbol: symbol(holding.coin.description))
        return (-1, .receive(Transfer(coin: coin, amount: holding.amount)))
      }
    )
  }
}

/// An amount of a coin in a ledger.
struct CoinHolding {
  let coin: CoinID
  let amount: Decimal
}

/// A ledger in memory.
func memoryLedger(
  now: @escaping @Sendable () -> Date = { Date() },
  on disk: any FileSystem = InMemoryFileSystem()
) -> FileLedger {
  FileLedger(
    path: "/data/ledger.jsonl",
    lockTimeout: .seconds(5),
    now: now,
    newIdentity: { UUID() },
    fileSystem: disk,
    clock: .system
  )
}

/// Alerts in memory.
func memoryAlertStore(now: @escaping @Sendable () -> Date = { Date() }) -> FileAlertStore {
  FileAlertStore(
    path: "/data/alerts.json",
    writtenBy: "tests",
    lockTimeout: .seconds(5),
    now: now,
    fileSystem: InMemoryFileSystem()
  )
}
