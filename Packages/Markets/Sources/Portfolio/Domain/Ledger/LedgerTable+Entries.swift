import Foundation

extension LedgerTable {
  /// The entry at a position, as the public knows it.
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
      // Records of trades always have a price.
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

  /// Turns an entry into a record with numbers within the limits; names and note are added to the table's.
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
    return (names.coins.number(of: coin.id), names.symbols.number(of: coin.symbol))
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
