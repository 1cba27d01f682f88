import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Alerts by service")
struct AlertServiceTests {
  private static let real = AlertService(name: "coingecko https://real.example", isSample: false)
  private static let other = AlertService(name: "coingecko https://other.example", isSample: false)
  private static let sample = AlertService(name: "coingecko http://sample.example", isSample: true)

  private let disk = InMemoryFileSystem()
  private let request = AlertRequest(coin: bitcoin, condition: .above(100), currency: "aud", repetition: .once)
  private let high = alertQuotes(["bitcoin": ("aud", 200)])

  private func store(_ service: AlertService?, on disk: (any FileSystem)? = nil) -> FileAlertStore {
    FileAlertStore(
      path: "/data/alerts.json",
      writtenBy: "tests",
      service: service,
      lockTimeout: .seconds(1),
      now: { noon },
      fileSystem: disk ?? self.disk
    )
  }

  @Test("triggers alerts only with prices from their own service")
  func otherService() throws {
    // Given
    try store(Self.real).add(request)

    // When
    let skipped = try [Self.sample, Self.other].map { try store($0).check(high) }
    let fired = try store(Self.real).check(high)

    // Then
    for evaluation in skipped {
      #expect(evaluation.fired.isEmpty)
      #expect(evaluation.unchecked.map(\.reason) == [.otherService])
      #expect(!evaluation.hasActiveAlerts)
      #expect(!evaluation.hasChanges)
    }
    #expect(skipped[0].unchecked[0].description.contains("another service, coingecko https://real.example"))
    #expect(fired.fired.map(\.alert.id) == [1])
  }

  @Test("assigns an alert without a service to the first real service that checks it, never to a sample service")
  func adoption() throws {
    // Given an alert without a service
    try store(nil).add(request)
    let low = alertQuotes(["bitcoin": ("aud", 50)])

    // When, then
    let sample = try store(Self.sample).check(high)
    #expect(sample.fired.isEmpty)
    #expect(sample.unchecked.map(\.reason) == [.otherService])
    #expect(try store(Self.real).check(alertQuotes([:])).unchecked.map(\.reason) == [.noCoin])
    #expect(try store(nil).alerts().map(\.service) == [nil])
    #expect(try store(Self.real).check(low).unchecked.isEmpty)
    #expect(try store(nil).alerts().map(\.service) == [Self.real.name])
    #expect(try store(Self.other).check(high).fired.isEmpty)
    #expect(try store(Self.real).check(high).fired.count == 1)
  }

  @Test("reports an alert that another process triggered first, but doesn't trigger it again")
  func firedElsewhere() throws {
    // Given
    let (mine, theirs) = (store(Self.real), store(Self.real))
    try mine.add(request)
    let earlier = try mine.alerts()

    // When
    #expect(try theirs.check(high).fired.count == 1)
    let evaluation = try mine.check(high)

    // Then
    #expect(evaluation.fired.isEmpty)
    #expect(evaluation.alertsFired(since: earlier).map(\.quote.price) == [200])
    #expect(evaluation.alertsFired(since: try mine.alerts()).isEmpty)
    #expect(try store(Self.sample).check(high).alertsFired(since: earlier).isEmpty)
  }

  @Test("triggers an alert once even if its state can't be stored, and stores the state later", arguments: faultCodes)
  func unsaved(code: SystemErrorCode) throws {
    // Given
    try store(Self.real).add(request)
    let isBroken = Broken()
    let faulty = FaultyFileSystem(disk) { call in
      let isChange: Bool = [.write, .lock, .rename].contains(call.operation)
      return isBroken.isOn && isChange ? .error(code) : nil
    }
    let store = store(Self.real, on: faulty)
    isBroken.isOn = true

    // When
    let first = try store.check(high)
    let second = try store.check(high)

    // Then
    #expect(first.fired.map(\.alert.id) == [1])
    #expect(second.fired.isEmpty)
    #expect(first.storeFailure != nil)
    #expect(second.storeFailure != nil)
    #expect(try store.alerts().map(\.state) == [.off(since: noon)])

    // When the file is writable again
    isBroken.isOn = false
    let third = try store.check(high)

    // Then
    #expect(third.fired.isEmpty)
    #expect(third.storeFailure == nil)
    #expect(try self.store(Self.real).alerts().map(\.state) == [.off(since: noon)])
  }

  @Test("explains why an alert can't be checked")
  func reasons() throws {
    try store(Self.real).add(request)
    var quotes = alertQuotes([:])
    #expect(
      try store(Self.real).check(quotes).unchecked.first?.description
        == "Alert 1 was not checked: the service sent no price for BTC. If this continues, the coin may no longer be listed."
    )
    quotes.currencies = ["usd"]
    #expect(
      try store(Self.real).check(quotes).unchecked.first?.description
        == "Alert 1 was not checked: this source has no prices in AUD."
    )
    quotes.currencies = nil
    quotes.undecidedCoins = ["bitcoin"]
    let alerts = try store(Self.real).alerts()
    let unchecked = AlertEngine.evaluate(alerts, quotes: quotes, at: noon).unchecked
    #expect(unchecked.first?.description.contains("several coins could be BTC. Choose one") == true)
  }
}

private final class Broken: Sendable {
  private let state = Locked(false)

  var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
