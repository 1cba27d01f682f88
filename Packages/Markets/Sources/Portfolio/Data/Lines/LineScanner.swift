import Foundation

/// Reads a line of a ledger file that is written as ``LineFormat`` writes lines, and no other; some hundred times as fast as a JSON decoder.
///
/// Whatever is not exactly of that form gives `nil`, and ``LooseLine`` then decides what it is.
struct LineScanner {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private var position = 0

  private init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// The record of a line, whose check has been looked at; `nil` when it is not exactly of the form.
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
      guard let text = text(), text.count <= LedgerLimits.noteLength, !text.isEmpty,
        let note = String(validating: text, as: UTF8.self)
      else { return nil }
      record.note = Int32(names.notes.count)
      names.notes.append(note)
    }
    if position < count, start[position] == UInt8(ascii: "}") { return position + 1 == count ? record : nil }
    return position + LineFormat.checkLength == count && skip(#","crc":""#) ? record : nil
  }

  /// What coins a line moves, and for what money.
  private mutating func moved(_ record: inout LedgerRecord, _ names: inout LedgerNames) -> Bool {
    guard skip(#","coin":""#), let coin = name(&names.coins), skip(#","symbol":""#), let symbol = name(&names.symbols),
      skip(#","amount":""#), let amount = number(), amount.isPositive
    else { return false }
    record.coin = coin
    record.symbol = symbol
    record.amount = amount
    if record.kind == .swap {
      guard skip(#","to_coin":""#), let coin = name(&names.coins), coin != record.coin, skip(#","to_symbol":""#),
        let symbol = name(&names.symbols), skip(#","to_amount":""#), let amount = number(), amount.isPositive
      else { return false }
      record.otherCoin = coin
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

  // MARK: - Pieces

  private mutating func skip(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard count - position >= length, memcmp(start + position, literal.utf8Start, length) == 0 else { return false }
    position += length
    return true
  }

  /// The bytes up to the closing quote, which is passed; `nil` when there are escapes or control characters among them.
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

  private mutating func name(_ table: inout NameTable) -> Int32? {
    guard let text = text(), 1...LedgerLimits.nameLength ~= text.count else { return nil }
    return table.number(of: text)
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
    guard count - position >= Timestamp.textLength, let time = Timestamp(bytes: start + position) else { return nil }
    position += Timestamp.textLength
    return time
  }

  /// Reads the 36 characters of an identity (RFC 9562, section 4).
  private mutating func identifier() -> UUID? {
    guard count - position >= 36 else { return nil }
    let text = start + position
    let dash = UInt8(ascii: "-")
    guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else { return nil }
    var isValid = true
    func digits(_ offset: Int, _ count: Int) -> UInt64 {
      var value: UInt64 = 0
      for index in offset..<offset + count {
        let byte = text[index]
        let isDigit = byte &- 0x30 < 10
        let letter = (byte | 0x20) &- 0x61
        if !isDigit, letter >= 6 { isValid = false }
        value = value << 4 | UInt64(isDigit ? byte &- 0x30 : letter &+ 10)
      }
      return value
    }
    let high = digits(0, 8) << 32 | digits(9, 4) << 16 | digits(14, 4)
    let low = digits(19, 4) << 48 | digits(24, 12)
    guard isValid else { return nil }
    position += 36
    return UUID(high: high, low: low)
  }
}

extension UUID {
  /// The identity whose first and last eight bytes are these.
  fileprivate init(high: UInt64, low: UInt64) {
    let bytes = (high.bigEndian, low.bigEndian)
    self.init(uuid: withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: uuid_t.self) })
  }
}
