import Basics
public import Foundation

/// A journal for hledger (hledger.org, "Journal format"), with the same holdings, costs and gains as this program.
///
/// Every lot is a posting with its total cost (`@@`), and a sale removes lots at that cost, so `hledger balance --cost`
/// shows the cost of the holdings, and the account `income:gains` shows the gains. Money is in one currency. Prices in
/// the entries and the rates used for them become `P` directives. Reversed entries are omitted.
public struct LedgerJournal: Sendable {
  /// The journal as UTF-8 text.
  public let text: String
  /// The number of transactions.
  public let count: Int
  /// The currencies with missing exchange rates; the coins of these entries have an unknown cost.
  public let missingRates: [MissingRate]
}

extension LedgerSnapshot {
  /// Returns a journal with the costs of ``holdings(method:in:rates:)``; the time zone determines the dates.
  public func journal(
    method: CostBasisMethod,
    in currency: String,
    rates: HistoricalRates = .none,
    timeZone: TimeZone = .current
  ) -> LedgerJournal {
    var calculator = HoldingsCalculator(table: table, method: method, currency: currency.lowercased(), rates: rates)
    var writer = JournalWriter(table, currency: currency, method: method, days: LocalDays(timeZone))
    calculator.walk { writer.write($0, $1) }
    return LedgerJournal(text: writer.text, count: writer.count, missingRates: calculator.missingRates)
  }
}

private struct JournalWriter {
  private(set) var text: String
  private(set) var count = 0
  private let table: LedgerTable
  private let currency: String
  private var days: LocalDays
  private var commodities: [Int32: String] = [:]
  private var usedCommodities: Set<String>

  init(_ table: LedgerTable, currency: String, method: CostBasisMethod, days: LocalDays) {
    self.table = table
    self.currency = Self.commodity(currency.uppercased())
    self.days = days
    usedCommodities = Set(table.names.currencies.names.map { $0.uppercased() } + [currency.uppercased()])
    text = """
      ; Coins with their costs and gains in \(currency.uppercased()). Cost basis: \
      \(method == .fifo ? "first in, first out" : "average cost").
      decimal-mark .

      """
  }

  mutating func write(_ record: LedgerRecord, _ effect: HoldingsCalculator.Effect) {
    guard record.kind != .reversal else { return }
    count += 1
    let day = CalendarDate(daysSince1970: days.day(of: record.time))
    let coin = commodity(of: record.coin)
    let note = record.note == LedgerRecord.none ? "" : ": " + Self.description(table.names.notes[Int(record.note)])
    text += "\n\(prices(of: record, coin, effect, on: day))\(day) \(record.kind.rawValue.capitalized)\(note)\n"
    text += "    ; id:\(record.id.uuidString.lowercased())\(original(record))\n"
    let cost = effect.money.map { $0.value + $0.fee }
    switch record.kind {
    case .buy: acquire(record.amount, coin, cost: cost, from: "assets:cash")
    case .receive: acquire(record.amount, coin, cost: cost, from: "equity:received")
    case .sell:
      sell(effect.sales, coin)
      if let money = effect.money { post("assets:cash", money.value - money.fee) }
    case .send: remove(effect.removed, of: record.amount, coin, to: "equity:sent")
    case .swap: swap(record, coin, effect)
    case .reversal: break
    }
  }

  private mutating func swap(_ record: LedgerRecord, _ coin: String, _ effect: HoldingsCalculator.Effect) {
    let received = commodity(of: record.otherCoin)
    if record.hasPrice {
      sell(effect.sales, coin)
      acquire(record.otherAmount, received, cost: effect.money?.value, from: nil)
      if let money = effect.money, !money.fee.isZero { post("assets:cash", -money.fee) }
      return
    }
    remove(effect.removed, of: record.amount, coin, to: nil)
    for lot in effect.carried { acquire(lot.amount, received, cost: lot.isCostKnown ? lot.cost : nil, from: nil) }
    let rest = record.otherAmount - effect.carried.reduce(.zero) { $0 + $1.amount }
    if rest.isPositive { acquire(rest, received, cost: nil, from: nil) }
  }

