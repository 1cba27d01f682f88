import Foundation
import Testing

@testable import Portfolio

@Suite("Alerts that are kept")
struct AlertStoreTests {
  /// Both implementations.
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
    case .memory: InMemoryAlertStore(now: clock.now)
    case .file: FileAlertStore(path: path, now: clock.now)
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
      coin: Coin(id: "\"odd\" 🚀", symbol: "o\\d"),
      condition: .falls(percent: 20, since: .price(number("0.00000001"))),
      currency: "eur",
      repetition: .recurring(margin: number("0.5"))
    ),
  ]

  @Test("Are listed as they were set, with numbers that are never used again", arguments: Kind.allCases)
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
    #expect(next.alert.id == 5)
    #expect(next.alert.state == .armed)
    #expect(next.setAside == nil)
    let other = kind == .file ? makeStore(kind) : store
    #expect(try other.alerts().map(\.id) == [1, 3, 5])
    #expect(try other.alerts().map(\.request) == [Self.requests[0], Self.requests[2], Self.requests[1]])
    #expect(try other.alerts().first?.created == noon)
    #expect(throws: AlertError.unknown(2)) { try store.remove(2) }
  }

  @Test(
    "Impossible ones are refused",
    arguments: [
      (AlertCondition.above(0), InvalidAlert.price), (.below(-1), .price), (.above(.nan), .price),
      (.above(number("1e18")), .price),
      (.above(number("1e-19")), .price), (.rises(percent: 0, since: .day), .percent),
      (.falls(percent: 101, since: .day), .percent),
      (.rises(percent: 1_000_001, since: .day), .percent), (.rises(percent: .nan, since: .day), .percent),
      (.falls(percent: 1, since: .price(0)), .price),
    ]
  )
  func impossible(condition: AlertCondition, reason: InvalidAlert) throws {
    for kind in Kind.allCases {
      let request = AlertRequest(coin: bitcoin, condition: condition, currency: "aud")
      #expect(throws: AlertError.invalid(reason)) { try makeStore(kind).add(request) }
      #expect(try makeStore(kind).alerts().isEmpty)
    }
  }

  @Test("Margins, names and their number have limits", arguments: Kind.allCases)
  func limits(kind: Kind) throws {
    let store = makeStore(kind)
    func request(_ coin: Coin = bitcoin, _ currency: String = "aud", margin: Decimal = 0) -> AlertRequest {
      AlertRequest(coin: coin, condition: .above(1), currency: currency, repetition: .recurring(margin: margin))
    }
    #expect(throws: AlertError.invalid(.margin)) { try store.add(request(margin: number("0.51"))) }
    #expect(throws: AlertError.invalid(.margin)) { try store.add(request(margin: -1)) }
    #expect(throws: AlertError.invalid(.name(.malformed(.currency)))) { try store.add(request(bitcoin, "€")) }
    #expect(throws: AlertError.invalid(.name(.empty(.coin)))) { try store.add(request(Coin(id: "", symbol: "x"))) }
    if kind == .memory {
      for _ in 0..<1_000 { try store.add(request()) }
      #expect(throws: AlertError.invalid(.tooMany(limit: 1_000))) { try store.add(request()) }
    }
  }

  @Test("Fire once for all who look, and remember it", arguments: Kind.allCases)
  func checking(kind: Kind) throws {
    // Given
    let store = makeStore(kind)
    let other = kind == .file ? makeStore(kind) : store
    for request in Self.requests { try store.add(request) }
    let quotes = [
      "bitcoin": AlertQuote(prices: ["aud": 200_000]), "ethereum": AlertQuote(prices: ["usd": 1_000]),
      "dogecoin": AlertQuote(prices: ["aud": 1]),
    ]

    // When
    let first = try store.check(quotes)
    let second = try other.check(quotes)

    // Then
    #expect(first.fired.map(\.alert.id) == [1, 2])
    #expect(first.unchecked.map(\.reason) == [.noChange, .noCoin])
    #expect(second.fired.isEmpty)
    #expect(second.unchecked == first.unchecked)
    #expect(try store.alerts() == first.alerts)
    #expect(try other.alerts().map(\.state).first == .done(at: noon + 4))
  }

  @Test("Are in a file for their owner alone, which a check without news does not touch")
  func modes() throws {
    // Given
    let store = FileAlertStore(path: folder.path("data/alerts.json"))
    #expect(try store.alerts().isEmpty)
    #expect(throws: AlertError.unknown(1)) { try store.remove(1) }
    #expect(try store.check([:]).alerts.isEmpty)
    #expect(try folder.names().isEmpty)

    // When
    try store.add(Self.requests[0])

    // Then
    #expect(try folder.mode("data") == 0o700)
    #expect(try folder.mode("data/alerts.json") == 0o600)
    let calls = FaultyFileCalls()
    let reader = FileAlertStore(path: folder.path("data/alerts.json"), lockTimeout: .zero, now: clock.now, calls: calls)
    _ = try reader.check(["bitcoin": AlertQuote(prices: ["aud": 1])])
    #expect(!calls.log.contains("write"))
    #expect(!calls.log.contains("lock"))
  }

  @Test("Damaged are reported, never overwritten, and moved aside by the next that is set")
  func damaged() throws {
    // Given
    let bytes = Array(#"{"version":1,"next":3,"alerts":[{"id":"#.utf8)
    try folder.write(bytes, to: "alerts.json")
    let store = makeStore()

    // Then
    #expect(throws: AlertError.damaged(path: path, reason: "it is not JSON with a version")) { try store.alerts() }
    #expect(throws: AlertError.self) { try store.remove(1) }
    #expect(throws: AlertError.self) { try store.check([:]) }
    #expect(try folder.read("alerts.json") == bytes)

    // When
    let addition = try store.add(Self.requests[0])

    // Then
    #expect(addition.setAside == folder.path("alerts.json.damaged-1"))
    #expect(try folder.read("alerts.json.damaged-1") == bytes)
    #expect(try store.alerts() == [addition.alert])

    // When it happens again
    try folder.write([], to: "alerts.json")
    #expect(throws: AlertError.damaged(path: path, reason: "the file is empty")) { try store.alerts() }
    #expect(try store.add(Self.requests[0]).setAside == folder.path("alerts.json.damaged-2"))
  }

  @Test("Whose next number is out of range are reported as damaged", arguments: [Int.min, -1, 0, Int.max])
  func numbersOutOfRange(next: Int) throws {
    try folder.write(Array(#"{"version":1,"next":\#(next),"alerts":[]}"#.utf8), to: "alerts.json")
    let store = makeStore()
    #expect(throws: AlertError.damaged(path: path, reason: "the next number is out of range")) { try store.alerts() }
    #expect(try store.add(Self.requests[0]).alert.id == 1)
  }

  @Test("Of a newer version are not changed")
  func newer() throws {
    let bytes = Array(#"{"version":2,"rules":[]}"#.utf8)
    try folder.write(bytes, to: "alerts.json")
    let store = makeStore()
    #expect(throws: AlertError.newerSchema(path: path, version: 2)) { try store.alerts() }
    #expect(throws: AlertError.newerSchema(path: path, version: 2)) { try store.add(Self.requests[0]) }
    #expect(try folder.read("alerts.json") == bytes)
  }

  @Test("Every prefix and every changed byte of a file is damage, or alerts that are possible")
  func damageTable() throws {
    // Given
    let store = makeStore()
    for request in Self.requests { try store.add(request) }
    let golden = try folder.read("alerts.json")
    var variants = golden.indices.map { Array(golden[..<$0]) }
    for place in golden.indices {
      var flipped = golden
      flipped[place] ^= 0x01
      variants.append(flipped)
    }

    var damaged = 0
    for bytes in variants {
      // When
      try folder.write(bytes, to: "alerts.json")
      do throws(AlertError) {
        let alerts = try makeStore().alerts()
        // Then
        #expect(alerts.allSatisfy { (try? $0.request.check()) != nil })
      } catch {
        switch error {
        case .damaged, .newerSchema: damaged += 1
        default: Issue.record(error)
        }
      }
      #expect(try folder.read("alerts.json") == bytes)
    }
    #expect(damaged > golden.count)
  }

  @Test(
    "Whatever the disk refuses, the file has the old alerts or the new ones",
    arguments: [ENOSPC, EIO, EACCES, EINTR]
  )
  func faults(code: Int32) throws {
    // Given
    try makeStore().add(Self.requests[0])
    let before = try folder.read("alerts.json")
    let log = FaultyFileCalls()
    try FileAlertStore(path: path, lockTimeout: .zero, now: { noon }, calls: log).add(Self.requests[1])
    let after = try makeStore().alerts().map(\.request)

    #expect(log.log.count > 10)
    for number in log.log.indices {
      // When
      try folder.write(before, to: "alerts.json")
      let calls = FaultyFileCalls { call, _ in call == number ? .error(code) : nil }
      let store = FileAlertStore(path: path, lockTimeout: .seconds(1), now: { noon }, calls: calls)
      let result = Result { () throws(AlertError) in try store.add(Self.requests[1]) }

      // Then
      let requests = try makeStore().alerts().map(\.request)
      switch result {
      case .success, .failure(.notConfirmed): #expect(requests == after)
      case .failure: #expect(requests == [Self.requests[0]])
      }
      #expect(try folder.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
    }
  }

  @Test("Set by many at once are all there, and of those who check one is told")
  func concurrency() async throws {
    // Given
    let path = path
    let request = Self.requests[0]

    // When
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = FileAlertStore(path: path, lockTimeout: .seconds(60))
          return (0..<10).reduce(0) { count, _ in count + ((try? store.add(request)) == nil ? 0 : 1) }
        }
      }
      let added = await group.reduce(0, +)
      #expect(added == 80)
    }
    let fired = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = FileAlertStore(path: path, lockTimeout: .seconds(60))
          return (try? store.check(["bitcoin": AlertQuote(prices: ["aud": 200_000])]))?.fired.count ?? -1
        }
      }
      return await group.reduce(0, +)
    }

    // Then
    #expect(fired == 80)
    #expect(try makeStore().alerts().map(\.id) == Array(1...80))
  }

  @Test("A temporary file that a killed process left is no obstacle and does not stay")
  func stale() throws {
    try folder.write([1, 2, 3], to: "alerts.json.tmp")
    try makeStore().add(Self.requests[0])
    #expect(try folder.names() == ["alerts.json", "alerts.json.lock"])
  }
}
