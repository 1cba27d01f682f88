import Basics
import Foundation
import Testing

@testable import Portfolio

@Suite("Holdings and realized gains")
struct HoldingsTests {
  private func holding(_ actions: [LedgerAction], _ method: CostBasisMethod, _ coin: CoinReference = bitcoin) throws
    -> Holding
  {
    try #require(try ledger(actions).holdings(method: method, in: "aud")[coin: coin.id])
  }

  private func position(_ actions: [LedgerAction], _ method: CostBasisMethod, _ coin: CoinReference = bitcoin) throws
    -> CostPosition
  {
    try holding(actions, method, coin).position
  }

  @Test("sells the oldest coins first with the first-in, first-out method")
  func fifo() throws {
    // Given 10 coins bought at 100, 10 coins bought at 200, and 15 coins sold at 300
    let actions = [buy("10", at: "100"), buy("10", at: "200"), sell("15", at: "300")]

    // When
    let holding = try holding(actions, .fifo)
    let position = try position(actions, .fifo)

    // Then
    #expect(holding.amount == 5)
    #expect(holding.lots.map(\.amount) == [5])
    #expect(holding.lots.map(\.cost) == [1_000])
    #expect(holding.lots.map(\.time) == [noon + 60])
    #expect(position.realized == 2_500)
    #expect(position.cost == 1_000)
    #expect(position.averageCost == 200)
    #expect(position.acquired == 3_000)
  }

  @Test("uses the average cost for all of a coin's units with the average method")
  func average() throws {
    let actions = [buy("10", at: "100"), buy("10", at: "200"), sell("15", at: "300")]
    let position = try position(actions, .average)
    #expect(position.realized == 2_250)
    #expect(position.cost == 750)
    #expect(position.averageCost == 150)
    #expect(try holding(actions, .average).lots.count == 1)
  }

  @Test(
    "adds fees to the cost of purchases, and subtracts fees from the proceeds of sales",
    arguments: CostBasisMethod.allCases
  )
  func fees(method: CostBasisMethod) throws {
    let position = try position([buy("10", at: "100", fee: "10"), sell("5", at: "100", fee: "7")], method)
    #expect(position.cost == 505)
    #expect(position.realizedProceeds == 493)
    #expect(position.realized == -12)
    #expect(position.fees == 17)
  }

  @Test("removes the cost of sent coins without realizing a gain", arguments: CostBasisMethod.allCases)
  func sending(method: CostBasisMethod) throws {
    let position = try position([buy("10", at: "100"), send("4")], method)
    #expect(position.cost == 600)
    #expect(position.transferred == 400)
    #expect(position.realized == 0)
  }

  @Test("uses received coins' recorded cost, and treats a missing cost as unknown", arguments: CostBasisMethod.allCases)
  func receiving(method: CostBasisMethod) throws {
    // Given
    let actions = [receive("4", at: "50", fee: "1"), receive("6"), sell("10", at: "100")]

    // When
    let before = try holding(Array(actions.dropLast()), method)
    let after = try position(actions, method)

    // Then
    #expect(before.amount == 10)
    #expect(before.amountWithoutCost == 6)
    #expect(before.position.cost == 201)
    #expect(after.realizedProceeds == 400)
    #expect(after.realized == 199)
    #expect(after.unmatchedProceeds == 600)
  }

  @Test("treats a priced swap as a sale and a purchase at the same value", arguments: CostBasisMethod.allCases)
  func pricedSwap(method: CostBasisMethod) throws {
    // Given
    let actions = [buy("10", at: "100"), swap("4", bitcoin, "80", ethereum, at: "150", fee: "6")]

    // Then
    let given = try position(actions, method)
    #expect(given.realized == 194)
    #expect(given.cost == 600)
    let received = try position(actions, method, ethereum)
    #expect(received.cost == 600)
    #expect(received.averageCost == number("7.5"))
    #expect(try holding(actions, method, ethereum).lots.map(\.time) == [noon + 60])
  }

