import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

let bitcoin = CoinReference(id: "bitcoin", symbol: "btc")
let ethereum = CoinReference(id: "ethereum", symbol: "eth")
let dogecoin = CoinReference(id: "dogecoin", symbol: "doge")

/// 2026-01-31T12:00:00Z.
let noon = Date(timeIntervalSince1970: 1_769_860_800)

func number(_ digits: String) -> Decimal {
  guard let number = Decimal(string: digits, locale: nil) else {
    Issue.record("\(digits) is not a number")
    return .nan
  }
  return number
}

func buy(
  _ amount: String,
  _ coin: CoinReference = bitcoin,
  at price: String = "100",
  _ currency: String = "aud",
  fee: String = "0"
)
  -> LedgerAction
{
  .buy(Trade(coin: coin, amount: number(amount), price: UnitPrice(number(price), currency), fee: number(fee)))
}

func sell(
  _ amount: String,
  _ coin: CoinReference = bitcoin,
  at price: String = "100",
  _ currency: String = "aud",
  fee: String = "0"
)
  -> LedgerAction
{
  .sell(Trade(coin: coin, amount: number(amount), price: UnitPrice(number(price), currency), fee: number(fee)))
}

func send(_ amount: String, _ coin: CoinReference = bitcoin) -> LedgerAction {
  .send(Transfer(coin: coin, amount: number(amount)))
}

func receive(_ amount: String, _ coin: CoinReference = bitcoin, at price: String? = nil, fee: String = "0")
  -> LedgerAction
{
  let unit = price.map { UnitPrice(number($0), "aud") }
  return .receive(Transfer(coin: coin, amount: number(amount), price: unit, fee: number(fee)))
}

func swap(
  _ amount: String,
  _ given: CoinReference,
  _ got: String,
  _ received: CoinReference,
  at price: String? = nil,
  fee: String = "0"
)
  -> LedgerAction
{
  .swap(
    Swap(
      given: given,
      givenAmount: number(amount),
      received: received,
      receivedAmount: number(got),
      price: price.map { UnitPrice(number($0), "aud") },
      fee: number(fee)
    )
  )
}

extension ImportError {
  static func entry(_ position: ImportPosition, reason: String) -> Self {
    .unreadable([ImportProblem(position, reason: reason)])
  }
}

/// A clock that tests can set; each reading is a second later than the previous one.
final class TestClock: Sendable {
  private let time: Locked<Date>

  init(_ start: Date = noon) {
    time = Locked(start)
  }

  func now() -> Date {
    time.withLock { time in
      defer { time += 1 }
      return time
    }
  }

  func set(_ date: Date) { time.withLock { $0 = date } }
}

extension UUID {
  static func numbered(_ number: Int) -> UUID {
    let digits = String(number, radix: 16)
    return UUID(uuidString: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits)
      ?? UUID()
  }
}

/// Returns a snapshot with one entry per minute, starting at noon.
func ledger(_ actions: [LedgerAction]) throws -> LedgerSnapshot {
  try ledger(at: actions.enumerated().map { ($0.offset, $0.element) })
}

/// Returns a snapshot of entries at minutes after noon, numbered from 1.
func ledger(at entries: [(minute: Int, action: LedgerAction)]) throws -> LedgerSnapshot {
  let store = memoryLedger(now: { noon.addingTimeInterval(86_400) })
  let rows = entries.enumerated().map { index, entry in
    LedgerImportRow(
      position: .entry(index + 1),
      entry: LedgerEntry(
        id: .numbered(index + 1),
        time: noon.addingTimeInterval(Double(entry.minute) * 60),
        action: entry.action
      )
    )
  }
  try store.add(rows)
  return try store.snapshot()
}

/// Writes a ledger file with every kind of entry, a reversal, and a note with every kind of escape.
func makeGoldenLedger(_ path: String, on fileSystem: any FileSystem = LiveFileSystem()) throws {
  let clock = TestClock()
  let numbers = Locked(0)
  let ledger = FileLedger(
    path: path,
    now: clock.now,
    newIdentity: {
      .numbered(
        numbers.withLock { number in
          number += 1
          return number
        }
      )
    },
    on: fileSystem
  )
  try ledger.enter(buy("2", at: "88047.57", fee: "1.5"))
  try ledger.enter(sell("0.5", at: "90000"), note: "a \"quoted\" note, \\ with\nbreaks and é 🚀")
  try ledger.enter(swap("0.25", bitcoin, "5.123456789012345678", ethereum, at: "91000.1", fee: "2"))
  try ledger.enter(send("0.1", ethereum))
  try ledger.enter(receive("1000", dogecoin, at: "0.00000001"), note: "found")
  let undone = try ledger.enter(buy("7", dogecoin))
  try ledger.reverse(undone.id)
}

func memoryLedger(
  now: @escaping @Sendable () -> Date = { Date() },
  newIdentity: @escaping @Sendable () -> UUID = { UUID() }
) -> FileLedger {
  FileLedger(path: "/data/ledger.jsonl", now: now, newIdentity: newIdentity, on: InMemoryFileSystem())
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

extension FileLedger {
  convenience init(
    path: String,
    lockTimeout: Duration = .seconds(5),
    now: (@Sendable () -> Date)? = nil,
    newIdentity: @escaping @Sendable () -> UUID = { UUID() },
    on fileSystem: any FileSystem,
    clock: StoreClock = .system
  ) {
    let ownClock = TestClock()
    self.init(
      path: path,
      lockTimeout: lockTimeout,
      now: now ?? ownClock.now,
      newIdentity: newIdentity,
      fileSystem: fileSystem,
      clock: clock
    )
  }
}

/// A counter for the pauses while waiting for a lock; time passes only during pauses.
final class PauseCounter: Sendable {
  private let pauses = Locked<[Duration]>([])

  var count: Int { pauses.withLock { $0.count } }

  var clock: StoreClock {
    StoreClock(
      date: { noon },
      uptime: { self.pauses.withLock { $0.reduce(.zero, +) } },
      wait: { pause in self.pauses.withLock { $0.append(pause) } }
    )
  }
}

/// Returns quotes with one currency per coin and a maximum age of five minutes.
func alertQuotes(_ prices: [String: (currency: String, price: Decimal)], at time: Date = noon) -> AlertQuotes {
  AlertQuotes(
    prices.mapValues { currency, price in
      [currency: Quote(price: price, time: time, source: "Test")].compactMapValues { $0 }
    },
    interval: .seconds(300)
  )
}
