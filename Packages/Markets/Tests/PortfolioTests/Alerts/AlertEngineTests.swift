import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Alert engine")
struct AlertEngineTests {
  private func alert(_ condition: AlertCondition, _ repetition: AlertRepetition = .once, currency: String = "aud")
    -> PriceAlert
  {
    let request = AlertRequest(coin: bitcoin, condition: condition, currency: currency, repetition: repetition)
    return PriceAlert(id: 1, request: request, created: noon, state: .armed)
  }

  private func quotes(
    _ price: String,
    change: String? = nil,
    currency: String = "aud",
    age: TimeInterval = 0,
    at time: Date = noon
  ) -> AlertQuotes {
    quotes(number(price), change: change.map(number), currency: currency, age: age, at: time)
  }

  private func quotes(
    _ price: Decimal,
    change: Decimal? = nil,
    currency: String = "aud",
    age: TimeInterval = 0,
    at time: Date = noon
  ) -> AlertQuotes {
    let quote = Quote(price: price, dayChange: change, time: time - age, source: "Test")
    return AlertQuotes(["bitcoin": [currency: quote].compactMapValues { $0 }], interval: .seconds(300))
  }

  @Test(
    "triggers an alert when the price equals its threshold",
    arguments: [
      (AlertCondition.above(100), "99.999999999999999999", false), (.above(100), "100", true),
      (.above(100), "101", true),
      (.below(100), "100.000000000000000001", false), (.below(100), "100", true),
      (.below(100), "0.000000000000000001", true),
      (.rises(percent: 10, since: .price(200)), "219.99", false),
      (.rises(percent: 10, since: .price(200)), "220", true),
      (.falls(percent: 10, since: .price(200)), "180.01", false),
      (.falls(percent: 10, since: .price(200)), "180", true),
      (.falls(percent: 99, since: .price(200)), "0.5", true),
    ]
  )
  func limits(condition: AlertCondition, price: String, fires: Bool) {
    // When
    let evaluation = AlertEngine.evaluate([alert(condition)], quotes: quotes(price), at: noon)

    // Then
    #expect(evaluation.fired.count == (fires ? 1 : 0))
    #expect(evaluation.fired.first?.quote.price == (fires ? number(price) : nil))
    #expect(evaluation.alerts.map(\.state) == [fires ? .off(since: noon) : .armed])
    #expect(evaluation.unchecked.isEmpty)
  }

  @Test(
    "checks the 24-hour change that the service reports",
    arguments: [
      (AlertCondition.rises(percent: 5, since: .day), "4.99", false), (.rises(percent: 5, since: .day), "5", true),
      (.falls(percent: 5, since: .day), "-4.99", false), (.falls(percent: 5, since: .day), "-5", true),
      (.falls(percent: 5, since: .day), "5", false),
    ]
  )
  func dayChanges(condition: AlertCondition, change: String, fires: Bool) {
    let evaluation = AlertEngine.evaluate([alert(condition)], quotes: quotes("1", change: change), at: noon)
    #expect(evaluation.fired.map(\.change) == (fires ? [number(change)] : []))
  }

  @Test("triggers a one-time alert only once")
  func once() {
    let first = AlertEngine.evaluate([alert(.above(100))], quotes: quotes("100"), at: noon)
    let second = AlertEngine.evaluate(first.alerts, quotes: quotes("90"), at: noon + 1)
    let third = AlertEngine.evaluate(second.alerts, quotes: quotes("100"), at: noon + 2)
    #expect(first.fired.count == 1)
    #expect(second.fired.isEmpty)
    #expect(third.fired.isEmpty)
    #expect(third.alerts.map(\.state) == [.off(since: noon)])
    #expect(AlertEngine.evaluate(third.alerts, quotes: AlertQuotes([:], interval: .zero), at: noon).unchecked.isEmpty)
  }

  @Test(
    "triggers a recurring alert again only after the price has moved back by the margin",
    arguments: [
      (AlertCondition.above(100), ["100", "99.01", "101", "99", "99", "100"], [0, 5]),
      (.below(100), ["100", "100.99", "99", "101", "100"], [0, 4]),
      (.rises(percent: 10, since: .price(100)), ["110", "109.01", "111", "109", "110"], [0, 4]),
      (.falls(percent: 10, since: .price(100)), ["90", "90.99", "80", "91", "90"], [0, 4]),
      (.rises(percent: 10, since: .day), ["10", "9.01", "11", "9", "10"], [0, 4]),
      (.falls(percent: 10, since: .day), ["-10", "-9.01", "-11", "-9", "-10"], [0, 4]),
    ]
  )
  func hysteresis(condition: AlertCondition, prices: [String], fires: [Int]) {
    // Given
    var alerts = [alert(condition, .recurring())]
    var fired: [Int] = []

    // When
    for (index, price) in prices.enumerated() {
      let time = noon + Double(index)
      let isChange = [.rises(percent: 10, since: .day), .falls(percent: 10, since: .day)].contains(condition)
      let quotes = isChange ? quotes("1", change: price, at: time) : quotes(price, at: time)
      let evaluation = AlertEngine.evaluate(alerts, quotes: quotes, at: time)
      alerts = evaluation.alerts
      if !evaluation.fired.isEmpty { fired.append(index) }
    }

    // Then
    #expect(fired == fires)
  }

