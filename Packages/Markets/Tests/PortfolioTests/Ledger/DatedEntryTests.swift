import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Backdated ledger entries")
struct DatedEntryTests {
  private let folder: TemporaryFolder
  private let clock = TestClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  private var ledgers: [any LedgerStoring] {
    [memoryLedger(now: clock.now), FileLedger(path: folder.path("ledger.jsonl"), now: clock.now)]
  }

  /// Returns the time a number of days before noon.
  private func before(days: Double) -> Date { noon.addingTimeInterval(-days * 86_400) }

  @Test("keeps an entry's given time and chronological position, even after a restart")
  func entering() throws {
    for ledger in ledgers {
      // Given
      let newest = try ledger.enter(buy("1", at: "300"))
      // When
      let older = try ledger.enter(buy("1", at: "100"), note: "found again", at: before(days: 10))
      // Then
      #expect(older.time == before(days: 10))
      #expect(older.note == "found again")
      #expect(try ledger.snapshot().activities().map(\.id) == [newest.id, older.id])
      // The oldest coins are sold first, so a sale now uses the earlier entry's cost.
      try ledger.enter(sell("1", at: "400"))
      #expect(try ledger.snapshot().holdings(method: .fifo, in: "aud").holdings.first?.position.cost == 300)
    }
    #expect(try FileLedger(path: folder.path("ledger.jsonl")).snapshot().count == 3)
  }

  @Test("accepts an entry at the current time, but refuses one a millisecond later or before 1970")
  func limits() throws {
    for ledger in ledgers {
      clock.set(noon)
      #expect(throws: LedgerError.refused(.invalid(.future))) {
        try ledger.enter(buy("1"), note: nil, at: noon.addingTimeInterval(0.001))
      }
      clock.set(noon)
      #expect(try ledger.enter(buy("1"), note: nil, at: noon).time == noon)
      #expect(throws: LedgerError.refused(.invalid(.impossibleTime))) {
        try ledger.enter(buy("1"), note: nil, at: Date(timeIntervalSince1970: -1))
      }
      #expect(try ledger.snapshot().count == 1)
    }
  }

  @Test("refuses to sell coins that weren't held at the time, and reports both amounts and the time")
  func insufficientThen() throws {
    for ledger in ledgers {
      // Given
      try ledger.enter(buy("1"), note: nil, at: before(days: 10))
      try ledger.enter(buy("1"), note: nil, at: before(days: 5))
      for action in [sell("1.5"), send("1.5"), swap("1.5", bitcoin, "1", ethereum)] {
        // When, Then
        let refusal = LedgerRefusal.insufficientThen(
          coin: bitcoin,
          time: before(days: 7),
          held: 1,
          needed: number("1.5")
        )
        #expect(throws: LedgerError.refused(refusal)) { try ledger.enter(action, note: nil, at: before(days: 7)) }
        #expect("\(refusal)".hasPrefix("You held only 1 BTC at 2026-01-24T12:00:00Z, but 1.5 are needed."))
      }
      #expect(try ledger.snapshot().count == 2)
      // On the next day there are enough coins.
      try ledger.enter(sell("1.5"), note: nil, at: before(days: 4))
    }
  }

  @Test("refuses to remove coins that a later entry has sold")
  func neededLater() throws {
    for ledger in ledgers {
      // Given
      try ledger.enter(buy("1"), note: nil, at: before(days: 10))
      let sale = try ledger.enter(sell("1"), note: nil, at: before(days: 5))
      // When, Then
      #expect(throws: LedgerError.refused(.neededLater(coin: bitcoin, by: sale.id))) {
        try ledger.enter(send("0.1"), note: nil, at: before(days: 7))
      }
      #expect(try ledger.snapshot().count == 2)
      #expect(try ledger.snapshot().amount(ofCoin: "bitcoin") == 0)
    }
  }
}
