import Foundation

/// Replays a ledger to find out what the coins cost that are held, and what those brought that were sold.
struct HoldingsCalculator {
  private let table: LedgerTable
  private let method: CostBasisMethod
  private let conversion: CurrencyConversion?
  private var currencies: NameTable
  private var target = LedgerRecord.none
  private var books: [Lots?]
  /// All money that was converted; about, to guard the range of exact numbers.
  private var converted = 0.0

  init(table: LedgerTable, method: CostBasisMethod, conversion: CurrencyConversion?) {
    self.table = table
    self.method = method
    self.conversion = conversion
    currencies = table.names.currencies
    if let conversion { target = currencies.number(of: conversion.currency) }
    books = Array(repeating: nil, count: table.names.coins.names.count)
  }

  mutating func run() -> [Holding] {
    for position in table.effectivePositions() { replay(table.records[position]) }
    return books.indices.compactMap { number in
      books[number].map { holding(of: Int32(number), $0) }
    }
  }

  /// The money of an entry: the value of its coins and the fee.
  private struct Money {
    var value: FixedPoint
    var fee: FixedPoint
    var currency: Int32
  }

  private mutating func replay(_ record: LedgerRecord) {
    let money = money(of: record)
    if let money { change(record.coin) { $0.addFee(money.fee, money.currency) } }
    switch record.kind {
    case .buy, .receive:
      let cost = money.map { $0.value + $0.fee } ?? .zero
      let lot = Lots.Lot(
        time: record.time,
        amount: record.amount,
        cost: cost,
        currency: money?.currency ?? LedgerRecord.none
      )
      change(record.coin) { $0.add(lot) }
    case .sell:
      change(record.coin) { book in
        let parts = book.take(record.amount)
        guard let money else { return }
        book.settle(parts, amount: record.amount, proceeds: money.value - money.fee, money.currency)
      }
    case .send:
      change(record.coin) { book in
        let parts = book.take(record.amount)
        book.transfer(parts)
      }
    case .swap: replaySwap(record, money)
    case .reversal: break
    }
  }

  private mutating func replaySwap(_ record: LedgerRecord, _ money: Money?) {
    var parts: [Lots.Lot] = []
    change(record.coin) { parts = $0.take(record.amount) }
    if let money {
      change(record.coin) {
        $0.settle(parts, amount: record.amount, proceeds: money.value - money.fee, money.currency)
      }
      let lot = Lots.Lot(
        time: record.time,
        amount: record.otherAmount,
        cost: money.value,
        currency: money.currency
      )
      change(record.otherCoin) { $0.add(lot) }
      return
    }
    change(record.coin) { $0.transfer(parts) }
    var rest = record.otherAmount
    var restGiven = record.amount
    for part in parts {
      let amount = rest.share(part.amount, of: restGiven)
      rest -= amount
      restGiven -= part.amount
      let lot = Lots.Lot(time: part.time, amount: amount, cost: part.cost, currency: part.currency)
      change(record.otherCoin) { $0.add(lot) }
    }
    if rest.isPositive {
      let lot = Lots.Lot(time: record.time, amount: rest, cost: .zero, currency: LedgerRecord.none)
      change(record.otherCoin) { $0.add(lot) }
    }
  }

  private mutating func change(_ coin: Int32, _ body: (inout Lots) -> Void) {
    if books[Int(coin)] == nil { books[Int(coin)] = Lots(method: method) }
    if var book = books[Int(coin)] {
      // Taken out and put back, so that the book has one owner while it changes and is not copied.
      books[Int(coin)] = nil
      body(&book)
      books[Int(coin)] = book
    }
  }

  private mutating func money(of record: LedgerRecord) -> Money? {
    guard record.hasPrice, let value = record.amount.multiplied(by: record.price) else { return nil }
    let money = Money(value: value, fee: record.fee, currency: record.currency)
    return convert(money, record.time) ?? money
  }

  private mutating func convert(_ money: Money, _ time: Timestamp) -> Money? {
    guard let conversion, money.currency != target else { return nil }
    guard let decimal = conversion.rate(currencies[money.currency], time.date), decimal > 0,
      let rate = FixedPoint(rounding: decimal), let value = money.value.multiplied(by: rate),
      let fee = money.fee.multiplied(by: rate)
    else { return nil }
    let sum = converted + value.estimate + fee.estimate
    guard sum < LedgerLimits.turnover / 4 else { return nil }
    converted = sum
    return Money(value: value, fee: fee, currency: target)
  }

  // MARK: - Results

  private func holding(of coin: Int32, _ book: Lots) -> Holding {
    let lots = book.lots
    let amount = lots.reduce(FixedPoint.zero) { $0 + $1.amount }
    let without = lots.reduce(FixedPoint.zero) { $1.currency == LedgerRecord.none ? $0 + $1.amount : $0 }
    return Holding(
      coin: table.coin(coin),
      amount: amount.decimal,
      lots: lots.map { lot in
        CostLot(
          time: lot.time.date,
          amount: lot.amount.decimal,
          cost: lot.cost.decimal,
          currency: lot.currency == LedgerRecord.none ? nil : currencies[lot.currency]
        )
      },
      amountWithoutCost: without.decimal,
      uncovered: book.uncovered.decimal,
      positions: book.positions.map { position(of: $0, lots) }
    )
  }

  private func position(of position: Lots.Position, _ lots: ArraySlice<Lots.Lot>) -> CostPosition {
    var amount = FixedPoint.zero
    var cost = FixedPoint.zero
    for lot in lots where lot.currency == position.currency {
      amount += lot.amount
      cost += lot.cost
    }
    return CostPosition(
      currency: currencies[position.currency],
      amount: amount.decimal,
      cost: cost.decimal,
      averageCost: cost.divided(by: amount)?.decimal,
      acquired: position.acquired.decimal,
      realizedProceeds: position.realizedProceeds.decimal,
      realizedCost: position.realizedCost.decimal,
      transferred: position.transferred.decimal,
      unmatchedProceeds: position.unmatchedProceeds.decimal,
      unmatchedCost: position.unmatchedCost.decimal,
      fees: position.fees.decimal
    )
  }
}
