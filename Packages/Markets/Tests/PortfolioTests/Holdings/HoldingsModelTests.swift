import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

/// An independent implementation of the README's rules, in exact fractions and without optimizations.
private struct HoldingsModel {
  struct Lot {
    let time: Int
    let order: Int
    var amount: Fraction
    var cost: Fraction?
  }

  struct Year {
    var proceeds = Fraction.zero
    var cost = Fraction.zero
  }

  let method: CostBasisMethod
  var lots: [[Lot]]
  var realized: [Fraction]
  var years: [Int: Year] = [:]
  private var order = 0

  init(_ method: CostBasisMethod, coins: Int) {
    self.method = method
    lots = Array(repeating: [], count: coins)
    realized = Array(repeating: .zero, count: coins)
  }

  mutating func add(_ coin: Int, time: Int, _ amount: Fraction, cost: Fraction?) {
    order += 1
    if method == .average, let pool = lots[coin].firstIndex(where: { ($0.cost == nil) == (cost == nil) }) {
      lots[coin][pool].amount = lots[coin][pool].amount + amount
      if let cost, let held = lots[coin][pool].cost { lots[coin][pool].cost = held + cost }
      return
    }
    lots[coin].append(Lot(time: time, order: order, amount: amount, cost: cost))
    if method == .fifo { lots[coin].sort { ($0.time, $0.order) < ($1.time, $1.order) } }
  }

  mutating func take(_ coin: Int, _ amount: Fraction) -> [Lot] {
    let total = lots[coin].reduce(Fraction.zero) { $0 + $1.amount }
    var rest = amount
    var taken: [Lot] = []
    for index in lots[coin].indices {
      let held = lots[coin][index].amount
      let part = method == .average ? amount * held / total : (rest < held ? rest : held)
      guard part.isPositive else { continue }
      rest = rest - part
      var lot = lots[coin][index]
      lot.amount = part
      lot.cost = lot.cost.map { $0 * part / held }
      if let cost = lot.cost { lots[coin][index].cost = lots[coin][index].cost.map { $0 - cost } }
      lots[coin][index].amount = held - part
      taken.append(lot)
    }
    lots[coin].removeAll { !$0.amount.isPositive }
    return taken
  }

  mutating func sell(_ coin: Int, year: Int, _ amount: Fraction, proceeds: Fraction) {
    for lot in take(coin, amount) {
      guard let cost = lot.cost else { continue }
      let share = proceeds * lot.amount / amount
      realized[coin] = realized[coin] + share - cost
      years[year, default: Year()].proceeds = years[year, default: Year()].proceeds + share
      years[year, default: Year()].cost = years[year, default: Year()].cost + cost
    }
  }

  func amount(_ coin: Int) -> Fraction { lots[coin].reduce(.zero) { $0 + $1.amount } }

  func cost(_ coin: Int) -> Fraction { lots[coin].reduce(.zero) { $0 + ($1.cost ?? .zero) } }

  var isExact: Bool {
    lots.indices.allSatisfy { amount($0).isExact && cost($0).isExact && realized[$0].isExact }
      && years.values.allSatisfy { $0.proceeds.isExact && $0.cost.isExact }
  }
}

@Suite("Holdings compared with an exact model")
struct HoldingsModelTests {
  private static let coins = [bitcoin, ethereum, dogecoin]
  private static let start = Date(timeIntervalSince1970: 1_577_836_800)

