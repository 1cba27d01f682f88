import Foundation

/// Replays a ledger to calculate the cost of held coins and the proceeds of sold ones.
struct HoldingsCalculator {
  private let table: LedgerTable
  private let method: CostBasisMethod
  private var books: [Lots?]

  init(table: LedgerTable, method: CostBasisMethod) {
    self.table = table
    self.method = method
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
      // Taking the value out makes its owner unique, so the change doesn't copy it.
      books[Int(coin)] = nil
      body(&book)
      books[Int(coin)] = book
    }
  }

  private func money(of record: LedgerRecord) -> Money? {
    guard record.hasPrice, let value = record.amount.multiplied(by: record.price) else { return nil }
    return Money(value: value, fee: record.fee, currency: record.currency)
  }

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
          currency: lot.currency == LedgerRecord.none ? nil : table.names.currencies[lot.currency]
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
      currency: table.names.currencies[position.currency],
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
