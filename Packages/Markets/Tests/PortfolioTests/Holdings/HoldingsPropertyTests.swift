import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Random ledger sums")
struct HoldingsPropertyTests {
  /// Records random actions; the ledger refuses actions that remove more coins than are held.
  private func randomLedger(_ seed: UInt64, _ currencies: [String]) throws -> LedgerSnapshot {
    var random = SeededGenerator(seed: seed)
    let clock = TestClock()
    let store = memoryLedger(now: clock.now)
    var entered: [UUID] = []
    for _ in 0..<150 {
      let isReversal = !entered.isEmpty && Int.random(in: 0..<8, using: &random) == 0
      let action: LedgerAction =
        isReversal
        ? .reversal(of: entered[Int.random(in: 0..<entered.count, using: &random)])
        : RandomEntries.action(&random, currencies)
      do throws(LedgerError) {
        entered.append(try store.enter(action).id)
      } catch {
        guard case .refused = error else { throw error }
      }
    }
    return try store.snapshot()
  }

  private func exact(_ decimal: Decimal) throws -> FixedPoint { try #require(FixedPoint(sum: decimal)) }

  private static let seedCount = LongTests.rounds(byDay: 4, byNight: 30)

  @Test(
    "adds up holdings to the last digit in one or several currencies, with either method",
    arguments: 1...seedCount
  )
  func sums(seed: Int) throws {
    for currencies in [["aud"], ["aud", "usd", "eur"]] {
      for method in CostBasisMethod.allCases {
        // Given
        let snapshot = try randomLedger(UInt64(seed), currencies)

        // When
        let holdings = snapshot.holdings(method: method, in: "aud")

        // Then
        #expect(snapshot.count > 50)
        for holding in holdings.holdings {
          let amount = try exact(holding.amount)
          let lots = try holding.lots.map { try exact($0.amount) }
          #expect(try exact(snapshot.amount(ofCoin: holding.coin.id)) == amount)
          #expect(lots.reduce(.zero, +) == amount)
          #expect(lots.allSatisfy { !$0.isNegative })
          #expect(holding.uncovered == 0)
          try check(holding.position, holding)
        }
      }
    }
  }

  private func check(_ position: CostPosition, _ holding: Holding) throws {
    let lots = holding.lots.filter { $0.cost != nil }
    let cost = try exact(position.cost)
    #expect(try lots.map { try exact($0.cost ?? 0) }.reduce(.zero, +) == cost)
    #expect(try lots.map { try exact($0.amount) }.reduce(.zero, +) == exact(position.amount))
    #expect(!cost.isNegative)
    // Acquired coins are held, sold, sent, or sold for unknown proceeds.
    let gone = try exact(position.realizedCost) + exact(position.transferred) + exact(position.unmatchedCost)
    #expect(try exact(position.acquired) == cost + gone)
  }

  @Test(
    "calculates realized and unrealized gains that add up to value plus proceeds minus cost",
    arguments: 31..<31 + seedCount
  )
  func profit(seed: Int) throws {
    let snapshot = try randomLedger(UInt64(seed), ["aud"])
    for method in CostBasisMethod.allCases {
      // Given
      let holdings = snapshot.holdings(method: method, in: "aud")
      let prices = Dictionary(
        uniqueKeysWithValues: RandomEntries.coins.enumerated().map { ($0.element.id, Decimal($0.offset * 37 + 1) / 8) }
      )

      // When
      let value = holdings.value(prices: prices)

      // Then
      #expect(value.missingPrices.isEmpty)
      #expect(try value.items.map { try exact($0.value) }.reduce(.zero, +) == exact(value.total))
      var expected = FixedPoint.zero
      for holding in holdings.holdings {
        let position = holding.position
        let price = try exact(try #require(prices[holding.coin.id]))
        let worth = try #require(try exact(position.amount).multiplied(by: price))
        let sold = try exact(position.realizedProceeds)
        let gone = try exact(position.transferred) + exact(position.unmatchedCost)
        // The expected value is the total cost minus the cost that left without a sale in this currency.
        expected += worth + sold - (try exact(position.acquired) - gone)
      }
      #expect(try exact(value.realized ?? 0) + exact(value.unrealized ?? 0) == expected)
      let weights = try value.items.map { try exact(try #require($0.weight)) }.reduce(.zero, +)
      #expect(abs((weights - FixedPoint(units: FixedPoint.unitsOfOne)).units) <= Int128(value.items.count))
    }
  }

  @Test("matches the sums of a simple replay with Foundation's Decimal", arguments: 61..<61 + seedCount)
  func oracle(seed: Int) throws {
    // Given whole numbers, for which Decimal is exact as well
    var random = SeededGenerator(seed: UInt64(seed))
    let store = memoryLedger(now: TestClock().now)
    var lots: [(amount: Int, price: Int)] = []
    var realized = 0
    for _ in 0..<200 {
      let amount = Int.random(in: 1...20, using: &random)
      let price = Int.random(in: 1...500, using: &random)
      if Bool.random(using: &random) {
        try store.enter(buy("\(amount)", at: "\(price)"))
        lots.append((amount, price))
      } else if lots.reduce(0, { $0 + $1.amount }) >= amount {
        try store.enter(sell("\(amount)", at: "\(price)"))
        var rest = amount
        while rest > 0 {
          let part = min(rest, lots[0].amount)
          realized += part * (price - lots[0].price)
          lots[0].amount -= part
          rest -= part
          if lots[0].amount == 0 { lots.removeFirst() }
        }
      }
    }

    // Then
    let holding = try #require(try store.snapshot().holdings(method: .fifo, in: "aud")[coin: "bitcoin"])
    #expect(holding.lots.map(\.amount) == lots.map { Decimal($0.amount) })
    #expect(holding.lots.map(\.cost) == lots.map { Decimal($0.amount * $0.price) })
    #expect(holding.position.realized == Decimal(realized))
  }
}
