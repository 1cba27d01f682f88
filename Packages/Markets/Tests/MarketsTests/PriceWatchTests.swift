import Basics
import BasicsTesting
import Components
import Foundation
import Networking
import NetworkingTesting
import SampleServices
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Price watch")
struct PriceWatchTests {
  private let repository = FakeRepository()
  private let date = MovableDate(FakeRepository.date)
  private let alerts: FileAlertStore

  init() {
    let date = date
    alerts = memoryAlertStore(now: { date.date })
  }

  private func watch(_ coins: [Coin], interval: Duration = .seconds(60)) -> PriceWatch {
    let date = date
    return PriceWatch(
      coins,
      currency: .aud,
      interval: interval,
      repository: repository,
      alerts: alerts,
      now: { date.date }
    )
  }

  private func add(_ coin: String, _ condition: AlertCondition, currency: String = "aud") throws {
    let reference = CoinReference(id: coin, symbol: coin.replacing("coin-", with: "c"))
    try alerts.add(AlertRequest(coin: reference, condition: condition, currency: currency, repetition: .once))
  }

  @Test("reports initial and changed prices, using one request for all coins and alerts")
  func changes() async throws {
    // Given
    try add("coin-7", .above(1))
    try add("coin-9", .above(1), currency: "eur")
    var watch = watch(Array(FakeRepository.coins(3)))

    // When
    let first = try await watch.look(.maxAge(.seconds(60))).get()
    let second = try await watch.look(.refreshed).get()

    // Then
    #expect(first.changes.map(\.coin.symbol) == ["C0", "C1", "C2"])
    #expect(first.changes.allSatisfy { $0.previous == nil && $0.percent == nil })
    #expect(try first.alerts.get().fired.map(\.alert.id) == [1, 2])
    #expect(second.changes.isEmpty)
    #expect(try second.alerts.get().fired.isEmpty)
    #expect(repository.quoteRequests.map(\.coins.count) == [5, 3])
    #expect(repository.quoteRequests.map(\.currencies) == [[.aud, .eur], [.aud]])
  }

  @Test("never triggers an alert with a cached price from 20 hours ago")
  func oldPrices() async throws {
    // Given
    try add("coin-0", .above(700))
    date.date += 72_000
    var watch = watch(Array(FakeRepository.coins(1)))

    // When the service is unreachable and only its old response is available
    let old = try await watch.look(.refreshed).get()

    // Then
    #expect(try old.alerts.get().fired.isEmpty)
    #expect(try old.alerts.get().unchecked.map(\.reason) == [.tooOld(age: 72_000)])
    #expect(old.outdatedSince == FakeRepository.date)
    #expect(old.changes.first?.quote.time == FakeRepository.date)

    // When the service is reachable
    repository.answer(with: Provenance(asOf: date.date))
    let new = try await watch.look(.refreshed).get()

    // Then
    #expect(try new.alerts.get().fired.map(\.quote.time) == [date.date])
    #expect(new.outdatedSince == nil)
  }

