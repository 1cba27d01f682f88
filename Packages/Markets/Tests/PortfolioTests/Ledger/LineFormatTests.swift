import Basics
import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Ledger line format")
struct LineFormatTests {
  private func read(_ text: String, _ table: inout LedgerTable) throws(LineFault) -> LedgerEntry? {
    let bytes = Array(text.utf8)
    let record = try bytes.withUnsafeBufferPointer { line throws(LineFault) in try LineReader.record(line, &table) }
    return record.map { table.entry(of: $0) }
  }

  private func read(_ text: String) throws -> LedgerEntry? {
    var table = LedgerTable()
    return try read(text, &table)
  }

  private func checked(_ body: String) -> String {
    body + ",\"crc\":\"\(CRC32(body.utf8).text)\"}"
  }

  @Test("writes ledger lines in a fixed format")
  func golden() throws {
    // Given
    var table = LedgerTable()
    let entry = LedgerEntry(
      id: .numbered(1),
      time: noon,
      action: buy("0.5", at: "88047.57", fee: "1"),
      note: "a \"b\"\n\u{1}"
    )

    // When
    let line = LineFormat.line(try table.record(entry), table.names)

    // Then
    let body = """
      {"v":1,"id":"00000000-0000-4000-8000-000000000001","time":"2026-01-31T12:00:00.000Z","kind":"buy","coin":"bitcoin",\
      "symbol":"btc","amount":"0.5","price":"88047.57","currency":"aud","fee":"1","note":"a \\"b\\"\\n\\u0001"
      """
    #expect(String(decoding: line, as: UTF8.self) == checked(body) + "\n")
    #expect(try read(checked(body)) == entry)
  }

