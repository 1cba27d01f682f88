import Foundation
import Testing

@testable import Portfolio

@Suite("Currency conversion")
struct ConversionTests {
  /// One US dollar is 2 Australian dollars on the last day of January 2026, and 4 Australian dollars ten days later.
  private static let rates = HistoricalRates(
    to: "aud",
    prices: [PricePoint(time: noon, price: 200), PricePoint(time: noon + 864_000, price: 400)],
    others: ["usd": [PricePoint(time: noon, price: 100), PricePoint(time: noon + 864_000, price: 100)]]
  )
  private static let tenDays = 14_400

  private func store(_ entries: [(minute: Int, action: LedgerAction)]) throws -> LedgerSnapshot {
    let ledger = memoryLedger(now: { noon + 20 * 86_400 })
    try ledger.add(
      entries.enumerated().map { index, entry in
        LedgerImportRow(
          position: .entry(index + 1),
          entry: LedgerEntry(id: .numbered(index + 1), time: noon + Double(entry.minute) * 60, action: entry.action)
        )
      }
    )
    return try ledger.snapshot()
  }

  @Test("converts money at the exchange rate on each entry's date", arguments: CostBasisMethod.allCases)
  func converted(method: CostBasisMethod) throws {
    // Given 2 coins bought for 100 US dollars each with a fee of 10; one coin is sold for 300 after the dollar has
    // doubled
    let snapshot = try store([
      (0, buy("2", at: "100", "usd", fee: "10")), (Self.tenDays, sell("1", at: "300", "usd", fee: "5")),
    ])

    // When
    let holdings = snapshot.holdings(method: method, in: "AUD", rates: Self.rates)

    // Then
    let position = try #require(holdings[coin: "bitcoin"]).position
    #expect(position.acquired == 420)
    #expect(position.cost == 210)
    #expect(position.realizedProceeds == 1_180)
    #expect(position.realized == 970)
    #expect(holdings.missingRates.isEmpty)
    #expect(holdings.currency == "aud")
  }

  @Test("rounds away noise in the last digits of an exchange rate")
  func noise() throws {
    // Given a rate of 1.523809…, which converts 65,500 US dollars to about 98,260 Australian dollars
    let rates = HistoricalRates(
      to: "aud",
      prices: [PricePoint(time: noon, price: 98_260)],
      others: ["usd": [PricePoint(time: noon, price: 65_500)]]
    )
    let snapshot = try store([(0, buy("1", at: "65500", "usd", fee: "6.55"))])

    // When
    let holdings = snapshot.holdings(method: .fifo, in: "aud", rates: rates)

    // Then
    #expect(holdings[coin: "bitcoin"]?.position.cost == number("98269.826"))
  }

  /// Returns rates with one value for a US dollar.
  private static func rates(_ aud: Decimal, per usd: Decimal) -> HistoricalRates {
    HistoricalRates(
      to: "aud",
      prices: [PricePoint(time: noon, price: aud)],
      others: ["usd": [PricePoint(time: noon, price: usd)]]
    )
  }

  @Test(
    "rounds converted money to 8 decimal places, half to even",
    arguments: [
      ("0.00000001", "0"), ("0.00000003", "0.00000002"), ("0.00000005", "0.00000002"), ("0.00000007", "0.00000004"),
      ("0.000000030000000002", "0.00000002"), ("0.000000029999999998", "0.00000001"),
      ("0.000000010000000002", "0.00000001"), ("0.5", "0.25"), ("3.00000004", "1.50000002"),
      ("123456789.12345679", "61728394.56172840"),
    ]
  )
  func rounding(money: String, converted: String) throws {
    let snapshot = try store([(0, buy("1", at: money, "usd")), (1, buy("1", ethereum, at: "0", "usd", fee: money))])
    let holdings = snapshot.holdings(method: .fifo, in: "aud", rates: Self.rates(1, per: 2))
    #expect(holdings[coin: "bitcoin"]?.position.cost == number(converted))
    #expect(holdings[coin: "ethereum"]?.position.cost == number(converted))
    #expect(holdings[coin: "ethereum"]?.position.fees == number(converted))
  }

