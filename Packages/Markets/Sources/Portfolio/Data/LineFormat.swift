import Basics
import Foundation

/// The line format of a ledger file. Each line is a JSON object without spaces, with members in this order:
///
///     {"v":1,"id":"…","time":"2026-01-31T12:00:00.000Z","kind":"buy","coin":"bitcoin","symbol":"btc","amount":"0.5",
///      "price":"88047.57","currency":"usd","fee":"1","note":"…","crc":"89abcdef"}
///
/// Members that don't apply are omitted: `to_coin`, `to_symbol` and `to_amount` (after `amount`) are only for swaps,
/// and `reverses` (after `kind`, without coin and amount) is only for reversals. Numbers are strings of decimal
/// digits, which prevents readers from converting them to floating-point numbers. The checksum is the CRC-32 of
/// everything before `,"crc"`.
///
/// Readers accept members in any order, spaces, unknown members, JSON numbers and a missing checksum. A checksum that
/// isn't the last member is an error.
enum LineFormat {
  static let version = 1

  static let checkLength = 18

  static func line(_ record: LedgerRecord, _ names: LedgerNames) -> [UInt8] {
    var line = Array(#"{"v":1,"id":""#.utf8)
    line.append(contentsOf: record.id.uuidString.lowercased().utf8)
    line.append(UInt8(ascii: "\""))
    append(record.time.text, as: "time", to: &line)
    append(record.kind.rawValue, as: "kind", to: &line)
    if let original = record.original {
      append(original.uuidString.lowercased(), as: "reverses", to: &line)
    } else {
      append(names.coins[record.coin], as: "coin", to: &line)
      append(names.symbols[record.symbol], as: "symbol", to: &line)
      append(record.amount.text, as: "amount", to: &line)
    }
    if record.kind == .swap {
      append(names.coins[record.otherCoin], as: "to_coin", to: &line)
      append(names.symbols[record.otherSymbol], as: "to_symbol", to: &line)
      append(record.otherAmount.text, as: "to_amount", to: &line)
    }
    if record.hasPrice {
      append(record.price.text, as: "price", to: &line)
      append(names.currencies[record.currency], as: "currency", to: &line)
      if !record.fee.isZero { append(record.fee.text, as: "fee", to: &line) }
    }
    if record.note != LedgerRecord.none { append(names.notes[Int(record.note)], as: "note", to: &line) }
    let check = CRC32(line)
    line.append(contentsOf: #","crc":""#.utf8)
    line.append(contentsOf: check.text.utf8)
    line.append(contentsOf: "\"}\n".utf8)
    return line
  }

  private static func append(_ text: String, as name: String, to line: inout [UInt8]) {
    line.append(contentsOf: ",\"\(name)\":".utf8)
    appendText(text, to: &line)
  }

  /// Appends a JSON string (RFC 8259, section 7).
  static func appendText(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
      case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
      case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
      case 0x00..<0x20:
        bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the character for a one-letter escape that ``appendText(_:to:)`` writes (RFC 8259, section 7).
  static func unescaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  static func hasCheck(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count > checkLength, let start = line.baseAddress else { return false }
    let end = start + (line.count - checkLength)
    let name: StaticString = #","crc":""#
    return memcmp(end, name.utf8Start, 8) == 0 && end[16] == UInt8(ascii: "\"") && end[17] == UInt8(ascii: "}")
  }

  /// Verifies the checksum at the end of a line, if there is one.
  static func check(_ line: UnsafeBufferPointer<UInt8>) throws(LineFault) {
    guard hasCheck(line) else { return }
    let body = UnsafeBufferPointer(rebasing: line[..<(line.count - checkLength)])
    var expected: UInt32 = 0
    for index in 8..<16 {
      guard let digit = hexadecimalValue(line[body.count + index]) else { throw .checksum }
      expected = expected << 4 | UInt32(digit)
    }
    guard CRC32(UnsafeRawBufferPointer(body)).value == expected else { throw .checksum }
  }

  static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x61...0x66: byte &- 0x61 &+ 10
    case 0x41...0x46: byte &- 0x41 &+ 10
    default: nil
    }
  }
}

enum LineReader {
  /// Returns a line's record; `nil` for a blank line.
  static func record(
    _ line: UnsafeBufferPointer<UInt8>,
    _ table: inout LedgerTable
  ) throws(LineFault) -> LedgerRecord? {
    guard line.count <= LedgerLimits.lineLength else {
      throw .damaged("it is longer than \(LedgerLimits.lineLength) bytes")
    }
    try LineFormat.check(line)
    if let record = LineScanner.record(line, &table.names) { return record }
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? nil : try LooseLine.record(line, &table)
  }
}

enum LineFault: Error {
  case damaged(String)
  case checksum
  case newerSchema(Int)
}
