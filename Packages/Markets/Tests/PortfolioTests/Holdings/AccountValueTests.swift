import Foundation
import Testing

@testable import Portfolio

@Suite("Account value")
struct AccountValueTests {
  @Test("adds up the values of coins with a price, and calculates their weights")
  func value() throws {
    // Given
    let snapshot = try ledger([
      buy("2", at: "100"), buy("30", ethereum, at: "10"), sell("10", ethereum, at: "15"), buy("5", dogecoin, at: "1"),
      buy("1", CoinReference(id: "gone", symbol: "g"), at: "1"),
      sell("1", CoinReference(id: "gone", symbol: "g"), at: "3"),
    ])

    // When
    let prices: [String: Decimal] = ["bitcoin": 150, "ethereum": 35, "other": 7]
    let value = snapshot.holdings(method: .fifo, in: "aud").value(prices: prices)

    // Then
    #expect(value.total == 1_000)
    #expect(value.items.map(\.holding.coin) == [ethereum, bitcoin])
    #expect(value.items.map(\.value) == [700, 300])
    #expect(value.items.map(\.weight) == [number("0.7"), number("0.3")])
    #expect(value.items.map(\.unrealized) == [500, 100])
    #expect(value.missingPrices == [dogecoin])
    #expect(value.cost == 400)
    #expect(value.unrealized == 600)
    #expect(value.realized == 52)
    #expect(value.currency == "aud")
  }

  @Test("returns an account value of zero without weights if all prices are zero or no coins are held")
  func zero() throws {
    let value = try ledger([buy("2")]).holdings(method: .average, in: "aud").value(prices: ["bitcoin": 0])
    #expect(value.total == 0)
    #expect(value.items.map(\.weight) == [nil])
    #expect(LedgerSnapshot.empty.holdings(method: .fifo, in: "aud").value(prices: ["bitcoin": 1]).items.isEmpty)
  }

  @Test(
    "treats implausible prices as missing in the account value",
    arguments: [Decimal.nan, -1, Decimal.greatestFiniteMagnitude, Decimal(sign: .plus, exponent: 18, significand: 1)]
  )
  func hostilePrices(price: Decimal) throws {
    let value = try ledger([buy("2")]).holdings(method: .average, in: "aud").value(prices: ["bitcoin": price])
    #expect(value.missingPrices == [bitcoin])
    #expect(value.total == 0)
  }

  @Test(
    "totals costs and gains over the coins whose cost is known",
    arguments: [
      // The entries, the prices, and the cost, the unrealized gain, and whether the cost is complete.
      ([buy("2", at: "100")], ["bitcoin": 150], 200, 100, true),
      ([buy("2", at: "100"), receive("1")], ["bitcoin": 150], 200, 100, false),
      ([receive("1")], ["bitcoin": 150], nil, nil, false),
      ([buy("2", at: "100"), receive("1", ethereum)], ["bitcoin": 150, "ethereum": 7], 200, 100, false),
      ([buy("2", at: "100"), buy("1", ethereum)], ["bitcoin": 150], 200, 100, true),
      ([buy("2", at: "100")], [:], nil, nil, false), ([], [:], 0, 0, true),
      ([buy("2", at: "100"), sell("2", at: "100")], [:], 0, 0, true),
    ] as [([LedgerAction], [String: Decimal], Decimal?, Decimal?, Bool)]
  )
  func costs(
    actions: [LedgerAction],
    prices: [String: Decimal],
    cost: Decimal?,
    unrealized: Decimal?,
    isComplete: Bool
  ) throws {
    let value = try ledger(actions).holdings(method: .fifo, in: "aud").value(prices: prices)
    #expect(value.cost == cost)
    #expect(value.unrealized == unrealized)
    #expect(value.isCostComplete == isComplete)
  }

  @Test(
    "totals the realized gains of all sales with a known gain",
    arguments: [
      ([buy("2", at: "100"), sell("1", at: "150", fee: "5")], 45, 100, true),
      ([receive("1"), sell("1")], nil, 0, false),
      ([receive("1"), sell("1"), buy("1", ethereum, at: "10"), sell("1", ethereum, at: "30")], 20, 10, false),
      ([buy("1", at: "100"), sell("1", at: "100")], 0, 100, true), ([receive("1")], 0, 0, true), ([], 0, 0, true),
    ] as [([LedgerAction], Decimal?, Decimal, Bool)]
  )
  func realized(actions: [LedgerAction], gain: Decimal?, cost: Decimal, isComplete: Bool) throws {
    let value = try ledger(actions).holdings(method: .fifo, in: "aud").value(prices: [:])
    #expect(value.realized == gain)
    #expect(value.realizedCost == cost)
    #expect(value.isRealizedComplete == isComplete)
  }

  @Test("keeps the ledger's order for coins of equal value, and omits coins that would exceed the range of a total")
  func largeValues() throws {
    // Given 101 coins that are worth almost 10¹⁸ each
    let coins = (0...100).map { CoinReference(id: "coin-\($0)", symbol: "c") }
    let snapshot = try ledger(coins.map { buy("1", $0, at: "1") })
    let prices = Dictionary(uniqueKeysWithValues: coins.map { ($0.id, number("999999999999999999")) })

    // When
    let value = snapshot.holdings(method: .fifo, in: "aud").value(prices: prices)

    // Then
    #expect(value.items.map(\.holding.coin) == Array(coins[..<99]))
    #expect(value.missingPrices == Array(coins[99...]))
    #expect(value.total == number("98999999999999999901"))
    #expect(value.items.first?.weight == number("0.010101010101010101"))
  }

