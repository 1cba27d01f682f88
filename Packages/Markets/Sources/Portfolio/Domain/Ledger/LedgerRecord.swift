import Foundation

/// An entry's in-memory form, with numbers instead of names and without references.
struct LedgerRecord: Sendable {
  /// The number that means “none” for a currency, a note or a second coin.
  static let none: Int32 = -1

  // Large members come first. Otherwise, padding would make the records a quarter larger, and there can be millions of
  // them.
  var id: UUID
  var amount = FixedPoint.zero
  var price = FixedPoint.zero
  var fee = FixedPoint.zero
  var otherAmount = FixedPoint.zero
  var time: Timestamp
  /// The coin that is bought, sold, given, sent or received; `none` for a reversal.
  var coin = none
  var symbol = none
  var currency = none
  var otherCoin = none
  var otherSymbol = none
  var note = none
  var kind: LedgerKind
  var original: UUID?

  var hasPrice: Bool { currency != LedgerRecord.none }

  var outgoing: (coin: Int32, amount: FixedPoint)? {
    switch kind {
    case .sell, .send, .swap: (coin, amount)
    case .buy, .receive, .reversal: nil
    }
  }

  var incoming: (coin: Int32, amount: FixedPoint)? {
    switch kind {
    case .buy, .receive: (coin, amount)
    case .swap: (otherCoin, otherAmount)
    case .sell, .send, .reversal: nil
    }
  }
}

extension LedgerTable {
  func entry(at position: Int) -> LedgerEntry { entry(of: records[position]) }

  func entry(of record: LedgerRecord) -> LedgerEntry {
    LedgerEntry(
      id: record.id,
      time: record.time.date,
      action: action(of: record),
      note: record.note == LedgerRecord.none ? nil : names.notes[Int(record.note)]
    )
  }

  private func action(of record: LedgerRecord) -> LedgerAction {
    if let original = record.original { return .reversal(of: original) }
    let coin = names.coin(record.coin, record.symbol)
    let amount = record.amount.decimal
    let price = record.hasPrice ? UnitPrice(record.price.decimal, names.currencies[record.currency]) : nil
    let fee = record.fee.isZero ? 0 : record.fee.decimal
    switch record.kind {
    case .buy, .sell:
      // Trade records always have prices.
      let trade = Trade(coin: coin, amount: amount, price: price ?? UnitPrice(0, ""), fee: fee)
      return record.kind == .buy ? .buy(trade) : .sell(trade)
    case .swap, .reversal:
      return .swap(
        Swap(
          given: coin,
          givenAmount: amount,
          received: names.coin(record.otherCoin, record.otherSymbol),
          receivedAmount: record.otherAmount.decimal,
          price: price,
          fee: fee
        )
      )
    case .send: return .send(Transfer(coin: coin, amount: amount, price: price, fee: fee))
    case .receive: return .receive(Transfer(coin: coin, amount: amount, price: price, fee: fee))
    }
  }

  /// Creates a record like ``record(_:)``, and also refuses a swap of a coin for the same coin under another ID.
  mutating func newRecord(_ entry: LedgerEntry) throws(InvalidEntry) -> LedgerRecord {
    let record = try record(entry)
    guard record.kind != .swap || record.coin != record.otherCoin else { throw .sameCoin }
    return record
  }

  /// Creates a record, checks its numbers against the limits, and adds its names and note to the table.
  mutating func record(_ entry: LedgerEntry) throws(InvalidEntry) -> LedgerRecord {
    guard let time = Timestamp(entry.time) else { throw .impossibleTime }
    var record = LedgerRecord(id: entry.id, time: time, kind: entry.action.kind)
    switch entry.action {
    case .buy(let trade), .sell(let trade):
      try fill(&record, trade.coin, trade.amount, trade.price, trade.fee)
    case .swap(let swap):
      guard swap.given.id != swap.received.id else { throw .sameCoin }
      try fill(&record, swap.given, swap.givenAmount, swap.price, swap.fee)
      record.otherAmount = try LedgerTable.positive(swap.receivedAmount, .receivedAmount)
      (record.otherCoin, record.otherSymbol) = try number(of: swap.received)
    case .send(let transfer), .receive(let transfer):
      try fill(&record, transfer.coin, transfer.amount, transfer.price, transfer.fee)
    case .reversal(let original):
      record.original = original
    }
    if let note = entry.note {
      try LedgerRules.checkNote(note)
      record.note = Int32(names.notes.count)
      names.notes.append(note)
    }
    return record
  }

