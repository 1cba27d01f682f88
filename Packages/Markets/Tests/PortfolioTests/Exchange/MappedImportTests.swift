import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Imports of other programs' files")
struct MappedImportTests {
  /// A mapping for the columns `Time`, `Type`, `Asset`, `Size`, `Price`, `Money`, `Fee`, `To`, `To Size` and `Remark`.
  private static var mapping: ImportMapping {
    var mapping = ImportMapping()
    mapping.columns = [
      "time": "Time", "kind": "Type", "coin": "Asset", "amount": "Size", "price": "Price", "currency": "Money",
      "fee": "Fee", "to_coin": "To", "to_amount": "To Size", "note": "Remark",
    ]
    mapping.kinds = ["trade in": "buy", "trade out": "sell", "deposit": "skip", "": "skip"]
    mapping.zone = "Europe/Berlin"
    return mapping
  }
  private static let header = "Time,Type,Asset,Size,Price,Money,Fee,To,To Size,Remark,Balance\n"

  private func read(
    _ text: String,
    _ mapping: ImportMapping = Self.mapping
  ) throws(ImportError) -> LedgerImportFile {
    try LedgerImportFile(csv: Data(text.utf8), mapping)
  }

  @Test("reads mapped columns and kinds, skips lines by kind, and ignores other columns")
  func mapped() throws {
    let file = try read(
      "Account of J. Doe\n\n" + Self.header + """
        2026-01-31 13:00:00,Trade in,BTC,0.5,80000,EUR,1.5,,,"first, ""1"" one",x
        2026-01-31 13:00:00,DEPOSIT,EUR,100,,,,,,,x
        2026-01-31 14:00:00+01:00,trade out,BTC,-0.1,90000,EUR,,,,,x
        2026-01-31 15:00:00 UTC,SWAP,BTC,-0.1,90000,EUR,,ETH,2.5,,x
        ,,,,,,,,,,
        Total,,,,,,,,,,9

        """
    )
    let (btc, eth) = (CoinReference(id: "btc", symbol: "btc"), CoinReference(id: "eth", symbol: "eth"))
    let price = UnitPrice(90_000, "eur")
    let swap = Swap(given: btc, givenAmount: number("0.1"), received: eth, receivedAmount: 2.5, price: price)
    #expect(
      file.rows.map(\.entry.action) == [
        buy("0.5", btc, at: "80000", "eur", fee: "1.5"), sell("0.1", btc, at: "90000", "eur"), .swap(swap),
      ]
    )
    #expect(file.rows.map(\.entry.time) == [noon, noon + 3_600, noon + 10_800])
    #expect(file.rows.map(\.position) == [.line(4), .line(6), .line(7)])
    #expect(file.rows.first?.entry.note == "first, \"1\" one")
    #expect(file.rows.allSatisfy { !$0.hasIdentity })
    #expect(
      file.ignored == [
        .init(line: 5, reason: "its kind is “DEPOSIT”"), .init(line: 9, reason: "its kind is “”"),
      ]
    )
  }

  @Test("reverses a file that begins with the latest entry, so entries of the same second keep their order")
  func descending() throws {
    let lines = [
      "2026-01-31 12:00:01Z,sell,BTC,2,1,EUR,,,,,", "2026-01-31 12:00:01Z,buy,BTC,1,1,EUR,,,,,",
      "2026-01-31 12:00:00Z,buy,BTC,1,1,EUR,,,,,",
    ]
    let file = try read(Self.header + lines.joined(separator: "\n"))
    #expect(file.rows.map(\.position) == [.line(4), .line(3), .line(2)])
    #expect(try memoryLedger(now: { noon + 100 }).add(file.rows).summary.added == 3)
  }

  @Test("adds an imported line only once, even if a longer file contains it again")
  func repeated() throws {
    let ledger = memoryLedger(now: { noon + 100 })
    let first = "2026-01-31 12:00:00Z,buy,BTC,1,1,EUR,,,,,\n"
    #expect(try ledger.add(try read(Self.header + first).rows).summary.added == 1)
    let second = try ledger.add(try read(Self.header + first + first).rows).summary
    #expect((second.added, second.recognized) == (1, 1))
  }

  private static let times: [(text: String, zone: String?, expected: String?)] = [
    ("2026-01-31T12:00:00Z", nil, "2026-01-31T12:00:00Z"), ("2026-01-31 12:00", "UTC", "2026-01-31T12:00:00.000Z"),
    ("2026/01/31 12:00:30", "UTC", "2026-01-31T12:00:30.000Z"),
    ("31.01.2026, 12:00", "UTC", nil), ("31.01.2026 12:00", "Europe/Berlin", "2026-01-31T11:00:00.000Z"),
    ("2026-01-31", "America/New_York", "2026-01-31T05:00:00.000Z"),
    ("2026-01-31 Europe/Berlin", nil, "2026-01-30T23:00:00.000Z"),
    ("2026-01-31 12:00:00 +0130", nil, "2026-01-31T10:30:00.000Z"),
    ("2026-01-31T12:00:00.1239-05", nil, "2026-01-31T17:00:00.123Z"),
    ("2026-01-31T12:00:00,5 -00:00", nil, "2026-01-31T12:00:00.500Z"),
    ("2026-07-31 12:00:00 Europe/Berlin", "UTC", "2026-07-31T10:00:00.000Z"),
    (" 2026-01-31 12:00 utc ", nil, "2026-01-31T12:00:00.000Z"),
    // Clocks were set back at 03:00 on 2025-10-26, and forward at 02:00 on 2026-03-29.
    ("2025-10-26 02:30", "Europe/Berlin", "2025-10-26T00:30:00.000Z"), ("2026-03-29 02:30", "Europe/Berlin", nil),
    ("2026-03-29 03:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"),
    ("2026-01-31 12:00:00", nil, nil), ("01/31/2026 12:00", "UTC", nil), ("2026-02-30 12:00", "UTC", nil),
    ("2026-01-31 24:00", "UTC", nil), ("2026-01-31 12:60", "UTC", nil), ("2026-01-31 12:00:60", "UTC", nil),
    ("2026-01-31 12", "UTC", nil), ("2026-01-31 12:00 Nowhere", "UTC", nil), ("2026-01-31 12:00+1", "UTC", nil),
    ("2026-01-31 12:00+99:00", "UTC", nil), ("2026-01-31 12:00.5", "UTC", nil), ("1900-01-01", "UTC", nil),
    ("٢٠٢٦-٠١-٣١", "UTC", nil), ("", "UTC", nil), ("2026-01-31T12:00:00.", "UTC", nil), ("2026-01/31", "UTC", nil),
  ]

  @Test("reads times with an offset or a zone, and rejects ambiguous times", arguments: times)
  func readsTime(text: String, zone: String?, expected: String?) {
    let zone = zone.flatMap(ImportTime.namedZone)
    let found = Result { () throws(LooseFields.Fault) in try ImportTime.text(text, zone: zone) }
    #expect((try? found.get()) == expected)
  }

  private static let numbers: [(text: String, mark: String?, expected: String?)] = [
    ("0.5", nil, "0.5"), ("-0.5", nil, "-0.5"), ("1,500", nil, nil), ("$5", nil, nil), ("1e-8", nil, nil),
    ("1,500", ".", "1500"), ("1,500", ",", "1.5"), ("1.500", ",", "1500"), ("1.234.567,89", ",", "1234567.89"),
    ("$1,234.50", ".", "1234.5"), ("-$7.10", ".", "-7.1"), ("7,10 €", ",", "7.1"), ("€ -3", ".", "-3"),
    ("+3", ".", "3"),
    ("1 234,5", ",", "1234.5"), ("1\u{A0}234\u{202F}567", ",", nil), ("1'234.5", ".", "1234.5"), (".5", ".", "0.5"),
    ("", ".", nil), ("-", ".", nil), ("$", ".", nil), (".", ".", nil), ("5.", ".", nil), ("1,5", ".", nil),
    ("12,34", ".", nil), ("1234,567", ".", nil), (",123", ".", nil), ("1.2.3", ".", nil), ("--1", ".", nil),
    ("1 2", ".", nil), ("1-2", ".", nil), ("٣", ".", nil), ("1,234,56", ".", nil), ("0x1", ".", nil), ("1E8", ".", nil),
    ("1.0000000000000000001", ".", nil), (String(repeating: "9", count: 30), ".", nil),
  ]

  @Test("reads numbers with the file's decimal mark, and rejects ambiguous numbers", arguments: numbers)
  func readsNumber(text: String, mark: String?, expected: String?) {
    var mapping = ImportMapping()
    mapping.decimal = mark
    #expect(mapping.number(text)?.description == expected)
  }

  private static let mistakes: [(String, String)] = [
    ("", "No line has the columns “Asset”, “Fee”, “Money”, “Price”, …. Check --columns and --separator."),
    ("Time,Type\n", "No line has the columns “Asset”, “Fee”, “Money”, “Price”, …. The file's columns: “Time”, “Type”."),
    (header.replacing("Fee,", with: "\u{1B}[31m,"), "No line has the column “Fee”"),
    (header.replacing("Balance", with: "TIME"), "Line 1: the column Time appears twice."),
    (header + "1,2\n", "Line 2: there are 2 fields but 11 columns"),
    (header + "2026-01-31Z,Airdrop,BTC,1,,,,,,,\n", "Line 2: its kind “Airdrop” is unknown"),
    (header + "2026-01-31Z,buy,BTC,-1,1,EUR,,,,,\n", "Line 2: the amount must be zero or more"),
    (header + "2026-01-31Z,buy,BTC,1,,,,,,,\n", "Line 2: it has no price"),
    (header + "2026-01-31Z,buy,BTC,1,1,,,,,,\n", "Line 2: it needs both a price and a currency, or neither"),
    (header + "2026-01-31Z,buy,,1,1,EUR,,,,,\n", "Line 2: it has no coin"),
    (header + "2026-01-31Z,buy,BTC,1,1,E€,,,,,\n", "Line 2: the currency must be a code"),
    (header + "31/01/2026,buy,BTC,1,1,EUR,,,,,\n", "Line 2: its time must have the form"),
  ]

  @Test("names the line or the column of a mapped file that can't be read", arguments: mistakes)
  func mistake(text: String, reason: String) {
    let error = #expect(throws: ImportError.self) { try read(text) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("\u{1B}") == false)
  }

  @Test("requires the columns without which no entry can be read, and fills in a missing currency and zone")
  func requirements() throws {
    var mapping = ImportMapping()
    mapping.columns = ["time": "a", "kind": "b", "coin": "c"]
    #expect(throws: ImportError.unmappedColumn("amount")) { try read("a,b,c\n", mapping) }
    mapping.columns.merge(["amount": "d", "price": "e"]) { $1 }
    mapping = mapping.overridden(by: ImportMapping())
    let line = "a;b;c;d;e\n2026-01-31 12:00:00;BUY;BTC;1;2,5\n"
    mapping.separator = ";"
    #expect(throws: ImportError.self) { try read(line, mapping) }
    (mapping.decimal, mapping.zone, mapping.currency) = (",", "UTC", "eur")
    let decoded = try JSONDecoder().decode(ImportMapping.self, from: JSONEncoder().encode(mapping))
    let btc = CoinReference(id: "btc", symbol: "btc")
    #expect(try read(line, decoded).rows.map(\.entry.action) == [buy("1", btc, at: "2.5", "eur")])
  }

  @Test("accepts or rejects randomly changed files without crashing, and accepted lines can be recorded or refused")
  func fuzz() throws {
    let sample = Array(
      (Self.header + """
        2026-01-31 13:00:00,Trade in,BTC,0.5,80000,EUR,1.5,,,first,x
        2026-01-31 14:00:00+01:00,trade out,BTC,-0.1,90000,EUR,,,,,x
        31.01.2026 15:00 UTC,SWAP,BTC,"0.1",90000,EUR,,ETH,2.5,,x

        """).utf8
    )
    var random = SeededGenerator(seed: 31)
    let pieces = Array("0129-+.,;eE$\"\r\n BTC/:Z=€".utf8)
    var read = 0
    let count = LongTests.rounds(byDay: 600, byNight: 30_000)
    for _ in 0..<count {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      if Int.random(in: 0..<8, using: &random) == 0 { bytes = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] } }
      var mapping = Self.mapping
      if Bool.random(using: &random) { mapping.decimal = Bool.random(using: &random) ? "." : "," }
      guard let file = try? LedgerImportFile(csv: Data(bytes), mapping) else { continue }
      read += 1
      _ = try? memoryLedger(now: { noon + 1_000_000 }).add(file.rows)
    }
    #expect(read > count / 30)
    #expect(read < count)
  }
}
