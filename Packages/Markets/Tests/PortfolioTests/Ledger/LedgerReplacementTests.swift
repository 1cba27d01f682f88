import Foundation
import Testing

@testable import Portfolio

@Suite("Ledger entry replacement")
struct LedgerReplacementTests {
  private let ledger = memoryLedger(now: { noon })
  private let earlier = noon.addingTimeInterval(-3_600)

  @Test("reverses the old entry, and adds the new entry with its own time")
  func replaced() throws {
    // Given
    let original = try ledger.enter(buy("1"), note: nil, at: earlier)

    // When
    let replacement = try ledger.replace(original.id, with: buy("3"), note: "corrected", at: earlier, now: noon)

    // Then
    let snapshot = try ledger.snapshot()
    #expect(snapshot.amount(ofCoin: bitcoin.id) == 3)
    #expect(snapshot.entry(replacement.id)?.note == "corrected")
    #expect(snapshot.entry(replacement.id)?.time == earlier)
    #expect(snapshot.reversal(of: original.id) != nil)
    #expect(snapshot.count == 3)
  }

  @Test("replaces an entry whose coins have since been sold if the new entry adds enough of them")
  func soldSince() throws {
    // Given
    let original = try ledger.enter(buy("2"), note: nil, at: earlier)
    try ledger.enter(sell("1"))

    // Then
    let error = try #require(throws: LedgerError.self) {
      try ledger.replace(original.id, with: buy("0.5"), note: nil, at: earlier, now: noon)
    }
    guard case .refused(.insufficient) = error else { Issue.record("\(error)"); return }
    #expect(try ledger.snapshot().count == 2)
    try ledger.replace(original.id, with: buy("1"), note: nil, at: earlier, now: noon)
    #expect(try ledger.snapshot().amount(ofCoin: bitcoin.id) == 0)
  }

  @Test("replaces nothing if the entry is unknown or reversed, or if the time is in the future")
  func refused() throws {
    let original = try ledger.enter(buy("1"))
    let unknown = UUID()
    #expect(throws: LedgerError.refused(.unknownEntry(unknown))) {
      try ledger.replace(unknown, with: buy("1"), note: nil, at: noon, now: noon)
    }
    #expect(throws: LedgerError.refused(.invalid(.future))) {
      try ledger.replace(original.id, with: buy("1"), note: nil, at: noon.addingTimeInterval(1), now: noon)
    }
    try ledger.reverse(original.id)
    #expect(throws: LedgerError.self) {
      try ledger.replace(original.id, with: buy("1"), note: nil, at: noon, now: noon)
    }
    #expect(try ledger.snapshot().count == 2)
  }

  @Test("reverses and restores several entries, all or nothing")
  func several() throws {
    // Given
    let bought = try ledger.enter(buy("2"), note: "first", at: earlier)
    let sold = try ledger.enter(sell("1"))

    // When
    try ledger.reverse([bought.id, sold.id], now: noon)

    // Then
    #expect(try ledger.snapshot().amount(ofCoin: bitcoin.id) == 0)
    try ledger.restore([bought.copy(), sold.copy()])
    let snapshot = try ledger.snapshot()
    #expect(snapshot.amount(ofCoin: bitcoin.id) == 1)
    #expect(snapshot.activities(limit: 10).contains { $0.entry.note == "first" && $0.entry.time == earlier })

    // Then nothing is reversed if one of the entries can't be reversed
    let count = snapshot.count
    #expect(throws: LedgerError.self) { try ledger.reverse([bought.id, UUID()], now: noon) }
    #expect(throws: LedgerError.self) { try ledger.restore([sold.copy(), sold.copy()]) }
    #expect(try ledger.snapshot().count == count)
  }

  @Test("finds the entries that restored reversed entries, each for only one of them")
  func currentIDs() throws {
    // Given two equal purchases, a different one, and one with another note
    let equal = [
      try ledger.enter(buy("1"), note: nil, at: earlier), try ledger.enter(buy("1"), note: nil, at: earlier),
    ]
    let other = try ledger.enter(buy("1"), note: nil, at: earlier.addingTimeInterval(1))
    let noted = try ledger.enter(buy("1"), note: "noted", at: earlier)
    let all = equal + [other, noted]

    // Then nothing is reversed
    #expect(try ledger.currentIDs(of: all.map(\.id)) == all.map(\.id))

    // When all are reversed, and all except one are restored
    try ledger.reverse(all.map(\.id), now: noon)
    let copies = [noted.copy(), equal[0].copy(), equal[1].copy()]
    try ledger.restore(copies)

    // Then
    let current = try ledger.currentIDs(of: all.map(\.id))
    #expect(current == [copies[1].id, copies[2].id, other.id, copies[0].id])
    #expect(try ledger.currentIDs(of: [equal[1].id, .numbered(7)]) == [copies[1].id, .numbered(7)])

    // When a restored entry is reversed as well
    try ledger.reverse(copies[1].id)

    // Then
    #expect(try ledger.currentIDs(of: [equal[0].id, equal[1].id]) == [copies[2].id, equal[1].id])
  }

  @Test("allows an entry to be reversed once, and never allows a reversal to be reversed")
  func reversible() throws {
    let entry = try ledger.enter(buy("1"))
    #expect(try ledger.snapshot().canBeReversed(entry))
    let reversal = try ledger.reverse(entry.id)
    #expect(try !ledger.snapshot().canBeReversed(entry))
    #expect(try !ledger.snapshot().canBeReversed(reversal))
  }
}
