import Basics
import BasicsTesting
import Foundation
import NetworkingTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Automatic refreshes")
@MainActor
struct PriceRefresherTests {
  private final class Screen: AutomaticallyRefreshing {
    var policies: [LoadPolicy] = []

    func refreshAutomatically(_ policy: LoadPolicy) async { policies.append(policy) }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description = "The disk is full."
  }

  private let repository = FakeRepository()
  private let clock = TestClock(date: FakeRepository.date)
  private let quotes: QuoteStore
  private let alerts: FileAlertStore
  private let effects = FakeEffects()

  init() {
    let clock = clock
    quotes = QuoteStore(now: { clock.date })
    alerts = memoryAlertStore(now: { clock.date })
  }

  private func refresher(
    isOn: Bool = true,
    save: @escaping @MainActor (Bool) throws -> Void = { _ in }
  ) -> PriceRefresher {
    makeRefresher(repository, alerts: alerts, quotes: quotes, isOn: isOn, effects: effects, save: save, clock: clock)
  }

  private func add(_ coin: String, _ condition: AlertCondition, _ repetition: AlertRepetition = .recurring()) throws {
    let reference = CoinReference(id: coin, symbol: coin.replacing("coin-", with: "c"))
    try alerts.add(AlertRequest(coin: reference, condition: condition, currency: "aud", repetition: repetition))
  }

  private func advance(by seconds: Double) async {
    clock.advance(by: .seconds(seconds))
    repository.answer(with: Provenance(asOf: clock.date))
    await clock.waitForSleepers()
  }

  @Test("loads prices for all coins with alerts in one request at every interval")
  func interval() async throws {
    // Given
    try add("coin-0", .above(700), .once)
    try add("coin-3", .above(10_000))
    try add("coin-1", .below(1))
    let refresher = refresher()

    // When
    refresher.start()
    await clock.waitForSleepers()

    // Then the source's five-minute interval applies instead of the chosen one-minute interval
    #expect(clock.sleepTimes == [.seconds(300)])
    #expect(refresher.interval == .seconds(300))
    #expect(refresher.stateText == "Auto-refresh on, every 5 min")
    #expect(refresher.checkText(now: clock.date, width: 40) == "Every 5 min. Checked just now.")
    #expect(effects.messages == ["C0 above $700.00 AUD: $740.70, just now (Fake)"])
    #expect(repository.quoteRequests.map { $0.coins.map(\.description) } == [["coin-0", "coin-1", "coin-3"]])

    // When an interval has passed
    clock.advance(by: .seconds(299))
    #expect(repository.quoteRequests.count == 1)
    await advance(by: 1)

    // Then no price is requested for an alert that is off
    #expect(repository.quoteRequests.last?.coins.map(\.description) == ["coin-1", "coin-3"])
    #expect(repository.quoteRequests.count == 2)
    #expect(effects.messages.count == 1)
    refresher.stop()
  }

  @Test("sends no requests if no alert is active")
  func noAlerts() async throws {
    let refresher = refresher()
    refresher.start()
    await clock.waitForSleepers()
    #expect(repository.quoteRequests.isEmpty)
    refresher.stop()
  }

  @Test("never triggers an alert with a price older than the interval, and reports the old price once")
  func oldPrices() async throws {
    // Given
    try add("coin-0", .above(700))
    repository.answer(with: Provenance(asOf: FakeRepository.date - 72_000))
    let refresher = refresher()

    // When the service has no newer price at two refreshes in a row
    refresher.start()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(300))
    await clock.waitForSleepers()

    // Then
    #expect(effects.messages == ["Alert 1 was not checked: the latest price for C0 is 20 h old."])
    #expect(try alerts.alerts().map(\.state) == [.armed])

    // When the service has a newer price
    await advance(by: 300)