  @Test("reads every entry identically with the fast reader and the JSON decoder")
  func agreement() throws {
    var random = SeededGenerator(seed: 3)
    var fast = LedgerTable()
    var loose = LedgerTable()
    for index in 0..<1_000 {
      // Given
      let entry = RandomEntries.entry(index, &random)
      var table = LedgerTable()
      let line = Array(LineFormat.line(try table.record(entry), table.names).dropLast())

      // When
      let quick = line.withUnsafeBufferPointer { LineScanner.record($0, &fast.names) }
      let slow = try line.withUnsafeBufferPointer { try LooseLine.record($0, &loose) }

      // Then
      #expect(loose.entry(of: slow) == entry)
      let hasRareEscape = entry.note?.contains("\u{1}") ?? false
      #expect((quick == nil) == hasRareEscape)
      if let quick { #expect(fast.entry(of: quick) == entry) }
    }
  }

  @Test(
    "reads equivalent JSON forms of the same ledger entry",
    arguments: [
      #"{ "v" : 1, "id":"00000000-0000-4000-8000-000000000001", "time":"2026-01-31T12:00:00Z","kind":"sell","coin":"bitcoin","symbol":"btc","amount":"0.5","price":"1","currency":"aud"}"#,
      #"{"amount":0.5,"price":1e0,"currency":"AUD","coin":"bitcoin","symbol":"btc","kind":"sell","time":"2026-01-31T12:00:00.0000Z","id":"00000000-0000-4000-8000-000000000001","v":1}"#,
      #"{"v":1,"id":"00000000-0000-4000-8000-000000000001","time":"2026-01-31T12:00:00.000Z","kind":"sell","coin":"bit\u0063oin","symbol":"btc","amount":"0.50","price":"1","currency":"aud","fee":"0","note":"","mood":{"good":[true,null]}}"#,
      "\t"
        + #"{"v":1,"id":"00000000-0000-4000-8000-000000000001","time":"2026-01-31T12:00:00.000Z","kind":"sell","coin":"bitcoin","symbol":"btc","amount":"0.5","price":"1","currency":"aud"}"#
        + " \r",
    ]
  )
  func spellings(line: String) throws {
    #expect(try read(line) == LedgerEntry(id: .numbered(1), time: noon, action: sell("0.5", at: "1")))
  }

  @Test(
    "reads JSON numbers in ledger lines without rounding",
    arguments: ["123456789012.123456789012345678", "0.1", "1e-18"]
  )
  func lossless(digits: String) throws {
    let line = """
      {"v":1,"id":"\(UUID.numbered(1))","time":"2026-01-31T12:00:00.000Z","kind":"send","coin":"a","symbol":"a","amount":\(digits)}
      """
    #expect(try read(line)?.action == send(digits, CoinReference(id: "a", symbol: "a")))
  }

  @Test("ignores blank lines in the ledger", arguments: ["", " ", "\r", "\t \r"])
  func blank(line: String) throws {
    #expect(try read(line) == nil)
  }

  static let head = #"{"v":1,"id":"00000000-0000-4000-8000-000000000001","time":"2026-01-31T12:00:00.000Z","kind":"#

  @Test(
    "rejects ledger lines that aren't entries, and gives the reason",
    arguments: [
      ("hello", "JSON object"), ("{", "JSON object"), ("[]", "JSON object"), ("null", "JSON object"),
      ("{}", "JSON object"),
      (#"{"v":"1"}"#, "JSON object"), (#"{"v":0}"#, "format version 0 is unknown"),
      (#"{"v":-1}"#, "format version -1 is unknown"),
      (#"{"v":1}"#, "no id"),
      (#"{"v":1,"id":"x"}"#, "must be a UUID"), (#"{"v":1,"id":7}"#, "wrong type"),
      (#"{"v":1,"id":"00000000-0000-4000-8000-000000000001"}"#, "no time"),
      (#"{"v":1,"id":"00000000-0000-4000-8000-000000000001","time":"noon"}"#, "2026-01-31"),
      (head + #""gift"}"#, "kind “gift” is unknown"), (head + #""buy"}"#, "no coin"),
      (head + #""reversal"}"#, "no reversed entry"),
      (head + #""buy","coin":"a","symbol":"a","amount":"1"}"#, "no price"),
      (head + #""send","coin":"a","symbol":"a","amount":"1","price":"1"}"#, "both a price and a currency"),
      (head + #""send","coin":"a","symbol":"a","amount":"1","fee":"1"}"#, "fee needs a price"),
      (head + #""send","coin":"a","symbol":"a","amount":"0"}"#, "more than zero"),
      (head + #""send","coin":"a","symbol":"a","amount":"-1"}"#, "zero or more"),
      (head + #""send","coin":"a","symbol":"a","amount":"many"}"#, "must be a number such as 0.5"),
      (head + #""send","coin":"a","symbol":"a","amount":true}"#, "wrong type"),
      (head + #""send","coin":"a","symbol":"a","amount":1e400}"#, "wrong type"),
      (head + #""send","coin":"a","symbol":"a","amount":1e18}"#, "at most 18 digits"),
      (head + #""send","coin":"","symbol":"a","amount":"1"}"#, "coin is missing"),
      (head + #""send","coin":"a\u0007","symbol":"a","amount":"1"}"#, "control characters"),
      (head + #""send","coin":"a","symbol":"a","amount":"1","price":"1","currency":"$"}"#, "code"),
      (
        head + #""swap","coin":"a","symbol":"a","amount":"1","to_coin":"a","to_symbol":"a","to_amount":"1"}"#,
        "two different"
      ),
      (head + #""swap","coin":"a","symbol":"a","amount":"1"}"#, "no second coin"),
      (String(repeating: "x", count: 70_000), "longer than"),
    ]
  )
  func refusing(line: String, reason: String) {
    let error = #expect(throws: LineFault.self) { try read(line) }
    guard case .damaged(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
  }

  @Test("rejects names and notes in a ledger that aren't UTF-8")
  func invalidText() throws {
    for name in ["coin", "note"] {
      // Given
      let body = Self.head + #""send","coin":"a","symbol":"a","amount":"1","note":"a"}"#
      var line = Array(body.replacingOccurrences(of: "\"\(name)\":\"a", with: "\"\(name)\":\"~").utf8)
      let place = try #require(line.firstIndex(of: UInt8(ascii: "~")))
      line[place] = 0xFF
      var table = LedgerTable()

      // Then
      #expect(throws: LineFault.self) { try line.withUnsafeBufferPointer { try LineReader.record($0, &table) } }
    }
  }

  @Test("rejects a ledger line whose checksum isn't at the end")
  func displacedCheck() {
    let line = Self.head + #""send","coin":"a","symbol":"a","amount":"1","crc":"00000000","note":"b"}"#
    let error = #expect(throws: LineFault.self) { try read(line) }
    guard case .checksum = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("recognizes a ledger line from a newer version regardless of the rest of the line")
  func newer() {
    let error = #expect(throws: LineFault.self) { try read(#"{"v":2,"id":{"new":[1,2]},"coins":[]}"#) }
    guard case .newerSchema(2) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "limits the lengths of names, notes and lines in a ledger",
    arguments: [
      ("coin", 200, true), ("coin", 201, false), ("symbol", 200, true), ("symbol", 201, false), ("note", 4_000, true),
      ("note", 4_001, false), ("padding", 65_536, true), ("padding", 65_537, false),
    ]
  )
  func lengths(member: String, length: Int, isAccepted: Bool) {
    func text(_ name: String) -> String { name == member ? String(repeating: "x", count: length) : "x" }
    var line =
      Self.head
      + #""send","coin":"\#(text("coin"))","symbol":"\#(text("symbol"))","amount":"1","note":"\#(text("note"))"}"#
    if member == "padding" { line += String(repeating: " ", count: length - line.utf8.count) }
    #expect(((try? read(line)) != nil) == isAccepted)
  }

  @Test("never reads a line with the fast reader that the JSON decoder rejects or reads differently")
  func strictness() throws {
    var random = SeededGenerator(seed: 9)
    let pieces = Array("\"{}:,.-0159afAFgxTZ\\ne\u{7F}\u{1F} é".utf8)
    var read = 0
    for index in 0..<LongTests.rounds(byDay: 2_000, byNight: 200_000) {
      // Given a line without a checksum, and at most one changed byte
      var source = LedgerTable()
      let entry = RandomEntries.entry(index, &random)
      var line = Array(LineFormat.line(try source.record(entry), source.names).dropLast(LineFormat.checkLength + 1))
      line.append(UInt8(ascii: "}"))
      let place = Int.random(in: 0..<line.count, using: &random)
      if index % 4 > 0 { line[place] = pieces[Int.random(in: 0..<pieces.count, using: &random)] }

      // When
      var (fast, loose) = (LedgerTable(), LedgerTable())
      guard let record = line.withUnsafeBufferPointer({ LineScanner.record($0, &fast.names) }) else { continue }
      read += 1

      // Then
      let expected = try line.withUnsafeBufferPointer { try LooseLine.record($0, &loose) }
      #expect(fast.entry(of: record) == loose.entry(of: expected), "\(String(decoding: line, as: UTF8.self))")
    }
    #expect(read > LongTests.rounds(byDay: 400, byNight: 40_000))
  }

  @Test("reads randomly changed ledger lines without crashing, and never accepts a wrong checksum")
  func fuzz() throws {
    var random = SeededGenerator(seed: 4)
    var table = LedgerTable()
    for index in 0..<LongTests.rounds(byDay: 1_000, byNight: 50_000) {
      // Given
      let entry = RandomEntries.entry(index, &random)
      var source = LedgerTable()
      var line = Array(LineFormat.line(try source.record(entry), source.names).dropLast())
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line.remove(at: place)
        default: line.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }

      // When
      let result = Result { try line.withUnsafeBufferPointer { try LineReader.record($0, &table) } }

      // Then an accepted line with a checksum member contains the same entry.
      let hasCheck = String(decoding: line, as: UTF8.self).contains("\"crc\":")
      if hasCheck, case .success(let record?) = result { #expect(table.entry(of: record) == entry) }
    }
  }
}
