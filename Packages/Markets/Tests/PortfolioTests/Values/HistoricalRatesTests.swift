import Foundation
import Testing

@testable import Portfolio

@Suite("Historical rates")
struct HistoricalRatesTests {
  /// 2026-01-31T00:00:00Z.
  private static let day = noon - 43_200

  private static func point(_ days: Double, _ price: Decimal) -> PricePoint {
    PricePoint(time: day + days * 86_400, price: price)
  }

  /// One US dollar is 1.5 Australian dollars on this day and 2 on the next day; one euro is 3 on this day.
  private static let rates = HistoricalRates(
    to: "AUD",
    prices: [point(0, 150), point(1, 200)],
    others: ["usd": [point(0, 100), point(1, 100)], "EUR": [point(0, 50)]]
  )

  @Test(
    "calculates an exchange rate from two prices at the same time",
    arguments: [
      ("usd", "aud", 0.5, "1.5"), ("USD", "Aud", 1.0, "2"), ("aud", "usd", 1, "0.5"), ("eur", "usd", 0, "2"),
      ("jpy", "jpy", -4_000, "1"), ("aud", "AUD", 0, "1"),
    ]
  )
  func quotient(source: String, target: String, days: Double, rate: String) {
    #expect(Self.rates.rate(from: source, to: target, at: Self.day + days * 86_400) == number(rate))
  }

  @Test(
    "uses the rate from the nearest day within three days for a day without a rate",
    arguments: [
      (-3.0, "1.5"), (2.5, "2"), (4.9, "2"), (-3.1, nil), (5.0, nil), (1e9, nil), (-1e300, nil), (.infinity, nil),
    ]
  )
  func missingDay(days: Double, rate: String?) {
    let time = Date(timeIntervalSince1970: Self.day.timeIntervalSince1970 + days * 86_400)
    #expect(Self.rates.rate(from: "usd", to: "aud", at: time) == rate.map { number($0) })
  }

  @Test("uses the earlier rate if two days are equally near")
  func equallyFar() {
    let rates = HistoricalRates(
      to: "aud",
      prices: [Self.point(0, 2), Self.point(2, 3)],
      others: ["usd": [Self.point(0, 1), Self.point(2, 1)]]
    )
    #expect(rates.rate(from: "usd", to: "aud", at: Self.day + 86_400) == 2)
  }

  @Test("returns nil for unknown currencies", arguments: [("jpy", "aud"), ("aud", "jpy"), ("jpy", "eur"), ("", "aud")])
  func unknown(source: String, target: String) {
    #expect(Self.rates.rate(from: source, to: target, at: Self.day) == nil)
    #expect(HistoricalRates.none.rate(from: source, to: target, at: Self.day) == nil)
  }

  @Test("ignores prices that aren't positive when calculating exchange rates", arguments: [Decimal.nan, 0, -1])
  func hostilePrices(price: Decimal) {
    let good = [Self.point(0, 100)]
    for (prices, others) in [([Self.point(0, price)], good), (good, [Self.point(0, price)])] {
      let rates = HistoricalRates(to: "aud", prices: prices, others: ["usd": others])
      #expect(rates.rate(from: "usd", to: "aud", at: Self.day) == nil)
    }
  }

  @Test("never calculates a rate from prices that are more than half an hour apart")
  func distance() {
    let prices = [PricePoint(time: Self.day, price: 3)]
    func rate(_ seconds: TimeInterval) -> Decimal? {
      let other = [PricePoint(time: Self.day + seconds, price: 2)]
      return HistoricalRates(to: "aud", prices: prices, others: ["usd": other])
        .rate(from: "usd", to: "aud", at: Self.day)
    }
    #expect(rate(1_800) == number("1.5"))
    #expect(rate(1_801) == nil)
  }

  @Test("uses the price nearest in time, the later of two equally near ones, and the first pair of a day")
  func nearestPrice() {
    func rate(_ prices: [(minute: Double, price: Decimal)], _ others: [(minute: Double, price: Decimal)]) -> Decimal? {
      func points(_ prices: [(minute: Double, price: Decimal)]) -> [PricePoint] {
        prices.map { PricePoint(time: Self.day + $0.minute * 60, price: $0.price) }
      }
      return HistoricalRates(to: "aud", prices: points(prices), others: ["usd": points(others)])
        .rate(from: "usd", to: "aud", at: Self.day)
    }
    #expect(rate([(0, 2), (10, 4), (20, 8)], [(11, 1)]) == 4)
    #expect(rate([(0, 2), (10, 4), (20, 8)], [(15, 1)]) == 8)
    #expect(rate([(20, 8), (0, 2), (10, 4)], [(4, 1)]) == 2)
    #expect(rate([(0, 2), (600, 4)], [(600, 1), (0, 1)]) == 2)
    #expect(rate([(0, 2), (600, 4)], [(100, 1), (600, 1)]) == 4)
    #expect(rate([(1_439, 2), (1_440, 4)], [(1_440, 1)]) == 4)
  }

  @Test("returns no rate if the quotient of the prices isn't a positive number")
  func extremeRates() {
    let (huge, tiny) = (
      Decimal(sign: .plus, exponent: 127, significand: 1), Decimal(sign: .plus, exponent: -127, significand: 1)
    )
    for (price, other) in [(huge, tiny), (tiny, huge)] {
      let rates = HistoricalRates(to: "aud", prices: [Self.point(0, price)], others: ["usd": [Self.point(0, other)]])
      #expect(rates.rate(from: "usd", to: "aud", at: Self.day) == nil)
      #expect(rates.rate(from: "aud", to: "usd", at: Self.day) == nil)
    }
  }
}