    // Then
    #expect(effects.messages.last == "C0 above $700.00 AUD: $740.70, just now (Fake)")
    refresher.stop()
  }

  @Test("triggers an alert as soon as its price arrives, even if auto-refresh is off")
  func arrival() async throws {
    // Given
    try add("coin-0", .above(800))
    let refresher = refresher(isOn: false)
    refresher.start()

    // When
    let id = try #require(CoinID("coin-0"))
    let quote = try #require(Quote(price: 801, time: FakeRepository.date, source: "Fake"))
    quotes.record([id: [.aud: quote]])
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages == ["C0 above $800.00 AUD: $801.00, just now (Fake)"])
    #expect(repository.quoteRequests.isEmpty)
    refresher.stop()
  }

  @Test("turns auto-refresh off and on, and stores the setting")
  func toggling() async throws {
    // Given
    try add("coin-0", .above(10_000))
    var stored: [Bool] = []
    let refresher = refresher { stored.append($0) }
    refresher.start()
    await clock.waitForSleepers()

    // When
    #expect(refresher.choose(false) == nil)

    // Then
    #expect(refresher.stateText == "Auto-refresh off")
    #expect(clock.sleepTimes.isEmpty)
    #expect(stored == [false])

    // When
    #expect(refresher.choose(true) == nil)
    await clock.waitForSleepers()

    // Then recently loaded prices are used
    #expect(stored == [false, true])
    #expect(repository.quoteRequests.count == 1)
    refresher.stop()
  }

  @Test("reports that the auto-refresh setting couldn't be stored")
  func unstored() {
    let refresher = refresher { _ in throw Failure() }
    #expect(refresher.choose(false) == "Couldn't save the setting: The disk is full.")
    #expect(!refresher.isOn)
  }

  @Test("applies a new interval immediately, but never an interval shorter than the source's freshness")
  func changedInterval() async {
    let refresher = refresher()
    refresher.start()
    await clock.waitForSleepers()
    refresher.setInterval(.seconds(600))
    #expect(refresher.interval == .seconds(600))
    await clock.waitForSleepers()
    #expect(clock.sleepTimes == [.seconds(600)])
    refresher.setInterval(.seconds(10))
    #expect(refresher.interval == .seconds(300))
    refresher.stop()
  }

  @Test("applies a changed freshness when the settings change, without waiting for the end of the interval")
  func changedFreshness() async {
    // Given prices that are fresh for an hour
    let rule = Locked(Freshness.Rule.fixed(.seconds(3_600)))
    let source = QuotingRepository(
      repository,
      store: quotes,
      rule: { rule.withLock { $0 } },
      plan: .free,
      budget: nil,
      now: { [clock] in clock.date }
    )
    let refresher = makeRefresher(source, alerts: alerts, quotes: quotes, effects: effects, clock: clock)
    refresher.start()
    await clock.waitForSleepers()
    #expect(clock.sleepTimes == [.seconds(3_600)])

    // When
    rule.withLock { $0 = .fixed(.seconds(10)) }
    refresher.setInterval(.seconds(60))
    await clock.waitForSleepers()

    // Then
    #expect(refresher.interval == .seconds(60))
    #expect(clock.sleepTimes == [.seconds(60)])
    refresher.stop()
  }

  @Test("updates a visible screen before checking the alerts")
  func screens() async {
    // Given
    let screen = Screen()
    let refresher = refresher()
    refresher.add(screen)

    // When
    refresher.start()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(300))
    await clock.waitForSleepers()
    refresher.remove(screen)
    clock.advance(by: .seconds(300))
    await clock.waitForSleepers()

    // Then
    #expect(screen.policies == [.maxAge(.seconds(270)), .maxAge(.seconds(270))])
    refresher.stop()
  }

  @Test("reports an outage only once until prices arrive again")
  func outage() async throws {
    // Given
    try add("coin-0", .above(10_000))
    let next = FakeRepository.date.addingTimeInterval(119)
    repository.fail(with: .rateLimited(nextTry: next, serviceMessage: nil))
    let refresher = refresher()

    // When
    refresher.start()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(300))
    await clock.waitForSleepers()

    // Then
    #expect(
      effects.messages == ["Couldn't check the alerts. The service is limiting requests. Next try in 119 s."]
    )

    // When the outage ends and another one begins
    repository.fail(with: nil)
    await advance(by: 300)
    repository.fail(with: .rateLimited(nextTry: nil, serviceMessage: nil))
    clock.advance(by: .seconds(300))
    await clock.waitForSleepers()

    // Then
    #expect(effects.messages.count == 2)
    refresher.stop()
  }

  @Test("checks alerts against prices of at most 15 minutes, even if the interval is longer")
  func alertAge() async throws {
    try add("coin-0", .above(100_000))
    let refresher = refresher()
    await refresher.checkAlerts()
    refresher.setInterval(.seconds(3_600))
    for seconds in [899.0, 1] {
      clock.advance(by: .seconds(seconds))
      await refresher.checkAlerts()
    }
    #expect(repository.quoteRequests.map(\.policy) == [.maxAge(.seconds(270)), .maxAge(.seconds(900))])
  }

  @Test("reports alerts without a price once, and reports unreadable alerts")
  func unchecked() async throws {
    // Given
    try add("gone", .above(1))
    try add("coin-0", .above(100_000))
    try add("lost", .above(1))
    let refresher = refresher()

    // When
    await refresher.checkAlerts()
    await refresher.checkAlerts()

    // Then
    #expect(
      effects.messages == [
        "Alert 1 was not checked: the service sent no price for GONE. If this continues, the coin may no longer be listed. "
          + "1 more alert was not checked."
      ]
    )
  }
}
