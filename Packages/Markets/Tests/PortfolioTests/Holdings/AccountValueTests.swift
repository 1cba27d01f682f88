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