  /// Returns a random history, as entries and as a model, that never removes more coins than are held.
  private func history(_ random: inout SeededGenerator, _ method: CostBasisMethod) -> ([LedgerEntry], HoldingsModel) {
    var model = HoldingsModel(method, coins: Self.coins.count)
    var held = Array(repeating: 0, count: Self.coins.count)
    var entries: [LedgerEntry] = []
    var day = 0
    for number in 1...Int.random(in: 4...18, using: &random) {
      day += Int.random(in: 0...200, using: &random)
      let time = Self.start.addingTimeInterval(Double(day) * 86_400 + Double(number) * 60)
      let year = Calendar.utc.component(.year, from: time)
      let coin = Int.random(in: 0..<Self.coins.count, using: &random)
      let other = (coin + 1) % Self.coins.count
      // Quarters of a coin are exact as decimal numbers.
      let quarters = Int.random(in: 1...24, using: &random)
      let price = Int.random(in: 0...400, using: &random)
      let fee = Int.random(in: 0...3, using: &random)
      let outgoing = min(quarters, held[coin])
      let value = Fraction(price * quarters, over: 4)
      let proceeds = Fraction(price * outgoing, over: 4) - Fraction(fee)
      let amounts = (Decimal(quarters) / 4, Decimal(outgoing) / 4)
      let unit = UnitPrice(Decimal(price), "aud")
      let action: LedgerAction
      switch Int.random(in: 0..<8, using: &random) {
      case 0...1 where outgoing > 0:
        model.sell(coin, year: year, Fraction(outgoing, over: 4), proceeds: proceeds)
        held[coin] -= outgoing
        action = .sell(Trade(coin: Self.coins[coin], amount: amounts.1, price: unit, fee: Decimal(fee)))
      case 2 where outgoing > 0:
        _ = model.take(coin, Fraction(outgoing, over: 4))
        held[coin] -= outgoing
        action = .send(Transfer(coin: Self.coins[coin], amount: amounts.1))
      case 3 where outgoing > 0:
        // A priced swap is a sale and a purchase at the same value.
        model.sell(coin, year: year, Fraction(outgoing, over: 4), proceeds: proceeds)
        model.add(other, time: number, Fraction(quarters, over: 4), cost: Fraction(price * outgoing, over: 4))
        held[coin] -= outgoing
        held[other] += quarters
        action = swap(coin, amounts.1, other, amounts.0, unit, Decimal(fee))
      case 4...5 where outgoing > 0:
        // A swap without a price moves the cost and the age.
        for lot in model.take(coin, Fraction(outgoing, over: 4)) {
          let share = Fraction(quarters, over: 4) * lot.amount / Fraction(outgoing, over: 4)
          model.add(other, time: lot.time, share, cost: lot.cost)
        }
        held[coin] -= outgoing
        held[other] += quarters
        action = swap(coin, amounts.1, other, amounts.0, nil, 0)
      case 6:
        model.add(coin, time: number, Fraction(quarters, over: 4), cost: nil)
        held[coin] += quarters
        action = .receive(Transfer(coin: Self.coins[coin], amount: amounts.0))
      default:
        model.add(coin, time: number, Fraction(quarters, over: 4), cost: value + Fraction(fee))
        held[coin] += quarters
        action = .buy(Trade(coin: Self.coins[coin], amount: amounts.0, price: unit, fee: Decimal(fee)))
      }
      entries.append(LedgerEntry(id: .numbered(number), time: time, action: action))
    }
    return (entries, model)
  }

  private func swap(
    _ coin: Int,
    _ amount: Decimal,
    _ other: Int,
    _ received: Decimal,
    _ price: UnitPrice?,
    _ fee: Decimal
  ) -> LedgerAction {
    .swap(
      Swap(
        given: Self.coins[coin],
        givenAmount: amount,
        received: Self.coins[other],
        receivedAmount: received,
        price: price,
        fee: fee
      )
    )
  }

  @Test(
    "matches an independent model in amounts, cost, gains and yearly gains for random histories",
    arguments: CostBasisMethod.allCases
  )
  func histories(method: CostBasisMethod) throws {
    var random = SeededGenerator(seed: 17)
    var compared = 0
    let count = LongTests.rounds(byDay: 300, byNight: 3_000)
    for number in 0..<count {
      // Given entries in any order
      let (entries, model) = history(&random, method)
      guard model.isExact else { continue }
      compared += 1
      let ledger = memoryLedger()
      try ledger.add(entries.shuffled(using: &random).map { LedgerImportRow(position: .entry(1), entry: $0) })
      let snapshot = try ledger.snapshot()

      // When
      let holdings = snapshot.holdings(method: method, in: "aud")
      let gains = snapshot.realizedGains(method: method, in: "aud", timeZone: .gmt)

      // Then
      for (index, coin) in Self.coins.enumerated() {
        let holding = holdings[coin: coin.id]
        #expect(model.amount(index).isNear(snapshot.amount(ofCoin: coin.id)), "history \(number)")
        #expect(model.amount(index).isNear(holding?.amount ?? 0), "history \(number)")
        #expect(model.cost(index).isNear(holding?.position.cost ?? 0), "history \(number)")
        let realized = holding.map { $0.position.realizedProceeds - $0.position.realizedCost } ?? 0
        #expect(model.realized[index].isNear(realized), "history \(number)")
      }
      for year in gains.years {
        let expected = model.years[year.year] ?? HoldingsModel.Year()
        #expect(expected.proceeds.isNear(year.proceeds ?? 0), "history \(number), \(year.year)")
        #expect(expected.cost.isNear(year.cost ?? 0), "history \(number), \(year.year)")
      }
      #expect(Set(model.years.keys).isSubset(of: gains.years.map(\.year)), "history \(number)")
    }
    // In a few histories, fractions become too large to be exact, so those histories aren't compared.
    #expect(compared > count * 29 / 30)
  }
}

extension Calendar {
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
