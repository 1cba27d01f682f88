import Foundation
import Networking
import NetworkingTesting
import Persistence
import PersistenceTesting
import Testing

@testable import Markets

@Suite("Freshness and call budget")
struct FreshnessTests {
  /// 2026-01-31 12:00 UTC, half a day before the end of the month.
  private static let noon = FakeRepository.date

  private static func freshness(
    _ rule: Freshness.Rule = .automatic,
    _ plan: CallPlan = .free,
    calls: Int?,
    at now: Date = noon
  ) -> Freshness {
    let usage = calls.map { CallUsage(calls: $0, limit: plan.monthlyCalls) }
    return Freshness(rule, plan: plan, usage: usage, now: now)
  }

  @Test(
    "derives the freshness from the plan or the user's setting",
    arguments: [
      (Freshness.Rule.automatic, CallPlan.free, 300.0), (.automatic, .paid, 60), (.automatic, .builtIn, 60),
      (.fixed(.seconds(86_400)), .free, 86_400), (.fixed(.seconds(10)), .paid, 10),
    ]
  )
  func rules(rule: Freshness.Rule, plan: CallPlan, seconds: Double) {
    #expect(Self.freshness(rule, plan, calls: 7).duration == .seconds(seconds))
  }

  @Test(
    "calls prices stale after the documented time, even if they are requested less often",
    arguments: [
      (Freshness.Rule.automatic, CallPlan.free, 0, 300.0), (.automatic, .free, 10_000, 300),
      (.fixed(.seconds(86_400)), .free, 0, 300), (.fixed(.seconds(86_400)), .paid, 0, 60),
      (.fixed(.seconds(10)), .free, 0, 10), (.fixed(.seconds(10)), .free, 10_000, 10),
    ]
  )
  func staleAges(rule: Freshness.Rule, plan: CallPlan, calls: Int, seconds: Double) {
    let freshness = Self.freshness(rule, plan, calls: calls)
    #expect(!freshness.isStale(Self.noon - seconds, at: Self.noon))
    #expect(freshness.isStale(Self.noon - seconds - 1, at: Self.noon))
  }

  @Test(
    "extends the interval once 80 % of the calls are used, so the rest lasts until the month ends",
    arguments: [
      // The number of calls and the resulting freshness in seconds, half a day before the end of the month.
      (7_999, 300.0), (8_000, 300), (9_000, 300), (9_900, 432), (9_999, 43_200), (10_000, 86_400), (12_000, 86_400),
    ]
  )
  func stretching(calls: Int, seconds: Double) {
    let freshness = Self.freshness(calls: calls)
    #expect(freshness.duration == .seconds(seconds))
    let isStretched = seconds > 300
    #expect(freshness.reason == (isStretched ? .budget(CallUsage(calls: calls, limit: 10_000)) : .plan))
  }