  @Test("lists the lots that arrived after a time, with their known cost, only with the first-in, first-out method")
  func arrivals() throws {
    let snapshot = try ledger([buy("1", at: "10"), buy("2", at: "20"), receive("4"), buy("8", ethereum, at: "5")])
    let holdings = snapshot.holdings(method: .fifo, in: "aud")
    func arrivals(_ minutes: Double) -> [String: [Decimal]] {
      holdings.arrivals(after: noon + minutes * 60).mapValues { [$0.amount, $0.cost, $0.amountWithoutCost] }
    }
    #expect(arrivals(-1) == ["bitcoin": [7, 50, 4], "ethereum": [8, 40, 0]])
    #expect(arrivals(0) == ["bitcoin": [6, 40, 4], "ethereum": [8, 40, 0]])
    #expect(arrivals(1) == ["bitcoin": [4, 0, 4], "ethereum": [8, 40, 0]])
    #expect(arrivals(2) == ["ethereum": [8, 40, 0]])
    #expect(arrivals(3).isEmpty)
  }

  @Test("applies each entry and price to the account value from its time onward")
  func history() throws {
    // Given
    let snapshot = try ledger(at: [
      (0, buy("2", at: "100")), (10, buy("5", ethereum, at: "10")), (20, sell("1", at: "100")),
      (25, buy("9", dogecoin)),
      (30, .reversal(of: .numbered(4))),
    ])
    func point(_ minute: Double, _ price: Decimal) -> PricePoint { PricePoint(time: noon + minute * 60, price: price) }

    // When
    let prices = [
      "bitcoin": [point(20, 120), point(-5, 90), point(0, 100), point(15, 110)],
      "ethereum": [point(12, 10), point(20, .nan), point(25, 20)], "unknown": [point(26, 1)],
    ]
    let history = snapshot.valueHistory(prices: prices, at: Set(prices.values.joined().map(\.time)).sorted())

    // Then
    let minutes = history.map { ($0.time.timeIntervalSince(noon) / 60).rounded() }
    #expect(minutes == [-5, 0, 12, 15, 20, 25, 26])
    #expect(history.map(\.value) == [0, 200, 250, 270, 170, 220, 220])
    #expect(history.allSatisfy { $0.missingPrices.isEmpty })
  }

  @Test("counts coins whose prices begin later, transfers and unconverted purchases as additions at market prices")
  func additions() throws {
    let snapshot = try ledger([buy("2"), buy("5", ethereum)])
    let history = snapshot.valueHistory(
      prices: [
        "bitcoin": [PricePoint(time: noon + 3_600, price: 3), PricePoint(time: noon + 7_200, price: 4)],
        "ethereum": [PricePoint(time: noon + 7_200, price: 10)],
      ],
      at: [noon - 3_600, noon + 3_600, noon + 7_200]
    )
    #expect(history.map(\.value) == [0, 6, 58])
    #expect(history.map(\.netAdditions) == [0, 6, 56])
  }

  @Test(
    "counts money paid in and out, and transfers at the market price, as additions to the account value",
    arguments: [
      // An entry after the first point, when two bitcoin are held at 100 dollars, and the additions at the second point.
      (buy("3", at: "90", fee: "5"), 275), (receive("3", at: "90", fee: "5"), 275), (receive("3"), 330),
      (buy("3", at: "90", "usd"), 330), (sell("1", at: "90", fee: "5"), -85), (sell("1", at: "90", "usd"), -110),
      (send("1"), -110), (swap("1", bitcoin, "5", ethereum, at: "90", fee: "5"), 0),
      (swap("1", bitcoin, "5", dogecoin), -110), (buy("4", dogecoin, at: "90"), 0),
    ] as [(LedgerAction, Decimal)]
  )
  func kindsOfAdditions(action: LedgerAction, additions: Decimal) throws {
    let snapshot = try ledger([buy("2", at: "50"), action])
    let prices = [
      "bitcoin": [PricePoint(time: noon, price: 100), PricePoint(time: noon + 60, price: 110)],
      "ethereum": [PricePoint(time: noon, price: 7)],
    ]
    let times = [noon, noon + 60, noon + 120]
    let history = snapshot.valueHistory(prices: prices, at: times, currency: "aud")
    #expect(history.map(\.netAdditions) == [0, additions, additions])
    #expect(history.first?.value == 200)
    #expect(history[2].missingPrices.map(\.id) == (history[2].missingPrices.isEmpty ? [] : ["dogecoin"]))
  }

  @Test("treats a negative price in a history as missing, and a price of zero as a price")
  func historyOfHostilePrices() throws {
    let snapshot = try ledger([buy("2", at: "50")])
    let prices = [5, -1, 0, 3].enumerated().map { PricePoint(time: noon + Double($0.offset), price: $0.element) }
    let history = snapshot.valueHistory(prices: ["bitcoin": prices], at: prices.map(\.time))
    #expect(history.map(\.value) == [10, 0, 0, 6])
    #expect(history.map(\.missingPrices.isEmpty) == [true, false, true, true])
  }

  @Test("lists the held coins that didn't have a price yet")
  func missing() throws {
    let snapshot = try ledger([buy("2"), buy("5", ethereum)])
    let history = snapshot.valueHistory(
      prices: ["bitcoin": [PricePoint(time: noon + 3_600, price: 3)]],
      at: [noon + 3_600]
    )
    #expect(history == [ValuePoint(time: noon + 3_600, value: 6, missingPrices: [ethereum])])
    #expect(snapshot.valueHistory(prices: [:], at: []).isEmpty)
  }
}