  private mutating func sell(_ sales: [Lots.Sale], _ coin: String) {
    var gain = FixedPoint.zero
    for sale in sales {
      post(sale.amount, coin, cost: sale.cost, isRemoved: true)
      switch (sale.proceeds, sale.cost) {
      case (let proceeds?, let cost?): gain += proceeds - cost
      case (let proceeds?, nil): post("income:unknown cost", -proceeds)
      case (nil, let cost?): post("equity:unknown value", cost)
      case (nil, nil): break
      }
    }
    if sales.contains(where: { $0.proceeds != nil && $0.cost != nil }) { post("income:gains", -gain) }
  }

  private mutating func remove(_ lots: [Lots.Lot], of amount: FixedPoint, _ coin: String, to account: String?) {
    for lot in lots { post(lot.amount, coin, cost: lot.isCostKnown ? lot.cost : nil, isRemoved: true) }
    let rest = amount - lots.reduce(.zero) { $0 + $1.amount }
    if rest.isPositive { post(rest, coin, cost: nil, isRemoved: true) }
    let cost = lots.reduce(FixedPoint.zero) { $1.isCostKnown ? $0 + $1.cost : $0 }
    if let account, lots.contains(where: \.isCostKnown) { post(account, cost) }
  }

  private mutating func acquire(_ amount: FixedPoint, _ coin: String, cost: FixedPoint?, from account: String?) {
    post(amount, coin, cost: cost, isRemoved: false)
    if let account, let cost { post(account, -cost) }
  }

  /// Posts coins at their cost, or against an account for coins of unknown cost.
  private mutating func post(_ amount: FixedPoint, _ coin: String, cost: FixedPoint?, isRemoved: Bool) {
    let sign = isRemoved ? "-" : ""
    guard let cost else {
      guard !amount.isZero else { return }
      text += "    assets:coins  \(sign)\(amount.text) \(coin)\n"
      text += "    equity:unknown cost  \(isRemoved ? "" : "-")\(amount.text) \(coin)\n"
      return
    }
    // After swaps of tiny amounts, a lot can have a cost without an amount, which can't have a price.
    if amount.isZero { return post("assets:coins", isRemoved ? -cost : cost) }
    text += "    assets:coins  \(sign)\(amount.text) \(coin) @@ \(cost.text) \(currency)\n"
  }

  private mutating func post(_ account: String, _ money: FixedPoint) {
    text += "    \(account)  \(money.text) \(currency)\n"
  }

  private func prices(
    of record: LedgerRecord,
    _ coin: String,
    _ effect: HoldingsCalculator.Effect,
    on day: CalendarDate
  ) -> String {
    guard record.hasPrice, record.price.isPositive else { return "" }
    let code = Self.commodity(table.names.currencies[record.currency].uppercased())
    let price = "P \(day) \(coin) \(record.price.text) \(code)\n"
    guard code != currency, let rate = effect.money?.rate else { return price }
    return price + "P \(day) \(code) \(rate.text) \(currency)\n"
  }

  /// Returns the price and the fee in the entry's own currency, if that isn't the journal's.
  private func original(_ record: LedgerRecord) -> String {
    guard record.hasPrice else { return "" }
    let code = table.names.currencies[record.currency].uppercased()
    guard Self.commodity(code) != currency else { return "" }
    return ", \(record.price.text) \(code) each, fee \(record.fee.text) \(code)"
  }

  /// Returns a coin's symbol in capitals, or its identifier if the symbol is already taken.
  private mutating func commodity(of coin: Int32) -> String {
    if let known = commodities[coin] { return known }
    let reference = table.coin(coin)
    var name = Self.plain(reference.symbol.uppercased())
    var number = 1
    while !usedCommodities.insert(name).inserted {
      name = Self.plain(reference.id) + (number == 1 ? "" : " \(number)")
      number += 1
    }
    commodities[coin] = Self.commodity(name)
    return Self.commodity(name)
  }

  /// Returns a commodity's symbol, quoted unless it has only letters.
  private static func commodity(_ name: String) -> String {
    name.allSatisfy { $0.isASCII && $0.isLetter } ? name : "\"\(name)\""
  }

  private static func plain(_ name: String) -> String {
    name.escapingInvisibles().replacing("\"", with: "'").replacing(";", with: ",")
  }

  /// Returns a note as part of a description, which a semicolon would end.
  private static func description(_ note: String) -> String {
    note.escapingInvisibles(limit: .max).replacing(";", with: ",")
  }
}
