import Foundation

/// A reader for lines exactly as ``LineFormat`` writes them, a hundred times as fast as a JSON decoder.
struct LineScanner {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private var position = 0

  private init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// Returns the record from a line with a verified checksum; `nil` if ``LineFormat`` would write the line differently.
  static func record(_ line: UnsafeBufferPointer<UInt8>, _ names: inout LedgerNames) -> LedgerRecord? {
    guard let start = line.baseAddress else { return nil }
    var scanner = LineScanner(start: start, count: line.count)
    return scanner.record(&names)
  }

  private mutating func record(_ names: inout LedgerNames) -> LedgerRecord? {
    guard skip(#"{"v":1,"id":""#), let id = identifier(), skip(#"","time":""#), let time = timestamp(),
      skip(#"","kind":""#), let kind = kind()
    else { return nil }
    var record = LedgerRecord(id: id, time: time, kind: kind)
    if kind == .reversal {
      guard skip(#","reverses":""#), let original = identifier(), skip("\"") else { return nil }
      record.original = original
    } else {
      guard moved(&record, &names) else { return nil }
    }
    if skip(#","note":""#) {
      guard let note = note(), !note.isEmpty, note.utf8.count <= LedgerLimits.noteLength else { return nil }
      record.note = Int32(names.notes.count)
      names.notes.append(note)
    }
    if position < count, start[position] == UInt8(ascii: "}") { return position + 1 == count ? record : nil }
    return position + LineFormat.checkLength == count && skip(#","crc":""#) ? record : nil
  }

  private mutating func moved(_ record: inout LedgerRecord, _ names: inout LedgerNames) -> Bool {
    guard skip(#","coin":""#), let coin = id(&names), skip(#","symbol":""#), let symbol = self.symbol(&names),
      skip(#","amount":""#), let amount = number(), amount.isPositive
    else { return false }
    record.coin = names.key(of: coin, writtenWith: symbol)
    record.symbol = symbol
    record.amount = amount
    if record.kind == .swap {
      guard skip(#","to_coin":""#), let other = id(&names), other != coin, skip(#","to_symbol":""#),
        let symbol = self.symbol(&names), skip(#","to_amount":""#), let amount = number(), amount.isPositive
      else { return false }
      record.otherCoin = names.key(of: other, writtenWith: symbol)
      record.otherSymbol = symbol
      record.otherAmount = amount
    }
    guard skip(#","price":""#) else { return record.kind != .buy && record.kind != .sell }
    guard let price = number(), skip(#","currency":""#), let code = text(), LedgerRules.isCurrency(code),
      let currency = names.currencies.number(of: code)
    else { return false }
    record.price = price
    record.currency = currency
    if skip(#","fee":""#) {
      guard let fee = number() else { return false }
      record.fee = fee
    }
    return true
  }

  private mutating func skip(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard count - position >= length, memcmp(start + position, literal.utf8Start, length) == 0 else { return false }
    position += length
    return true
  }

  /// Reads the bytes up to the closing quote; `nil` if there are escapes or control characters.
  private mutating func text() -> UnsafeBufferPointer<UInt8>? {
    var end = position
    while end < count {
      let byte = start[end]
      if byte == UInt8(ascii: "\"") {
        let text = UnsafeBufferPointer(start: start + position, count: end - position)
        position = end + 1
        return text
      }
      if byte < 0x20 || byte == UInt8(ascii: "\\") || byte == 0x7F { return nil }
      end += 1
    }
    return nil
  }

  /// Reads a note, which may contain the one-letter escapes that ``LineFormat`` writes; `nil` for other escapes.
  private mutating func note() -> String? {
    if let text = text() { return String(validating: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    while position < count {
      let byte = start[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard position < count, let meant = LineFormat.unescaped(start[position]) else { return nil }
        bytes.append(meant)
        position += 1
      case 0x00..<0x20: return nil
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private mutating func id(_ names: inout LedgerNames) -> Int32? { name().flatMap { names.id($0) } }

  private mutating func symbol(_ names: inout LedgerNames) -> Int32? { name().flatMap { names.symbols.number(of: $0) } }

  private mutating func name() -> UnsafeBufferPointer<UInt8>? {
    guard let text = text(), 1...LedgerLimits.nameLength ~= text.count else { return nil }
    return text
  }

  private mutating func number() -> FixedPoint? {
    guard let digits = text() else { return nil }
    do throws(FixedPoint.Fault) {
      return try FixedPoint(digits: digits)
    } catch {
      return nil
    }
  }

  private mutating func kind() -> LedgerKind? {
    guard let text = text(), let start = text.baseAddress else { return nil }
    func isEqual(_ name: StaticString) -> Bool {
      text.count == name.utf8CodeUnitCount && memcmp(start, name.utf8Start, text.count) == 0
    }
    if isEqual("buy") { return .buy }
    if isEqual("sell") { return .sell }
    if isEqual("swap") { return .swap }
    if isEqual("send") { return .send }
    if isEqual("receive") { return .receive }
    return isEqual("reversal") ? .reversal : nil
  }

  private mutating func timestamp() -> Timestamp? {
    guard count - position >= Timestamp.textLength,
      let time = Timestamp(bytes: UnsafeBufferPointer(start: start + position, count: Timestamp.textLength))
    else { return nil }
    position += Timestamp.textLength
    return time
  }

  /// Reads the 36 characters of a UUID (RFC 9562, section 4).
  private mutating func identifier() -> UUID? {
    guard count - position >= 36 else { return nil }
    let text = start + position
    let dash = UInt8(ascii: "-")
    guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else { return nil }
    let raw = UnsafeRawPointer(text)
    func eight(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    func four(_ offset: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    guard let first = LineScanner.hexadecimal(eight(0)),
      let second = LineScanner.hexadecimal(four(9) | four(14) &<< 32),
      let third = LineScanner.hexadecimal(four(19) | four(24) &<< 32), let fourth = LineScanner.hexadecimal(eight(28))
    else { return nil }
    let high = first &<< 32 | second
    let low = third &<< 32 | fourth
    position += 36
    return UUID(high: high, low: low)
  }

  /// Returns the value of eight hexadecimal digits, the first in the lowest byte; `nil` for other characters.
  ///
  /// All eight bytes are compared at once. An addition sets the highest bit of each byte that reaches a bound.
  private static func hexadecimal(_ bytes: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highest = ones &* 0x80
    func reaches(_ bytes: UInt64, _ bound: UInt8) -> UInt64 { bytes &+ ones &* UInt64(0x80 - bound) }
    guard bytes & highest == 0 else { return nil }
    let lower = bytes | ones &* 0x20
    let isDigit = reaches(bytes, 0x30) & ~reaches(bytes, 0x3A)
    let isLetter = reaches(lower, 0x61) & ~reaches(lower, 0x67)
    guard (isDigit | isLetter) & highest == highest else { return nil }
    var value = (bytes & (ones &* 0x0F)) &+ (bytes &>> 6 & ones) &* 9
    value = value.byteSwapped
    value = (value | value &>> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value &>> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value &>> 16) & 0xFFFF_FFFF
  }
}

extension UUID {
  fileprivate init(high: UInt64, low: UInt64) {
    let bytes = (high.bigEndian, low.bigEndian)
    self.init(uuid: withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: uuid_t.self) })
  }
}
