import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Ledger entries as CSV")
struct LedgerCSVTests {
  private func rows(_ text: String) throws(ImportError) -> [LedgerImportRow] {
    try LedgerCSV.rows(in: Data(text.utf8), newIdentity: { .numbered(0xABC) })
  }

  private static let header = "id,time,kind,coin,symbol,amount,price,currency,fee,note\n"
  private static let id = "00000000-0000-4000-8000-000000000001"

  @Test("writes CSV entries as RFC 4180 requires")
  func golden() throws {
    let entries = [
      LedgerEntry(id: .numbered(1), time: noon, action: buy("0.5", at: "88047.57", fee: "1"), note: "a, \"b\"\nc"),
      LedgerEntry(id: .numbered(2), time: noon + 0.5, action: .reversal(of: .numbered(1)), note: " spaced "),
    ]
    #expect(
      LedgerCSV.text(of: entries) == """
        id,time,kind,coin,symbol,amount,price,currency,fee,to_coin,to_symbol,to_amount,reverses,note\r
        \(Self.id),2026-01-31T12:00:00.000Z,buy,bitcoin,btc,0.5,88047.57,aud,1,,,,,"a, ""b""\nc"\r
        00000000-0000-4000-8000-000000000002,2026-01-31T12:00:00.500Z,reversal,,,,,,,,,,\(Self.id)," spaced "\r

        """
    )
  }

  @Test("restores entries exactly after a round trip through CSV and JSON")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<LongTests.rounds(byDay: 4, byNight: 20) {
      // Given
      let ledger = memoryLedger(now: TestClock().now)
      for _ in 0..<100 { _ = try? ledger.enter(RandomEntries.action(&random), note: randomNote(&random)) }
      let entries = try ledger.snapshot().entries()
      let last = try #require(entries.last)
      _ = try? ledger.reverse(last.id)

      // When
      let all = try ledger.snapshot().entries()
      let csv = try LedgerCSV.rows(in: Data(LedgerCSV.text(of: all).utf8))
      let json = try LedgerJSON.rows(in: Data(LedgerJSON.text(of: all).utf8))

      // Then
      #expect(csv.map(\.entry) == all)
      #expect(json.map(\.entry) == all)
      for rows in [csv, json] {
        let copy = memoryLedger(now: { noon + 1_000 })
        #expect(try copy.add(rows).summary.added == all.count)
        #expect(try copy.snapshot().entries() == all)
        #expect(try copy.add(rows).summary.skipped == all.count)
      }
    }
  }

  private func randomNote(_ random: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", ",", "\"", "\n", "\r", " ", "é", "🚀", "\u{0}", ";", "=", "\t", "\u{FEFF}", "\\",
    ]
    var note = ""
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      note.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &random)])
    }
    return note
  }

  @Test("reads CSV with any column order, other line breaks and extra columns")
  func others() throws {
    // Given
    let text = """
      \u{FEFF}Amount,TIME,"kind",coin,symbol,currency,price,exchange\r
      0.50,2026-01-31T12:00:00Z,buy,bitcoin,btc,AUD,100.000,"Some, where"\r\n
      1,2026-01-31T12:00:00Z,receive,"bitcoin",btc,,,
      """

    // When
    let rows = try rows(text)

    // Then
    #expect(rows.map(\.position) == [.line(2), .line(4)])
    #expect(rows.map(\.entry.action) == [buy("0.5", at: "100"), receive("1")])
    #expect(rows.map(\.entry.id) == [.numbered(0xABC), .numbered(0xABC)])
  }

  @Test(
    "reads CSV in UTF-16 and with a first line that names the separator",
    arguments: [
      Data("sep=;\r\nTIME;kind;coin;symbol;amount\r\n2026-01-31T12:00:00Z;receive;bitcoin;btc;\"1\"\r\n".utf8),
      Data("\"sep=\t\"\ntime\tkind\tcoin\tsymbol\tamount\n2026-01-31T12:00:00Z\tReceive\tbitcoin\tbtc\t1".utf8),
      utf16("sep=,\ntime,kind,coin,symbol,amount\n2026-01-31T12:00:00Z,receive,bitcoin,btc,1", isBigEndian: false),
      utf16("sep=|\ntime|kind|coin|symbol|amount\n2026-01-31T12:00:00Z|receive|bitcoin|btc|1", isBigEndian: true),
    ]
  )
  func encodings(data: Data) throws {
    let rows = try LedgerCSV.rows(in: data)
    #expect(rows.map(\.entry.action) == [receive("1")])
    #expect(rows.map(\.position) == [.line(3)])
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> Data {
    let units = [0xFEFF] + Array(text.utf16)
    return Data(units.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] })
  }

  @Test("lists all lines that can't be read at once, with each reason only once")
  func allMistakes() {
    let good = ",2026-01-31T12:00:00Z,buy,a,a,1,1,aud,,\n"
    let gift = ",2026-01-31T12:00:00Z,gift,a,a,1,1,aud,,\n"
    let zero = ",2026-01-31T12:00:00Z,receive,a,a,0,,,,\n"
    let error = #expect(throws: ImportError.self) {
      try rows(Self.header + gift + good + gift + gift + "1,2\n" + gift + zero)
    }
    #expect(
      error?.description == """
        Nothing was imported. 6 lines can't be read.
        Lines 2, 4–5, 7: its kind “gift” is unknown; use one of buy, sell, swap, send, receive, reversal.
        Line 6: there are 2 fields but 10 columns; quote fields with separators.
        Line 8: the amount must be more than zero.
        """
    )
    #expect(error?.text(reasonLimit: 1).hasSuffix("reversal.\n2 more problems were found.") == true)
  }

  private static let fieldCount = "there are 2 fields but 10 columns; quote fields with separators"

  private static let mistakeTable: [(String, ImportError)] = [
    ("", .missingColumn("time")), ("\n\n", .missingColumn("time")), ("id,time\n", .missingColumn("kind")),
    ("time;kind;coin;symbol;amount\n", .missingColumn("time")),
    ("time,kind,Time,coin,symbol,amount\n", .repeatedColumn("Time")),
    ("\(header)1,2\n", .entry(.line(2), reason: fieldCount)),
    ("\(header)\n\n1,2\n", .entry(.line(4), reason: fieldCount)),
    ("\(header)\"x\n\n", .quoting(line: 2)), ("\(header)\"x\" y,", .quoting(line: 2)),
    ("\(header)x\"y\",", .quoting(line: 2)),
    ("\(header)\"a\nb\",\"", .quoting(line: 3)),
    ("\(header)x,2026-01-31T12:00:00Z,buy,a,a,1,1,aud,,\n", .entry(.line(2), reason: "its id must be a UUID")),
    (
      "\(header),yesterday,buy,a,a,1,1,aud,,\n",
      .entry(.line(2), reason: "its time must have the form 2026-01-31T12:00:00Z")
    ),
    ("\(header),,buy,a,a,1,1,aud,,\n", .entry(.line(2), reason: "it has no time")),
    ("\(header),2026-01-31T12:00:00Z,,a,a,1,1,aud,,\n", .entry(.line(2), reason: "it has no kind")),
    (
      "\(header),2026-01-31T12:00:00Z,gift,a,a,1,1,aud,,\n",
      .entry(.line(2), reason: "its kind “gift” is unknown; use one of buy, sell, swap, send, receive, reversal")
    ),
    ("\(header),2026-01-31T12:00:00Z,buy,,a,1,1,aud,,\n", .entry(.line(2), reason: "it has no coin")),
    ("\(header),2026-01-31T12:00:00Z,buy,a,a,1,,,,\n", .entry(.line(2), reason: "it has no price")),
    (
      "\(header),2026-01-31T12:00:00Z,buy,a,a,1,1,,,\n",
      .entry(.line(2), reason: "it needs both a price and a currency, or neither")
    ),
    (
      "\(header),2026-01-31T12:00:00Z,buy,a,a,\"1,5\",1,aud,,\n",
      .entry(
        .line(2),
        reason: "its amount must be a number such as 0.5, with at most 18 digits before and after the decimal point"
      )
    ),
    (
      "\(header),2026-01-31T12:00:00Z,buy,a,a,1,1e3,aud,,\n",
      .entry(
        .line(2),
        reason: "its price must be a number such as 0.5, with at most 18 digits before and after the decimal point"
      )
    ),
    ("\(header),2026-01-31T12:00:00Z,swap,a,a,1,,,,\n", .entry(.line(2), reason: "it has no second coin")),
    ("\(header),2026-01-31T12:00:00Z,reversal,,,,,,,\n", .entry(.line(2), reason: "it has no reversed entry")),
  ]

  @Test(
    "rejects the whole CSV file if an entry is invalid, and reports its line and a recovery suggestion",
    arguments: mistakeTable
  )
  func mistakes(text: String, error: ImportError) {
    #expect(throws: error) { try rows(text) }
    #expect(error.description.hasPrefix("Nothing was imported. "))
  }

  @Test("rejects a CSV file that isn't text or is too large")
  func notText() {
    #expect(throws: ImportError.notText) { try LedgerCSV.rows(in: Data([0x61, 0xFF])) }
    #expect(throws: ImportError.notText) { try LedgerCSV.rows(in: Data([0xFF, 0xFE, 0x61])) }
    #expect(throws: ImportError.notText) { try LedgerCSV.rows(in: Data([0xFE, 0xFF, 0xD8, 0x00])) }
    #expect(throws: ImportError.tooLarge(limit: 64 * 1_048_576)) {
      try LedgerCSV.rows(in: Data(count: 64 * 1_048_576 + 1))
    }
    #expect(throws: ImportError.tooLarge(limit: 64 * 1_048_576)) {
      try LedgerJSON.rows(in: Data(count: 64 * 1_048_576 + 1))
    }
  }

  @Test("accepts or rejects randomly changed CSV, and can read back the accepted entries")
  func fuzz() throws {
    var random = SeededGenerator(seed: 7)
    let pieces = Array(Self.header.utf8) + Array("\",\r\n;x1.-é".utf8)
    var read = 0
    let count = LongTests.rounds(byDay: 300, byNight: 15_000)
    for index in 0..<count {
      // Given
      let entries = (0..<3).map { RandomEntries.entry(index * 3 + $0, &random) }
      let isCSV = Bool.random(using: &random)
      var bytes = Array((isCSV ? LedgerCSV.text(of: entries) : LedgerJSON.text(of: entries)).utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }

      // When
      let result = Result { () throws(ImportError) in
        isCSV ? try LedgerCSV.rows(in: Data(bytes)) : try LedgerJSON.rows(in: Data(bytes))
      }

      // Then
      if case .success(let rows) = result {
        read += 1
        let again = try LedgerCSV.rows(in: Data(LedgerCSV.text(of: rows.map(\.entry)).utf8))
        #expect(again.map(\.entry.id) == rows.map(\.entry.id))
      }
    }
    #expect(read > count / 60)
    #expect(read < 1_400)
  }
}