  @Test("extends a short interval chosen by the user, and keeps a long interval")
  func stretchingChoices() {
    #expect(Self.freshness(.fixed(.seconds(10)), calls: 9_900).duration == .seconds(432))
    #expect(
      Self.freshness(.fixed(.seconds(3_600)), calls: 9_900)
        == Freshness(.seconds(3_600), staleAge: .seconds(300), reason: .choice)
    )
  }

  @Test("never extends the interval for plans without a limit")
  func unlimited() {
    #expect(Self.freshness(.automatic, .paid, calls: 1_000_000).duration == .seconds(60))
    #expect(Self.freshness(.automatic, .builtIn, calls: nil).duration == .seconds(60))
  }

  @Test(
    "counts calls by calendar month in UTC",
    arguments: [(0.0, "2026-01"), (43_199.9, "2026-01"), (43_200, "2026-02"), (86_400 * 334.5, "2027-01")]
  )
  func months(seconds: Double, name: String) {
    #expect(CallMonth(containing: Self.noon + seconds).description == name)
  }

  @Test("counts each service's responses across restarts, and starts at zero in a new month")
  func counting() async throws {
    // Given
    let files = InMemoryFileSystem()
    let clock = MovableDate(Self.noon)
    func budget(_ service: String = "a") -> CallBudget {
      CallBudget(
        path: "/data/calls.json",
        service: .test(service),
        writtenBy: "tests",
        fileSystem: files,
        now: { clock.date }
      )
    }
    let bench = Bench { .json("[]", url: $0.url) }
    func load(_ budget: CallBudget) async throws {
      let repository = MarketsService.coinGecko(Bench.root)
        .repository(transport: bench.transport, middleware: [bench.cache], budget: budget, now: { clock.date })
      _ = try await repository.coins(CoinQuery(policy: .refreshed))
    }

    // When
    try await load(budget())
    try await load(budget())
    try await load(budget("b"))

    // Then
    #expect(budget().usage(limit: 5) == CallUsage(calls: 2, limit: 5))
    #expect(budget("b").usage(limit: nil).calls == 1)
    clock.date += 43_200
    #expect(budget().usage(limit: 5).calls == 0)
    try await load(budget())
    #expect(budget().usage(limit: 5).calls == 1)
    #expect(budget("b").usage(limit: 5).calls == 0)
  }

  @Test("continues a month's call count after the clock is set back to that month, and keeps counts for three months")
  func clockOverMonths() {
    var counts = CallBudget.Counts()
    for (month, calls) in [("2026-11", 9_990), ("2026-10", 1), ("2026-11", 10)] {
      counts.move(to: month)
      counts.calls["a", default: 0] += calls
    }
    #expect(counts.calls(of: "a", in: "2026-11") == 10_000)
    for month in ["2026-12", "2027-01", "2027-02"] {
      counts.move(to: month)
      counts.calls["a", default: 0] += 1
    }
    #expect(
      ["2026-10", "2026-11", "2026-12", "2027-01", "2027-02"].map { counts.calls(of: "a", in: $0) } == [0, 0, 1, 1, 1]
    )
  }

  @Test("reads a call count file that contains only one month")
  func oldFile() throws {
    let files = InMemoryFileSystem()
    files.place(Array(#"{"schema":1,"payload":{"month":"2026-01","calls":{"a":7}}}"#.utf8), at: "/calls.json")
    #expect(try CallBudget.calls(path: "/calls.json", fileSystem: files) == ["a": 7])
  }

  @Test("excludes cached responses and failed requests from the call count")
  func freeResponses() async throws {
    let budget = CallBudget(
      path: "/calls.json",
      service: .test("a"),
      writtenBy: "tests",
      fileSystem: InMemoryFileSystem()
    )
    let bench = Bench { request throws(NetworkError) in
      if request.url.query()?.contains("usd") ?? false { throw .cancelled }
      return .json("[]", url: request.url)
    }
    let repository = MarketsService.coinGecko(Bench.root)
      .repository(transport: bench.transport, middleware: [bench.cache], budget: budget, now: bench.now)
    for _ in 0..<3 { _ = try await repository.coins(CoinQuery()) }
    await #expect(throws: MarketsError.self) { try await repository.coins(CoinQuery(currency: .usd)) }
    #expect(budget.usage(limit: nil).calls == 1)
  }

  @Test("counts calls in memory if the count can't be stored")
  func damagedFile() async throws {
    let files = InMemoryFileSystem()
    files.place(Array("{".utf8), at: "/calls.json")
    let budget = CallBudget(path: "/calls.json", service: .test("a"), writtenBy: "tests", fileSystem: files)
    let bench = Bench { .json("[]", url: $0.url) }
    let repository = MarketsService.coinGecko(Bench.root)
      .repository(transport: bench.transport, budget: budget, now: bench.now)
    for _ in 0..<3 { _ = try await repository.coins(CoinQuery()) }
    #expect(budget.usage(limit: nil).calls == 3)
    #expect(throws: StoreError.self) { try CallBudget.calls(path: "/calls.json", fileSystem: files) }
  }
}
