import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Which alerts fire")
struct AlertEngineTests {
  private func alert(_ condition: AlertCondition, _ repetition: AlertRepetition = .once, currency: String = "aud")
    -> PriceAlert
  {
    let request = AlertRequest(coin: bitcoin, condition: condition, currency: currency, repetition: repetition)
    return PriceAlert(id: 1, request: request, created: noon, state: .armed)
  }

  private func quote(_ price: String, change: String? = nil) -> [String: AlertQuote] {
    let changes = change.map { ["aud": number($0)] } ?? [:]
    return ["bitcoin": AlertQuote(prices: ["aud": number(price)], dayChanges: changes)]
  }

  @Test(
    "A condition holds from its limit on",
    arguments: [
      (AlertCondition.above(100), "99.999999999999999999", false), (.above(100), "100", true),
      (.above(100), "101", true),
      (.below(100), "100.000000000000000001", false), (.below(100), "100", true), (.below(100), "0", true),
      (.rises(percent: 10, since: .price(200)), "219.99", false),
      (.rises(percent: 10, since: .price(200)), "220", true),
      (.falls(percent: 10, since: .price(200)), "180.01", false),
      (.falls(percent: 10, since: .price(200)), "180", true),
      (.falls(percent: 100, since: .price(200)), "0", true),
    ]
  )
  func limits(condition: AlertCondition, price: String, fires: Bool) {
    // When
    let evaluation = AlertEngine.evaluate([alert(condition)], quotes: quote(price), at: noon)

    // Then
    #expect(evaluation.fired.count == (fires ? 1 : 0))
    #expect(evaluation.fired.first?.price == (fires ? number(price) : nil))
    #expect(evaluation.alerts.map(\.state) == [fires ? .off(since: noon) : .armed])
    #expect(evaluation.unchecked.isEmpty)
  }

  @Test(
    "Changes of a day are those that the service reports",
    arguments: [
      (AlertCondition.rises(percent: 5, since: .day), "4.99", false), (.rises(percent: 5, since: .day), "5", true),
      (.falls(percent: 5, since: .day), "-4.99", false), (.falls(percent: 5, since: .day), "-5", true),
      (.falls(percent: 5, since: .day), "5", false),
    ]
  )
  func dayChanges(condition: AlertCondition, change: String, fires: Bool) {
    let evaluation = AlertEngine.evaluate([alert(condition)], quotes: quote("1", change: change), at: noon)
    #expect(evaluation.fired.map(\.change) == (fires ? [number(change)] : []))
  }

  @Test("An alert for once fires once")
  func once() {
    let first = AlertEngine.evaluate([alert(.above(100))], quotes: quote("100"), at: noon)
    let second = AlertEngine.evaluate(first.alerts, quotes: quote("90"), at: noon + 1)
    let third = AlertEngine.evaluate(second.alerts, quotes: quote("100"), at: noon + 2)
    #expect(first.fired.count == 1)
    #expect(second.fired.isEmpty)
    #expect(third.fired.isEmpty)
    #expect(third.alerts.map(\.state) == [.off(since: noon)])
    #expect(AlertEngine.evaluate(third.alerts, quotes: [:], at: noon).unchecked.isEmpty)
  }

  @Test(
    "A recurring alert fires again only after the price has come back by its margin",
    arguments: [
      (AlertCondition.above(100), ["100", "99.01", "101", "99", "99", "100"], [0, 5]),
      (.below(100), ["100", "100.99", "99", "101", "100"], [0, 4]),
      (.rises(percent: 10, since: .price(100)), ["110", "109.01", "111", "109", "110"], [0, 4]),
      (.falls(percent: 10, since: .price(100)), ["90", "90.99", "80", "91", "90"], [0, 4]),
    ]
  )
  func hysteresis(condition: AlertCondition, prices: [String], fires: [Int]) {
    // Given
    var alerts = [alert(condition, .recurring())]
    var fired: [Int] = []

    // When
    for (index, price) in prices.enumerated() {
      let evaluation = AlertEngine.evaluate(alerts, quotes: quote(price), at: noon + Double(index))
      alerts = evaluation.alerts
      if !evaluation.fired.isEmpty { fired.append(index) }
    }

    // Then
    #expect(fired == fires)
  }

  @Test("A price that trembles around the limit fires once, whatever it does in between")
  func trembling() {
    var random = SeededGenerator(seed: 8)
    var alerts = [alert(.above(100), .recurring(margin: number("0.05")))]
    var count = 0
    for index in 0..<1_000 {
      let price = Decimal(Int.random(in: 9_501...10_500, using: &random)) / 100
      let quotes = ["bitcoin": AlertQuote(prices: ["aud": price])]
      let evaluation = AlertEngine.evaluate(alerts, quotes: quotes, at: noon + Double(index))
      alerts = evaluation.alerts
      count += evaluation.fired.count
    }
    #expect(count == 1)
  }

  @Test("An alert that cannot be checked is reported, stays as it is, and works again later")
  func unchecked() {
    // Given
    let alerts = [
      alert(.above(1)), alert(.above(1), currency: "eur"), alert(.rises(percent: 1, since: .day)),
      alert(.falls(percent: 1, since: .price(2)), .recurring()),
    ]

    // When
    let gone = AlertEngine.evaluate(alerts, quotes: ["ethereum": AlertQuote(prices: ["aud": 1])], at: noon)
    let partial = AlertEngine.evaluate(gone.alerts, quotes: quote("1.5"), at: noon)

    // Then
    #expect(gone.fired.isEmpty)
    #expect(gone.alerts == alerts)
    #expect(gone.unchecked.map(\.reason) == [.noCoin, .noCoin, .noCoin, .noCoin])
    #expect(partial.unchecked.map(\.reason) == [.noPrice, .noChange])
    #expect(partial.fired.count == 2)
    #expect(gone.unchecked.first?.description.contains("Alert 1") == true)
  }

  @Test(
    "Prices that are not numbers are no prices",
    arguments: [AlertCondition.above(1), .falls(percent: 1, since: .price(2))]
  )
  func notANumber(condition: AlertCondition) {
    let quotes = ["bitcoin": AlertQuote(prices: ["aud": .nan], dayChanges: ["aud": .nan])]
    let evaluation = AlertEngine.evaluate(
      [alert(condition), alert(.rises(percent: 1, since: .day))],
      quotes: quotes,
      at: noon
    )
    #expect(evaluation.fired.isEmpty)
    #expect(evaluation.unchecked.count == 2)
  }
}
