import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Imported rows without an ID")
struct RepeatedImportTests {
  private static let header = "time,kind,coin,symbol,amount,price,currency,fee,note\n"
  private static let purchase = "2026-01-31T12:00:00Z,buy,bitcoin,btc,0.5,100,aud,1,first\n"
  private static let sale = "2026-01-31T13:00:00Z,sell,bitcoin,btc,0.25,120,aud,,\n"

  private func rows(_ lines: String...) throws -> [LedgerImportRow] {
    try LedgerImportFile(csv: Data((Self.header + lines.joined()).utf8)).rows
  }

  private let ledger = memoryLedger(now: { noon + 100_000 })

  @Test("skips and reports rows that are imported again")
  func twice() throws {
    // Given
    let first = try ledger.add(try rows(Self.purchase, Self.sale)).summary
    // When
    let second = try ledger.add(try rows(Self.purchase, Self.sale)).summary
    // Then
    #expect(first == LedgerImportSummary(added: 2, skipped: 0, differing: []))
    #expect(second == LedgerImportSummary(added: 0, skipped: 2, recognized: 2, differing: []))
    #expect(try ledger.snapshot().count == 2)
  }

  @Test("adds all equal rows in an imported file")
  func equalRows() throws {
    #expect(try ledger.add(try rows(Self.purchase)).summary.added == 1)
    let grown = try ledger.add(try rows(Self.purchase, Self.purchase, Self.purchase)).summary
    #expect(grown == LedgerImportSummary(added: 2, skipped: 1, recognized: 1, differing: []))
    #expect(try ledger.add(try rows(Self.purchase, Self.purchase, Self.purchase)).summary.added == 0)
    #expect(try ledger.snapshot().amount(ofCoin: "bitcoin") == 1.5)
  }

  @Test("recognizes imported rows that were already entered by hand")
  func enteredByHand() throws {
    try ledger.enter(buy("0.5", fee: "1"), note: "first", at: noon)
    #expect(try ledger.add(try rows(Self.purchase)).summary.recognized == 1)
  }

  @Test(
    "adds imported rows that differ in a number, the time, the coin or the kind",
    arguments: [
      "2026-01-31T12:00:00.001Z,buy,bitcoin,btc,0.5,100,aud,1,first\n",
      "2026-01-31T12:00:00Z,receive,bitcoin,btc,0.5,100,aud,1,first\n",
      "2026-01-31T12:00:00Z,buy,ethereum,eth,0.5,100,aud,1,first\n",
      "2026-01-31T12:00:00Z,buy,bitcoin,btc,0.6,100,aud,1,first\n",
      "2026-01-31T12:00:00Z,buy,bitcoin,btc,0.5,101,aud,1,first\n",
      "2026-01-31T12:00:00Z,buy,bitcoin,btc,0.5,100,eur,1,first\n",
      "2026-01-31T12:00:00Z,buy,bitcoin,btc,0.5,100,aud,2,first\n",
    ]
  )
  func differentRows(line: String) throws {
    try ledger.add(try rows(Self.purchase))
    #expect(try ledger.add(try rows(line)).summary.added == 1)
  }

  @Test("reports an entry whose note differs, and leaves it unchanged")
  func differentNote() throws {
    try ledger.add(try rows(Self.purchase))
    let id = try #require(try ledger.snapshot().entries().first).id
    let summary = try ledger.add(try rows(Self.purchase.replacing("first", with: "second"))).summary
    #expect(summary == LedgerImportSummary(added: 0, skipped: 1, recognized: 1, differing: [id]))
    #expect(try ledger.snapshot().entries().first?.note == "first")
  }

  @Test("restores an undone entry when it is imported again")
  func undone() throws {
    try ledger.add(try rows(Self.purchase))
    try ledger.reverse(try #require(try ledger.snapshot().entries().first).id)
    #expect(try ledger.add(try rows(Self.purchase)).summary.added == 1)
    #expect(try ledger.add(try rows(Self.purchase)).summary.added == 0)
    #expect(try ledger.snapshot().amount(ofCoin: "bitcoin") == 0.5)
  }

  @Test("recognizes repeated rows from a JSON file")
  func json() throws {
    let text = """
      {"version": 1, "entries": [{"time": "2026-01-31T12:00:00Z", "kind": "receive", "coin": "bitcoin", "symbol": "btc", "amount": "1"}]}
      """
    let rows = try LedgerImportFile(json: Data(text.utf8)).rows
    #expect(try ledger.add(rows).summary.added == 1)
    #expect(try ledger.add(rows).summary.recognized == 1)
  }

  @Test("previews an import with the same result, without changing the ledger")
  func preview() throws {
    // Given
    try ledger.add(try rows(Self.purchase))
    let all = try rows(Self.purchase, Self.sale)
    // When
    let preview = try ledger.snapshot().previewImport(of: all, now: noon + 100_000)
    // Then
    #expect(preview.summary == LedgerImportSummary(added: 1, skipped: 1, recognized: 1, differing: []))
    #expect(preview.entries.map(\.action) == [sell("0.25", at: "120")])
    #expect(try ledger.snapshot().count == 1)
    #expect(try ledger.add(all).summary == preview.summary)
  }

  @Test("previews a refused import with the same error")
  func refusedPreview() throws {
    let snapshot = try ledger.snapshot()
    let sale = try rows(Self.sale)
    let error = LedgerError.importRefused(.line(2), .insufficient(coin: bitcoin, held: 0, needed: 0.25))
    #expect(throws: error) { try snapshot.previewImport(of: sale, now: noon + 100_000) }
    #expect(throws: error) { try ledger.add(sale) }
  }
}