  @Test("checks alerts in euros against the price list, and reports alerts in an unsupported currency")
  func listCurrencies() async throws {
    // Given
    let bench = Bench { request in
      .json(#"{"code":"1","data":[{"name":"coin-0","usd":5,"price":{"usd":5,"eur":4},"tags":[]}]}"#, url: request.url)
    }
    try add("coin-0", .above(1), currency: "eur")
    try add("coin-0", .above(1), currency: "aud")
    var watch = PriceWatch(
      [],
      currency: .usd,
      interval: .seconds(60),
      repository: bench.priceList,
      alerts: alerts,
      now: bench.now
    )

    // When
    let evaluation = try await watch.look(.refreshed).get().alerts.get()

    // Then
    #expect(evaluation.fired.map(\.alert.id) == [1])
    #expect(evaluation.unchecked.map(\.reason) == [.noCurrency])
  }

  @Test("continues watching prices after a refusal without missing a change")
  func refusal() async throws {
    var watch = watch(Array(FakeRepository.coins(1)))
    try add("coin-0", .above(700))
    repository.fail(with: .rateLimited(nextTry: nil, serviceMessage: nil))
    guard case .failure(.rateLimited) = await watch.look(.refreshed) else {
      Issue.record("The request succeeded.")
      return
    }
    repository.fail(with: nil)
    let look = try await watch.look(.refreshed).get()
    #expect(look.changes.count == 1)
    #expect(try look.alerts.get().fired.count == 1)
  }

  @Test("reports the time of the next try after a refusal", arguments: [nil, "119"])
  func refusalAfterResponses(retryAfter: String?) async throws {
    // Given a service that responds once, and its cached response
    let responses = RequestCount()
    let bench = Bench { request in
      guard responses.next() > 1 else { return .json(#"{"coin-0":{"aud":7}}"#, url: request.url) }
      let headers: HTTPFields = retryAfter.map { [.retryAfter: $0] } ?? [:]
      return HTTPResponse(status: .tooManyRequests, headers: headers, url: request.url)
    }
    var watch = PriceWatch(
      FakeRepository.coins(1),
      currency: .aud,
      interval: .seconds(60),
      repository: bench.coinGecko,
      alerts: alerts,
      now: bench.now
    )
    _ = try await watch.look(.refreshed).get()

    // When, then
    for _ in 0..<2 {
      guard case .failure(.rateLimited(let nextTry, _)) = await watch.look(.refreshed) else {
        Issue.record("The request succeeded.")
        return
      }
      #expect(nextTry == bench.date + (retryAfter == nil ? 60 : 119))
    }
    #expect(bench.requestCount == 2)
  }

  @Test("prints the time and source of every watched price")
  func report() async throws {
    // Given
    try add("coin-0", .above(700))
    var watch = watch(Array(FakeRepository.coins(1)))
    repository.answer(with: Provenance(asOf: FakeRepository.date - 17))
    let look = try await watch.look(.refreshed).get()

    // When
    let change = try #require(look.changes.first)
    let fired = FiredAlertReport(try #require(try look.alerts.get().fired.first))

    // Then
    #expect(change.text(for: .records) == "2026-01-31T11:59:43Z\tcoin-0\tC0\t740.7\t\t\t\t\tFake\n")
    #expect(
      fired.text(for: .records)
        == "2026-01-31T11:59:43Z\tcoin-0\tC0\t740.7\t\t\talert 1\tC0 above $700.00 AUD\tFake\n"
    )
    #expect(fired.text(for: .linear) == "2026-01-31T11:59:43Z  Alert 1: C0 above $700.00 AUD: $740.70 (Fake)\n")
  }

  @Test("sends one request per check while watching 250 coins")
  func budget() async throws {
    // Given 250 coins whose prices change at every check
    let coins = FakeRepository.coins(250)
    let date = date
    let transport = StubTransport { request in .json(Self.prices(at: date.date), url: request.url) }
    let quotes = QuoteStore(now: { date.date })
    let repository = MarketsService.coinGecko(Bench.root).repository(
      transport: transport,
      middleware: [],
      gate: RateLimitGate(now: { date.date }),
      quotes: quotes,
      now: { date.date }
    )
    var watch = PriceWatch(
      coins,
      currency: .aud,
      interval: .seconds(60),
      repository: repository,
      alerts: alerts,
      now: { date.date }
    )
    try add("coin-0", .above(1_000_000_000))

    // When
    var changes = 0
    for _ in 0..<10 {
      date.date += 60
      changes += try await watch.look(LoadPolicy.refreshed).get().changes.count
    }

    // Then
    #expect(changes == 10 * 250)
    #expect(transport.requests.count == 10)
  }

  private static func prices(at date: Date) -> String {
    let minute = Int(date.timeIntervalSince1970) / 60
    let coins = (0..<250).map { number in
      "\"coin-\(number)\":{\"aud\":\(number + minute % 100_000),\"last_updated_at\":\(minute * 60)}"
    }
    return "{\(coins.joined(separator: ","))}"
  }
}