  @Test(
    "moves the cost in a swap without a price, and with first-in, first-out the age as well",
    arguments: CostBasisMethod.allCases
  )
  func plainSwap(method: CostBasisMethod) throws {
    // Given
    let actions = [
      buy("1", at: "100"), buy("1", at: "200"), swap("2", bitcoin, "30", ethereum), sell("15", ethereum, at: "20"),
    ]

    // Then
    let given = try position(actions, method)
    #expect(given.cost == 0)
    #expect(given.transferred == 300)
    #expect(given.realized == 0)
    let received = try position(actions, method, ethereum)
    #expect(received.acquired == 300)
    #expect(received.realized == (method == .fifo ? 200 : 150))
    #expect(try holding(actions, method, ethereum).lots.first?.time == (method == .fifo ? noon + 60 : noon))
  }

  @Test("sells coins from a swap without a price by their age, before younger lots that arrived earlier")
  func swappedLotsByAge() throws {
    // Given ether bought in minute 2, and ether received in minute 3 for bitcoin bought in minute 0
    let actions = [
      (0, buy("1", at: "100")), (2, buy("1", ethereum, at: "1000")), (3, swap("1", bitcoin, "1", ethereum)),
      (4, sell("1", ethereum, at: "2000")),
    ]

    // When
    let holding = try #require(try ledger(at: actions).holdings(method: .fifo, in: "aud")[coin: ethereum.id])

    // Then
    #expect(holding.position.realized == 1_900)
    #expect(holding.lots.map(\.cost) == [1_000])
    #expect(holding.lots.map(\.time) == [noon + 120])
  }

  @Test("sells coins by age after chains of swaps, and coins of the same age by order of arrival")
  func chainsOfSwaps() throws {
    // Given
    let actions = [
      (0, buy("2", at: "10")), (0, buy("2", at: "20")), (1, buy("1", ethereum, at: "300")),
      (2, buy("1", dogecoin, at: "4000")), (3, swap("1", bitcoin, "1", ethereum)),
      (4, swap("2", ethereum, "2", dogecoin)), (5, swap("2", bitcoin, "1", dogecoin)),
    ]

    // When
    let holding = try #require(try ledger(at: actions).holdings(method: .fifo, in: "aud")[coin: dogecoin.id])

    // Then
    #expect(holding.lots.map(\.cost) == [10, 10, 20, 300, 4_000])
    #expect(holding.lots.map(\.amount) == [1, number("0.5"), number("0.5"), 1, 1])
    #expect(holding.lots.map(\.time) == [noon, noon, noon, noon + 60, noon + 120])
  }

  @Test("divides a cost into thirds without losing a remainder", arguments: CostBasisMethod.allCases)
  func thirds(method: CostBasisMethod) throws {
    let sales = Array(repeating: sell("1", at: "0.1"), count: 3)
    let first = try position([buy("3", at: "0", fee: "1")] + sales.prefix(1), method)
    #expect(first.realizedCost == number("0.333333333333333333"))
    #expect(first.cost == number("0.666666666666666667"))
    let all = try position([buy("3", at: "0", fee: "1")] + sales, method)
    #expect(all.realizedCost == 1)
    #expect(all.cost == 0)
    #expect(all.averageCost == nil)
  }

  @Test("applies entries in chronological order, not in recording order", arguments: CostBasisMethod.allCases)
  func orderOfTime(method: CostBasisMethod) throws {
    let inOrder = try ledger(at: [(0, buy("1", at: "100")), (1, buy("1", at: "300")), (2, sell("1", at: "500"))])
    let mixed = try ledger(at: [(1, buy("1", at: "300")), (2, sell("1", at: "500")), (0, buy("1", at: "100"))])
    #expect(inOrder.holdings(method: method, in: "aud") == mixed.holdings(method: method, in: "aud"))
  }

  @Test("ignores reversed entries in the holdings", arguments: CostBasisMethod.allCases)
  func reversed(method: CostBasisMethod) throws {
    let plain = try ledger([buy("1", at: "100"), sell("1", at: "150")])
    let undone = try ledger(
      at: [
        (0, buy("1", at: "100")), (0, buy("5", at: "999")), (1, sell("1", at: "150")), (2, .reversal(of: .numbered(2))),
      ]
    )
    #expect(undone.holdings(method: method, in: "aud") == plain.holdings(method: method, in: "aud"))
  }

