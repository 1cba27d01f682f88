import Foundation
import Persistence
import PersistenceTesting

@testable import Markets
@testable import Portfolio

/// Ledgers with fixed identifiers and times.
enum Ledgers {
  /// An action and its time, in hours after ``FakeRepository/date``.
  typealias Entry = (hour: Double, action: LedgerAction)

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

  /// Returns a purchase at one dollar per coin.
  static func buy(_ amount: Decimal, _ coin: String) -> LedgerAction {
    .buy(Trade(coin: CoinReference(id: coin, symbol: symbol(coin)), amount: amount, price: UnitPrice(1, "aud")))
  }

  /// Returns a sale at one dollar per coin.
  static func sell(_ amount: Decimal, _ coin: String) -> LedgerAction {
    .sell(Trade(coin: CoinReference(id: coin, symbol: symbol(coin)), amount: amount, price: UnitPrice(1, "aud")))
  }

  /// Returns a coin's symbol: `c7` for `coin-7`, and the first letters for other coins.
  private static func symbol(_ coin: String) -> String {
    coin.hasPrefix("coin-") ? "c\(coin.dropFirst(5))" : String(coin.filter(\.isLetter).prefix(3))
  }

  static func holding(_ coins: [CoinHolding]) throws -> FileLedger {
    try make(
      at: coins.map { holding in
        let coin = CoinReference(id: holding.coin.description, symbol: symbol(holding.coin.description))
        return (-1, .receive(Transfer(coin: coin, amount: holding.amount)))
      }
    )
  }
}

struct CoinHolding {
  let coin: CoinID
  let amount: Decimal
}

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

func memoryAlertStore(now: @escaping @Sendable () -> Date = { Date() }) -> FileAlertStore {
  FileAlertStore(
    path: "/data/alerts.json",
    writtenBy: "tests",
    lockTimeout: .seconds(5),
    now: now,
    fileSystem: InMemoryFileSystem()
  )
}