  @Test("doesn't round money that is already in the currency, or whose rate is 1")
  func unrounded() throws {
    let money = "0.123456789012345678"
    let snapshot = try store([
      (0, buy("1", at: money, "usd", fee: money)), (1, buy("1", ethereum, at: money, fee: money)),
    ])
    let holdings = snapshot.holdings(method: .fifo, in: "aud", rates: Self.rates(1, per: 1))
    #expect(holdings.holdings.map(\.position.cost) == [number("0.246913578024691356"), number("0.246913578024691356")])
  }

  @Test(
    "treats money as unknown if the rate rounds to zero or is too large",
    arguments: [
      ("1", "1000000000000000000", "0.5"), ("1", "10000000000000000000", nil), ("1000000000000000000", "1", nil),
      ("999999999999999999", "1", nil),
    ]
  )
  func extremeRates(aud: String, usd: String, cost: String?) throws {
    let snapshot = try store([(0, buy("1", at: "500000000000000000", "usd"))])
    let rates = Self.rates(number(aud), per: number(usd))
    let holdings = snapshot.holdings(method: .fifo, in: "aud", rates: rates)
    #expect(holdings[coin: "bitcoin"]?.lots.map(\.cost) == [cost.map { number($0) }])
    #expect(holdings.missingRates.map(\.entryCount) == (cost == nil ? [1] : []))
  }

  @Test("uses each day's rate, also for several entries on the same day")
  func days() throws {
    let midnight = 720
    let rates = HistoricalRates(
      to: "aud",
      prices: [PricePoint(time: noon, price: 2), PricePoint(time: noon + 43_200, price: 4)],
      others: ["usd": [PricePoint(time: noon, price: 1), PricePoint(time: noon + 43_200, price: 1)]]
    )
    let snapshot = try store([
      (0, buy("1", at: "1", "usd")), (midnight - 1, buy("1", at: "1", "usd")), (midnight, buy("1", at: "1", "usd")),
      (midnight + 1, buy("1", at: "1")), (midnight + 2, buy("1", at: "1", "usd")),
    ])
    #expect(snapshot.holdings(method: .fifo, in: "aud", rates: rates).holdings[0].lots.map(\.cost) == [2, 2, 4, 1, 4])
  }