  private mutating func fill(
    _ record: inout LedgerRecord,
    _ coin: CoinReference,
    _ amount: Decimal,
    _ price: UnitPrice?,
    _ fee: Decimal
  ) throws(InvalidEntry) {
    record.amount = try LedgerTable.positive(amount, .amount)
    record.fee = try LedgerTable.notNegative(fee, .fee)
    if let price {
      try LedgerRules.checkCurrency(price.currency)
      record.price = try LedgerTable.notNegative(price.value, .price)
      record.currency = names.currencies.number(of: price.currency)
    } else if !record.fee.isZero {
      throw .feeWithoutPrice
    }
    (record.coin, record.symbol) = try number(of: coin)
  }

  private mutating func number(of coin: CoinReference) throws(InvalidEntry) -> (Int32, Int32) {
    try LedgerRules.checkName(coin.id, .coin)
    try LedgerRules.checkName(coin.symbol, .symbol)
    let symbol = names.symbols.number(of: coin.symbol)
    return (names.key(of: names.id(coin.id), writtenWith: symbol), symbol)
  }

  private static func positive(_ decimal: Decimal, _ field: InvalidEntry.Field) throws(InvalidEntry) -> FixedPoint {
    let number = try notNegative(decimal, field)
    guard number.isPositive else { throw .notPositive(field) }
    return number
  }

  private static func notNegative(_ decimal: Decimal, _ field: InvalidEntry.Field) throws(InvalidEntry) -> FixedPoint {
    guard decimal.isFinite, decimal >= 0 else { throw .negative(field) }
    do throws(FixedPoint.Fault) {
      return try FixedPoint(decimal)
    } catch {
      throw .outOfRange(field)
    }
  }
}

enum LedgerRules {
  static func checkName(_ name: String, _ field: InvalidEntry.Field) throws(InvalidEntry) {
    if name.isEmpty { throw .empty(field) }
    if name.utf8.count > LedgerLimits.nameLength { throw .tooLong(field, limit: LedgerLimits.nameLength) }
    if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .malformed(field) }
  }

  /// Checks that a currency code has 2 to 12 lowercase letters or digits.
  static func checkCurrency(_ code: String) throws(InvalidEntry) {
    guard isCurrency(code.utf8) else { throw .malformed(.currency) }
  }

  static func isCurrency(_ code: some Collection<UInt8>) -> Bool {
    2...12 ~= code.count && code.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || 0x30...0x39 ~= $0 }
  }

  static func checkNote(_ note: String) throws(InvalidEntry) {
    if note.utf8.count > LedgerLimits.noteLength { throw .tooLong(.note, limit: LedgerLimits.noteLength) }
  }
}

/// The limits for a ledger, which keep every sum within the range of exact arithmetic.
///
/// A number has up to 18 digits on either side of the decimal point. A coin's total amount and the total money in a
/// currency stay below 10²⁰.
public enum LedgerLimits {
  /// The maximum number of decimal places in an amount, price or fee.
  public static let decimalPlaces = FixedPoint.places
  /// The maximum number of digits before the decimal point.
  public static let wholeDigits = 18
  /// The maximum length of a coin's identifier or symbol, in UTF-8 bytes.
  static let nameLength = 200
  /// The maximum length of a note, in UTF-8 bytes.
  static let noteLength = 4_000
  /// The maximum length of a line in the ledger file, in bytes; longer lines are treated as damaged.
  static let lineLength = 65_536
  /// The maximum size of the ledger file, in bytes, which is enough for about four million entries.
  static let fileSize = 1_024 * 1_024 * 1_024
  /// The maximum size of an imported file, in bytes.
  public static let importSize = 64 * 1_024 * 1_024

  /// The limit for a coin's total amount and for the total money in a currency.
  static let turnover = 1e20
}