  @Test("triggers an alert only once while the price fluctuates around its threshold")
  func trembling() {
    var random = SeededGenerator(seed: 8)
    var alerts = [alert(.above(100), .recurring(margin: number("0.05")))]
    var count = 0
    for index in 0..<1_000 {
      let price = Decimal(Int.random(in: 9_501...10_500, using: &random)) / 100
      let time = noon + Double(index)
      let evaluation = AlertEngine.evaluate(alerts, quotes: quotes(price, at: time), at: time)
      alerts = evaluation.alerts
      count += evaluation.fired.count
    }
    #expect(count == 1)
  }

  @Test("reports an alert that can't be checked, keeps its state, and checks it again later")
  func unchecked() {
    // Given
    let alerts = [
      alert(.above(1)), alert(.above(1), currency: "eur"), alert(.rises(percent: 1, since: .day)),
      alert(.falls(percent: 1, since: .price(2)), .recurring()),
    ]

    // When
    let gone = AlertEngine.evaluate(alerts, quotes: AlertQuotes(["ethereum": [:]], interval: .zero), at: noon)
    let partial = AlertEngine.evaluate(gone.alerts, quotes: quotes("1.5"), at: noon)

    // Then
    #expect(gone.fired.isEmpty)
    #expect(gone.alerts == alerts)
    #expect(gone.unchecked.map(\.reason) == [.noCoin, .noCoin, .noCoin, .noCoin])
    #expect(partial.unchecked.map(\.reason) == [.noPrice, .noChange])
    #expect(partial.fired.count == 2)
    #expect(gone.unchecked.first?.description.contains("Alert 1") == true)
  }

  @Test(
    "never triggers or rearms an alert with a quote older than the interval",
    arguments: [
      (0.0, nil), (300, nil), (301, .tooOld(age: 301)), (72_000, .tooOld(age: 72_000)),
      (-60, nil), (-61, .fromFuture), (-86_400, .fromFuture),
    ] as [(TimeInterval, UncheckedAlert.Reason?)]
  )
  func age(seconds: TimeInterval, reason: UncheckedAlert.Reason?) {
    // Given
    var triggered = alert(.above(200), .recurring())
    triggered.state = .triggered(since: noon - 90_000)
    let alerts = [alert(.above(1)), alert(.rises(percent: 1, since: .day)), triggered]

    // When
    let quotes = quotes("100", change: "5", age: seconds)
    let evaluation = AlertEngine.evaluate(alerts, quotes: quotes, at: noon)

    // Then
    if let reason {
      #expect(evaluation.unchecked.map(\.reason) == [reason, reason, reason])
      #expect(evaluation.alerts == alerts)
    } else {
      #expect(evaluation.unchecked.isEmpty)
      #expect(evaluation.fired.map(\.quote.time) == [noon - seconds, noon - seconds])
      #expect(evaluation.alerts.last?.state == .armed)
    }
  }

  @Test(
    "states the price's age if an alert can't be checked because the price is too old",
    arguments: [
      (59.0, "59 s"), (60, "1 min"), (7_199, "119 min"), (7_200, "2 h"), (172_799, "47 h"), (172_800, "2 days"),
      (1e300, "11574 days"),
    ]
  )
  func ageText(seconds: Double, text: String) {
    let unchecked = UncheckedAlert(alert: alert(.above(1)), reason: .tooOld(age: seconds))
    #expect(unchecked.description == "Alert 1 was not checked: the latest price for BTC is \(text) old.")
  }

  @Test(
    "uses the check interval, but at least a minute and at most 15, as the maximum age of a price",
    arguments: [(0.0, 60.0), (59, 60), (60, 60), (61, 61), (300, 300), (900, 900), (901, 900), (86_400, 900)]
  )
  func maximumAge(interval: Double, age: Double) {
    #expect(AlertQuotes([:], interval: .seconds(interval)).maximumAge == .seconds(age))
  }

  @Test(
    "calculates a change since a fixed price in percent with 18 decimal places",
    arguments: [
      ("1", "-66.666666666666666667"), ("2", "-33.333333333333333333"), ("3", "0"), ("4", "33.333333333333333333"),
    ]
  )
  func changes(price: String, change: String) {
    let request = alert(.rises(percent: -100, since: .price(3)))
    let evaluation = AlertEngine.evaluate([request], quotes: quotes(price), at: noon)
    #expect(evaluation.fired.map(\.change) == [number(change)])
  }

  @Test("stores the price, its time and its source when an alert is triggered")
  func lastQuote() {
    let first = AlertEngine.evaluate([alert(.above(100), .recurring())], quotes: quotes("101", age: 7), at: noon)
    let second = AlertEngine.evaluate(first.alerts, quotes: quotes("90", at: noon + 60), at: noon + 60)
    #expect(second.alerts.map(\.state) == [.armed])
    #expect(second.alerts.first?.lastQuote == Quote(price: 101, time: noon - 7, source: "Test"))
    #expect(second.hasActiveAlerts)
    #expect(first.fired.first?.quote == second.alerts.first?.lastQuote)
  }

  @Test("returns whether an alert condition already holds, or nil if the 24-hour change is unknown")
  func holdsAlready() throws {
    let quote = try #require(Quote(price: 100, time: noon, source: "Test"))
    func holds(_ condition: AlertCondition) -> Bool? { alert(condition).request.holds(at: quote) }
    #expect(holds(.above(100)) == true)
    #expect(holds(.above(101)) == false)
    #expect(holds(.falls(percent: 50, since: .price(200))) == true)
    #expect(holds(.rises(percent: 1, since: .day)) == nil)
  }
}