  @Test("reports the entries without an exchange rate by currency, but not sent coins")
  func missing() throws {
    let sent = Transfer(coin: bitcoin, amount: 1, price: UnitPrice(1, "chf"), fee: 1)
    let snapshot = try store([
      (0, buy("3", at: "1", "jpy")), (1, buy("1", at: "1", "chf")), (2, .send(sent)), (3, receive("1")),
      (5, sell("1", at: "1", "jpy")), (6, swap("1", bitcoin, "1", ethereum, at: "1")), (7, buy("1", at: "1", "jpy")),
    ])
    let holdings = snapshot.holdings(method: .fifo, in: "eur", rates: Self.rates)
    #expect(
      holdings.missingRates == [
        MissingRate(currency: "aud", entryCount: 1, first: noon + 360, last: noon + 360),
        MissingRate(currency: "chf", entryCount: 1, first: noon + 60, last: noon + 60),
        MissingRate(currency: "jpy", entryCount: 3, first: noon, last: noon + 420),
      ]
    )
  }

  @Test("treats money without an exchange rate as unknown, never as zero", arguments: CostBasisMethod.allCases)
  func unknown(method: CostBasisMethod) throws {
    // Given
    let snapshot = try store([(0, buy("2")), (1, buy("1", ethereum)), (2, sell("1"))])

    // When
    let holdings = snapshot.holdings(method: method, in: "eur", rates: Self.rates)
    let value = holdings.value(prices: ["bitcoin": 70, "ethereum": 7])

    // Then
    #expect(value.total == 77)
    #expect(value.cost == nil)
    #expect(value.unrealized == nil)
    #expect(value.realized == nil)
    #expect(value.items.map(\.unrealized) == [nil, nil])
    #expect(!value.isCostComplete)
    #expect(!value.isRealizedComplete)
    #expect(holdings[coin: "bitcoin"]?.lots.map(\.cost) == [nil])
    #expect(
      holdings.missingRates == [MissingRate(currency: "aud", entryCount: 3, first: noon, last: noon + 120)]
    )
  }

  @Test("treats a gain as unknown if one side of the sale has no exchange rate")
  func mixedSale() throws {
    // Given coins bought for $100, ¥60 and $10, one coin sold for ¥150, and two for $80 each; yen have no exchange rate
    let snapshot = try store([
      (0, buy("1", at: "100")), (1, buy("1", at: "60", "jpy")), (2, buy("1", at: "10")),
      (3, sell("1", at: "150", "jpy")), (4, sell("2", at: "80")),
    ])

    // When
    let holdings = snapshot.holdings(method: .fifo, in: "aud", rates: Self.rates)
    let position = try #require(holdings[coin: "bitcoin"]).position

    // Then
    #expect(position.unmatchedCost == 100)
    #expect(position.unmatchedProceeds == 80)
    #expect(position.unmatchedAmount == 2)
    #expect(position.realizedAmount == 1)
    #expect(position.realized == 70)
    #expect(position.acquired == position.cost + position.realizedCost + position.transferred + position.unmatchedCost)
    let value = holdings.value(prices: [:])
    #expect(value.realized == 70)
    #expect(!value.isRealizedComplete)
    #expect(holdings.missingRates.map(\.entryCount) == [2])
  }

  @Test("converts both sides of a priced swap to one currency")
  func swapped() throws {
    let unit = UnitPrice(50, "usd")
    let exchange = LedgerAction.swap(
      Swap(given: bitcoin, givenAmount: 2, received: ethereum, receivedAmount: 8, price: unit, fee: 1)
    )
    let snapshot = try store([(0, buy("2", at: "30")), (1, exchange)])
    let known = snapshot.holdings(method: .fifo, in: "aud", rates: Self.rates)
    #expect(known[coin: "bitcoin"]?.position.realized == 138)
    #expect(known[coin: "ethereum"]?.position.cost == 200)

    let unknown = snapshot.holdings(method: .fifo, in: "aud", rates: .none)
    #expect(unknown[coin: "bitcoin"]?.position.knownRealized == nil)
    #expect(unknown[coin: "ethereum"]?.amountWithoutCost == 8)
    #expect(unknown[coin: "bitcoin"]?.position.transferred == 0)
  }

  @Test("treats money as unknown if the converted amount is too large")
  func tooLarge() throws {
    let purchases = Array(repeating: (0, buy("1", at: "900000000000000000", "usd")), count: 100)
    let small = HistoricalRates(
      to: "aud",
      prices: [PricePoint(time: noon, price: 1)],
      others: ["usd": [PricePoint(time: noon, price: 1)]]
    )
    let others = Array(repeating: (1, buy("1", at: "900000000000000000", "aud")), count: 20)
    let same = try store(purchases + others)
    let large = try #require(same.holdings(method: .fifo, in: "aud", rates: small)[coin: "bitcoin"])
    // 111 purchases cost 9.99 × 10¹⁹, which is just below the limit.
    #expect(large.amountWithoutCost == 9)
    #expect(large.position.cost == number("99900000000000000000"))
    let separate = try store(purchases + others.map { ($0.0, buy("1", ethereum, at: "900000000000000000", "aud")) })
    let separated = separate.holdings(method: .fifo, in: "aud", rates: small)
    #expect(separated.holdings.map(\.amountWithoutCost) == [0, 9])

    let doubled = try store([(0, buy("1", at: "900000000000000000", "usd"))])
    #expect(doubled.holdings(method: .fifo, in: "aud", rates: Self.rates)[coin: "bitcoin"]?.amountWithoutCost == 1)
  }
}
