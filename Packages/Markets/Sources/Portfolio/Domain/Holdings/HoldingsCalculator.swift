import Foundation

/// A calculator that replays a ledger to find the cost of held coins and the proceeds from sold coins, in one currency.
struct HoldingsCalculator {
  /// An entry's effect on the lots.
  struct Effect {
    /// The value and the fee; `nil` if the entry has no price or its rate is unknown.
    var money: MoneyConversion.Money?
    /// The sales, one for each lot, and one for coins without a recorded arrival.
    var sales: [Lots.Sale] = []
    /// The parts of lots that left without a sale.
    var removed: [Lots.Lot] = []
    /// The received lots with the cost of each part in ``removed``, for a swap without a price.
    var carried: [Lots.Lot] = []
  }

  private let table: LedgerTable
  private let method: CostBasisMethod
  private var books: [Lots?]
  private var conversion: MoneyConversion
  private var listsSales = false

  init(table: LedgerTable, method: CostBasisMethod, currency: String, rates: HistoricalRates) {
    self.table = table
    self.method = method
    books = Array(repeating: nil, count: table.names.coins.names.count)
    conversion = MoneyConversion(table.names.currencies.names, to: currency, rates)
  }

  /// The currencies without exchange rates, available after ``run()``.
  var missingRates: [MissingRate] { conversion.missingRates }

  mutating func run() -> [Holding] {
    for position in table.effectivePositions() { replay(table.records[position]) }
    return books.indices.compactMap { number in
      books[number].map { holding(of: Int32(number), $0) }
    }
  }

  /// Returns each coin's sales, by coin number.
  mutating func runForSales() -> [(coin: Int32, sales: [Lots.Sale])] {
    listsSales = true
    for position in table.effectivePositions() { replay(table.records[position]) }
    return books.indices.compactMap { number in books[number]?.sales.map { (Int32(number), $0) } }
  }

  /// Calls the closure with each effective entry and its effect, in chronological order.
  mutating func walk(_ body: (LedgerRecord, Effect) -> Void) {
    listsSales = true
    for position in table.effectivePositions() { body(table.records[position], replay(table.records[position])) }
  }

  @discardableResult
  private mutating func replay(_ record: LedgerRecord) -> Effect {
    var effect = Effect()
    let money = conversion.money(of: record)
    effect.money = money
    change(record.coin) { if let money { $0.addFee(money.fee) } }
    switch record.kind {
    case .buy, .receive:
      let lot = Lots.Lot(
        time: record.time,
        amount: record.amount,
        cost: money.map { $0.value + $0.fee } ?? .zero,
        isCostKnown: money != nil
      )
      change(record.coin) { $0.add(lot) }
    case .sell:
      change(record.coin) { book in
        let parts = book.take(record.amount)
        effect.sales = book.settle(
          parts,
          amount: record.amount,
          proceeds: money.map { $0.value - $0.fee },
          at: record.time
        )
      }
    case .send:
      change(record.coin) { book in
        effect.removed = book.take(record.amount)
        book.transfer(effect.removed)
      }
    case .swap: replaySwap(record, &effect)
    case .reversal: break
    }
    return effect
  }

  private mutating func replaySwap(_ record: LedgerRecord, _ effect: inout Effect) {
    let money = effect.money
    var parts: [Lots.Lot] = []
    change(record.coin) { parts = $0.take(record.amount) }
    if record.hasPrice {
      change(record.coin) {
        effect.sales = $0.settle(
          parts,
          amount: record.amount,
          proceeds: money.map { $0.value - $0.fee },
          at: record.time
        )
      }
      let lot = Lots.Lot(
        time: record.time,
        amount: record.otherAmount,
        cost: money?.value ?? .zero,
        isCostKnown: money != nil
      )
      change(record.otherCoin) { $0.add(lot) }
      return
    }
    change(record.coin) { $0.transfer(parts) }
    effect.removed = parts
    var rest = record.otherAmount
    var restGiven = record.amount
    for part in parts {
      let amount = rest.share(part.amount, of: restGiven)
      rest -= amount
      restGiven -= part.amount
      let lot = Lots.Lot(time: part.time, amount: amount, cost: part.cost, isCostKnown: part.isCostKnown)
      effect.carried.append(lot)
      change(record.otherCoin) { $0.add(lot) }
    }
    if rest.isPositive {
      let lot = Lots.Lot(time: record.time, amount: rest, cost: .zero, isCostKnown: false)
      change(record.otherCoin) { $0.add(lot) }
    }
  }

  private mutating func change(_ coin: Int32, _ body: (inout Lots) -> Void) {
    if books[Int(coin)] == nil { books[Int(coin)] = Lots(method: method, listsSales: listsSales) }
    if var book = books[Int(coin)] {
      // Setting the entry to `nil` leaves `book` with the only reference, so the change doesn't copy it.
      books[Int(coin)] = nil
      body(&book)
      books[Int(coin)] = book
    }
  }

  private func holding(of coin: Int32, _ book: Lots) -> Holding {
    let lots = book.lots
    let amount = lots.reduce(FixedPoint.zero) { $0 + $1.amount }
    let known = lots.reduce(FixedPoint.zero) { $1.isCostKnown ? $0 + $1.amount : $0 }
    let cost = lots.reduce(FixedPoint.zero) { $0 + $1.cost }
    return Holding(
      coin: table.coin(coin),
      amount: amount.decimal,
      lots: lots.map { lot in
        CostLot(
          time: lot.time.date,
          amount: lot.amount.decimal,
          cost: lot.isCostKnown ? lot.cost.decimal : nil
        )
      },
      amountWithoutCost: (amount - known).decimal,
      uncovered: book.uncovered.decimal,
      position: CostPosition(
        amount: known.decimal,
        cost: cost.decimal,
        averageCost: cost.divided(by: known)?.decimal,
        acquired: book.position.acquired.decimal,
        realizedAmount: book.position.realizedAmount.decimal,
        realizedProceeds: book.position.realizedProceeds.decimal,
        realizedCost: book.position.realizedCost.decimal,
        unmatchedAmount: book.position.unmatchedAmount.decimal,
        unmatchedProceeds: book.position.unmatchedProceeds.decimal,
        unmatchedCost: book.position.unmatchedCost.decimal,
        transferred: book.position.transferred.decimal,
        fees: book.position.fees.decimal
      )
    )
  }
}