  @Test("divides a cost exactly even if it exceeds the range for single numbers")
  func largeCost() throws {
    let purchases = Array(repeating: buy("1", at: "900000000000000000"), count: 10)
    let position = try position(purchases + [sell("1", at: "1")], .average)
    #expect(position.cost == number("8100000000000000000"))
    #expect(position.realizedCost == number("900000000000000000"))
  }

  @Test(
    "drops a cost that repeated swaps would increase beyond the range",
    arguments: CostBasisMethod.allCases
  )
  func endlessSwaps(method: CostBasisMethod) throws {
    // Given
    let pairs = Array(repeating: [swap("1", bitcoin, "1", ethereum), swap("1", ethereum, "1", bitcoin)], count: 300)
    let actions = [buy("1", at: "900000000000000000")] + pairs.flatMap { $0 }

    // When
    let holding = try holding(actions, method)

    // Then
    #expect(holding.amount == 1)
    #expect(holding.amountWithoutCost == 1)
    #expect(holding.position.acquired == holding.position.transferred)
  }

  @Test("counts coins that were removed without ever having been added", arguments: CostBasisMethod.allCases)
  func uncovered(method: CostBasisMethod) throws {
    // Given a file whose purchase is damaged
    var table = LedgerTable()
    let sale = try table.record(LedgerEntry(time: noon, action: sell("3", at: "10")))
    try table.admit(sale)

    // When
    let snapshot = LedgerSnapshot(table: table)
    let holding = try #require(snapshot.holdings(method: method, in: "aud")[coin: "bitcoin"])

    // Then
    #expect(snapshot.amount(ofCoin: "bitcoin") == -3)
    #expect(holding.uncovered == 3)
    #expect(holding.amount == 0)
    #expect(holding.position.unmatchedProceeds == 30)
    #expect(snapshot.holdings(method: method, in: "aud").value(prices: [:]).missingPrices.isEmpty)
  }

  @Test("gives coins from a swap an unknown cost if the coins given are missing", arguments: CostBasisMethod.allCases)
  func uncoveredSwap(method: CostBasisMethod) throws {
    // Given a file in which one of two purchases is damaged
    var table = LedgerTable()
    for (index, action) in [buy("1", at: "100"), swap("3", bitcoin, "30", ethereum)].enumerated() {
      let record = try table.record(LedgerEntry(id: .numbered(index + 1), time: noon + Double(index), action: action))
      try table.admit(record)
    }

    // When
    let holdings = LedgerSnapshot(table: table).holdings(method: method, in: "aud")

    // Then
    let received = try #require(holdings[coin: "ethereum"])
    #expect(received.lots.map(\.amount) == [10, 20])
    #expect(received.lots.map(\.cost) == [100, nil])
    #expect(received.lots.map(\.time) == [noon, noon + 1])
    #expect(received.amountWithoutCost == 20)
    #expect(holdings[coin: "bitcoin"]?.uncovered == 2)
    #expect(holdings[coin: "bitcoin"]?.position.transferred == 100)
  }

  @Test("lists sales of coins that were never added, with unknown gains", arguments: CostBasisMethod.allCases)
  func uncoveredSale(method: CostBasisMethod) throws {
    var table = LedgerTable()
    for (index, action) in [buy("1", at: "100"), sell("4", at: "150", fee: "20")].enumerated() {
      let record = try table.record(LedgerEntry(id: .numbered(index + 1), time: noon + Double(index), action: action))
      try table.admit(record)
    }
    let gains = LedgerSnapshot(table: table).realizedGains(method: method, in: "aud", timeZone: .gmt)
    let year = try #require(gains.years.first)
    #expect(year.disposals.map(\.amount) == [1, 3])
    #expect(year.disposals.map(\.proceeds) == [145, 435])
    #expect(year.disposals.map(\.cost) == [100, nil])
    #expect(year.gain == 45)
    #expect(year.unknownCount == 1)
  }
}
