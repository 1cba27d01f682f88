import Foundation
import Testing

@testable import Portfolio

@Suite("Ledger entries as JSON")
struct LedgerJSONTests {
  private func rows(_ text: String) throws(ImportError) -> [LedgerImportRow] {
    try LedgerJSON.rows(in: Data(text.utf8), newIdentity: { .numbered(0xABC) })
  }

  @Test("writes a JSON document with a version and one entry per line")
  func golden() throws {
    #expect(LedgerJSON.text(of: []) == "{\"version\": 1, \"entries\": []}\n")
    let entry = LedgerEntry(id: .numbered(1), time: noon, action: receive("3"), note: "\"x\"")
    #expect(
      LedgerJSON.text(of: [entry, entry]).split(separator: "\n").dropFirst().first == """
          {"id": "00000000-0000-4000-8000-000000000001", "time": "2026-01-31T12:00:00.000Z", "kind": "receive", \
        "coin": "bitcoin", "symbol": "btc", "amount": "3", "note": "\\"x\\""},
        """
    )
  }

  @Test("reads JSON numbers without rounding")
  func numbers() throws {
    let text = """
      {"entries":[{"time":"2026-01-31T12:00:00Z","kind":"buy","coin":"bitcoin","symbol":"btc",
      "amount":123456789012.123456789012345678,"price":1e2,"currency":"AUD","extra":[1]}],"version":1}
      """
    let rows = try rows(text)
    #expect(rows.map(\.entry.action) == [buy("123456789012.123456789012345678", at: "100")])
    #expect(rows.map(\.entry.id) == [.numbered(0xABC)])
    #expect(rows.map(\.position) == [.entry(1)])
  }

  @Test(
    "rejects the whole JSON document if an entry is invalid, and reports the entry's number",
    arguments: [
      ("", ImportError.notJSON), ("[]", .notJSON), ("{}", .notJSON), (#"{"version":0,"entries":[]}"#, .notJSON),
      (#"{"version":1}"#, .notJSON), (#"{"version":1,"entries":{}}"#, .notJSON),
      (#"{"version":2,"things":[]}"#, .newerSchema(version: 2)),
      (#"{"version":1,"entries":[{}]}"#, .entry(.entry(1), reason: "it has no time")),
      (#"{"version":1,"entries":[7]}"#, .entry(.entry(1), reason: "its object has the wrong type")),
      (
        #"{"version":1,"entries":[{"time":"2026-01-31T12:00:00Z","kind":"reversal","reverses":7}]}"#,
        .entry(.entry(1), reason: "its reverses has the wrong type")
      ),
    ]
  )
  func mistakes(text: String, error: ImportError) {
    #expect(throws: error) { try rows(text) }
  }
}
