import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Alert stores")
struct AlertStoreTests {
  enum Kind: CaseIterable {
    case memory
    case file
  }

  private let folder: TemporaryFolder
  private let clock = TestClock()
  private var path: String { folder.path("alerts.json") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeStore(_ kind: Kind = .file) -> any AlertStoring {
    switch kind {
    case .memory: memoryAlertStore(now: clock.now)
    case .file: FileAlertStore(path: path, writtenBy: "tests 1.0", now: clock.now)
    }
  }

  private static let requests = [
    AlertRequest(
      coin: bitcoin,
      condition: .above(number("100000.123456789012345678")),
      currency: "AUD",
      repetition: .once
    ),
    AlertRequest(coin: ethereum, condition: .below(2_000), currency: "usd"),
    AlertRequest(coin: dogecoin, condition: .rises(percent: number("7.5"), since: .day), currency: "aud"),
    AlertRequest(
      coin: CoinReference(id: "\"odd\" 🚀", symbol: "o\\d"),
      condition: .falls(percent: 20, since: .price(number("0.00000001"))),
      currency: "eur",
      repetition: .recurring(margin: number("0.5"))
    ),
  ]

  @Test("lists alerts in the order in which they were set, and never reuses alert numbers", arguments: Kind.allCases)
  func numbers(kind: Kind) throws {
    // Given
    let store = makeStore(kind)
    #expect(try store.alerts().isEmpty)

    // When
    for request in Self.requests { try store.add(request) }
    #expect(try store.remove(2).request == Self.requests[1])
    #expect(try store.remove(4).id == 4)
    let next = try store.add(Self.requests[1])

    // Then
    #expect(next.id == 5)
    #expect(next.state == .armed)
    let other = kind == .file ? makeStore(kind) : store
    #expect(try other.alerts().map(\.id) == [1, 3, 5])
    #expect(try other.alerts().map(\.request) == [Self.requests[0], Self.requests[2], Self.requests[1]])
    #expect(try other.alerts().first?.created == noon)
    #expect(refusal { try store.remove(2) } == "unknown 2")
  }

  @Test(
    "refuses invalid alerts",
    arguments: [
      (AlertCondition.above(0), InvalidAlert.price), (.below(-1), .price), (.above(.nan), .price),
      (.above(number("1e18")), .price),
      (.above(number("1e-19")), .price), (.rises(percent: 0, since: .day), .percent),
      (.falls(percent: 101, since: .day), .percent),
      (.rises(percent: 1_000_001, since: .day), .percent), (.rises(percent: .nan, since: .day), .percent),
      (.falls(percent: 1, since: .price(0)), .price), (.falls(percent: 0, since: .day), .percent),
      (.rises(percent: 1, since: .price(-1)), .price), (.falls(percent: number("100.1"), since: .day), .percent),
      (.rises(percent: number("1000000.1"), since: .day), .percent), (.below(0), .price),
    ]
  )
  func impossible(condition: AlertCondition, reason: InvalidAlert) throws {
    for kind in Kind.allCases {
      let request = AlertRequest(coin: bitcoin, condition: condition, currency: "aud")
      #expect(refusal { try makeStore(kind).add(request) } == "invalid \(reason)")
      #expect(try makeStore(kind).alerts().isEmpty)
    }
  }

  @Test(
    "accepts alerts at the limits, and stores them exactly",
    arguments: [
      (AlertCondition.above(number("0.000000000000000001")), AlertRepetition.once),
      (.below(number("999999999999999999.999999999999999999")), .recurring(margin: 0)),
      (.rises(percent: 1_000_000, since: .day), .recurring(margin: number("0.5"))),
      (.rises(percent: number("0.01"), since: .price(1)), .recurring()), (.falls(percent: 100, since: .day), .once),
      (.falls(percent: number("0.01"), since: .price(number("0.000000000000000001"))), .recurring()),
    ]
  )
  func atTheLimits(condition: AlertCondition, repetition: AlertRepetition) throws {
    let request = AlertRequest(coin: bitcoin, condition: condition, currency: "aud", repetition: repetition)
    try makeStore().add(request)
    #expect(try makeStore().alerts().map(\.request) == [request])
  }

  @Test("limits an alert's margin, coin and currency, and the number of alerts", arguments: Kind.allCases)
  func limits(kind: Kind) throws {
    let store = makeStore(kind)
    func request(_ coin: CoinReference = bitcoin, _ currency: String = "aud", margin: Decimal = 0) -> AlertRequest {
      AlertRequest(coin: coin, condition: .above(1), currency: currency, repetition: .recurring(margin: margin))
    }
    #expect(refusal { try store.add(request(margin: number("0.51"))) } == "invalid \(InvalidAlert.margin)")
    #expect(refusal { try store.add(request(margin: -1)) } == "invalid \(InvalidAlert.margin)")
    #expect(refusal { try store.add(request(bitcoin, "€")) } == "invalid \(InvalidAlert.name(.malformed(.currency)))")
    #expect(
      refusal { try store.add(request(CoinReference(id: "", symbol: "x"))) }
        == "invalid \(InvalidAlert.name(.empty(.coin)))"
    )
    let tooMany = "invalid \(InvalidAlert.tooMany(limit: 1_000))"
    let alerts = (1...1_000).map { PriceAlert(id: $0, request: request(), created: noon, state: .armed) }
    try store.restore(Array(alerts[..<999]))
    #expect(try store.add(request()).id == 1_000)
    #expect(refusal { try store.add(request()) } == tooMany)
    try store.remove(7)
    #expect(
      refusal {
        try store.restore([alerts[6], PriceAlert(id: 1_001, request: request(), created: noon, state: .armed)])
      } == tooMany
    )
    try store.restore([alerts[6]])
    #expect(try store.alerts().map(\.id) == Array(1...1_000))
  }

  @Test("removes several alerts together, and restores their numbers, positions and states", arguments: Kind.allCases)
  func removedTogether(kind: Kind) throws {
    // Given
    let store = makeStore(kind)
    for request in Self.requests { try store.add(request) }
    _ = try store.check(alertQuotes(["bitcoin": ("aud", 200_000)]))
    let before = try store.alerts()

    // When
    let removed = try store.remove([1, 3, 99])

    // Then
    #expect(removed == [before[0], before[2]])
    #expect(try store.alerts().map(\.id) == [2, 4])
    #expect(try store.remove([1, 99]).isEmpty)
    try store.restore(removed)
    #expect(try store.alerts() == before)
    #expect(try store.add(Self.requests[1]).id == 5)

    // When the alerts are changed before they are restored again
    try store.replace(1, with: Self.requests[3])
    let changed = try store.alerts()
    try store.restore(removed)

    // Then
    #expect(try store.alerts() == changed)
  }

  @Test("keeps the number of an edited alert, and restores the alert to its previous request", arguments: Kind.allCases)
  func replaced(kind: Kind) throws {
    // Given a triggered alert
    let store = makeStore(kind)
    for request in Self.requests { try store.add(request) }
    _ = try store.check(alertQuotes(["bitcoin": ("aud", 200_000)]))
    let before = try store.alerts()

    // When
    let old = try store.replace(1, with: Self.requests[1])

    // Then
    #expect(old == before[0])
    let edited = try #require(try store.alerts().first)
    #expect(edited.request == Self.requests[1])
    #expect(edited.id == 1)
    #expect(edited.state == .armed)
    #expect(try !store.revert(to: old, from: Self.requests[2]))
    #expect(try store.alerts().first == edited)
    #expect(try store.revert(to: old, from: Self.requests[1]))
    #expect(try store.alerts() == before)
    #expect(try !store.revert(to: old, from: Self.requests[1]))
    #expect(refusal { try store.replace(99, with: Self.requests[1]) } == "unknown 99")
    let impossible = AlertRequest(coin: bitcoin, condition: .above(0), currency: "aud")
    #expect(refusal { try store.replace(1, with: impossible) } == "invalid \(InvalidAlert.price)")
    #expect(try store.alerts() == before)
  }

  @Test("reports a triggered alert to only one of several checks, and stores its new state", arguments: Kind.allCases)
  func checking(kind: Kind) throws {
    // Given
    let store = makeStore(kind)
    let other = kind == .file ? makeStore(kind) : store
    for request in Self.requests { try store.add(request) }
    let quotes = alertQuotes(["bitcoin": ("aud", 200_000), "ethereum": ("usd", 1_000), "dogecoin": ("aud", 1)])

    // When
    let first = try store.check(quotes)
    let second = try other.check(quotes)

    // Then
    #expect(first.fired.map(\.alert.id) == [1, 2])
    #expect(first.fired.map(\.quote.source) == ["Test", "Test"])
    #expect(first.unchecked.map(\.reason) == [.noChange, .noCoin])
    #expect(second.fired.isEmpty)
    #expect(second.unchecked == first.unchecked)
    #expect(try store.alerts() == first.alerts)
    #expect(try other.alerts().map(\.state).first == .off(since: noon + 4))
  }

  @Test("creates a private alert file, and leaves it untouched if a check changes nothing")
  func modes() throws {
    // Given
    let store = FileAlertStore(path: folder.path("data/alerts.json"), writtenBy: "tests 1.0")
    #expect(try store.alerts().isEmpty)
    #expect(refusal { try store.remove(1) } == "unknown 1")
    #expect(try store.check(alertQuotes([:])).alerts.isEmpty)
    #expect(try folder.names().isEmpty)

    // When
    try store.add(Self.requests[0])

    // Then
    #expect(try folder.mode("data") == 0o700)
    #expect(try folder.mode("data/alerts.json") == 0o600)
    let calls = FaultyFileSystem(LiveFileSystem())
    _ = try onDisk(calls, folder.path("data/alerts.json")).check(alertQuotes(["bitcoin": ("aud", 1)]))
    #expect(!calls.calls.contains { $0.operation == .write || $0.operation == .lock })
  }

  @Test("keeps all alerts that tasks set concurrently, and reports a triggered alert to only one task")
  func concurrency() async throws {
    // Given
    let path = path
    let request = Self.requests[0]

    // When
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = FileAlertStore(path: path, writtenBy: "tests 1.0", lockTimeout: .seconds(600))
          return (0..<10).reduce(0) { count, _ in count + ((try? store.add(request)) == nil ? 0 : 1) }
        }
      }
      let added = await group.reduce(0, +)
      #expect(added == 80)
    }
    let fired = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = FileAlertStore(path: path, writtenBy: "tests 1.0", lockTimeout: .seconds(600))
          return (try? store.check(alertQuotes(["bitcoin": ("aud", 200_000)], at: Date())))?.fired.count ?? -1
        }
      }
      return await group.reduce(0, +)
    }

    // Then
    #expect(fired == 80)
    #expect(try makeStore().alerts().map(\.id) == Array(1...80))
  }

  private func refusal<Value>(_ operation: () throws -> Value) -> String? {
    do {
      _ = try operation()
      return nil
    } catch AlertError.invalid(let reason) {
      return "invalid \(reason)"
    } catch AlertError.unknown(let id) {
      return "unknown \(id)"
    } catch {
      return "\(error)"
    }
  }

  private func onDisk(_ fileSystem: any FileSystem, _ path: String) -> FileAlertStore {
    FileAlertStore(
      path: path,
      writtenBy: "tests 1.0",
      lockTimeout: .zero,
      now: { noon },
      fileSystem: fileSystem
    )
  }
}
