import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Exchange rate loading")
struct FetchHistoricalRatesTests {
  private static let noon = FakeRepository.date

  /// Returns a daily history in which bitcoin costs 200 Australian dollars, 100 US dollars and 50 euros.
  private static func chart(_ url: URL) -> HTTPResponse {
    let price = ["aud": 200, "usd": 100, "eur": 50].first { url.query()?.contains("=\($0.key)&") == true }?.value ?? 1
    let points = (-5...0).map { "[\(Int(noon.timeIntervalSince1970 + Double($0) * 86_400) * 1_000),\(price)]" }
    return .json(#"{"prices":[\#(points.joined(separator: ","))]}"#, url: url)
  }

  private static func bench(
    _ answer: @escaping @Sendable (URL) throws(NetworkError) -> HTTPResponse = { Self.chart($0) }
  ) -> Bench {
    Bench { request throws(NetworkError) in try answer(request.url) }
  }

  private static func buy(_ currency: String) -> LedgerAction {
    .buy(Trade(coin: CoinReference(id: "dogecoin", symbol: "doge"), amount: 1, price: UnitPrice(1, currency)))
  }

  private static func rates(
    _ repository: any MarketsRepository,
    _ entries: [Ledgers.Entry]
  ) async throws -> LedgerRates {
    await FetchHistoricalRates(repository: repository)
      .execute(for: try Ledgers.make(at: entries).snapshot(), in: .aud, now: noon)
  }

  private static func queries(_ bench: Bench) -> [String] { bench.transport.requests.map { $0.url.query() ?? "" } }

  @Test("requests bitcoin's history in each currency once a day")
  func requests() async throws {
    let bench = Self.bench()
    let entries: [Ledgers.Entry] = [
      (-90, Self.buy("usd")), (-80, Self.buy("aud")), (-60, Self.buy("eur")), (-50, Self.buy("usd")),
    ]
    let loaded = try await Self.rates(bench.coinGecko, entries)
    _ = try await Self.rates(bench.coinGecko, entries)
    #expect(
      Self.queries(bench)
        == ["vs_currency=aud&days=365", "vs_currency=eur&days=365", "vs_currency=usd&days=365"]
    )
    #expect(loaded.shortfall == nil)
    #expect(loaded.rates.rate(from: "usd", to: "aud", at: Self.noon) == 2)
    #expect(loaded.rates.rate(from: "eur", to: "aud", at: Self.noon - 86_400) == 4)
    #expect(loaded.rates.rate(from: "eur", to: "usd", at: Self.noon) == 2)
  }

  @Test(
    "sends no requests if no rates are needed or available",
    arguments: [[], [(-2, Self.buy("aud"))], [(-2, Self.buy("sek")), (-1, Self.buy("usdt"))]] as [[Ledgers.Entry]]
  )
  func nothing(entries: [Ledgers.Entry]) async throws {
    let bench = Self.bench()
    let loaded = try await Self.rates(bench.coinGecko, entries)
    #expect(bench.requestCount == 0)
    #expect(loaded.shortfall == nil)
  }

  @Test("falls back to a year if the plan excludes the complete history, and reports the fallback")
  func shortPlan() async throws {
    let bench = Self.bench { url in
      guard url.query()?.contains("days=max") == true else { return Self.chart(url) }
      return HTTPResponse(
        status: .unauthorized,
        headers: [.contentType: "application/json"],
        url: url,
        body: ResponseBody(
          bytes: Data(#"{"error":{"status":{"error_code":10012,"error_message":"365 days only"}}}"#.utf8)
        )
      )
    }
    let entries: [Ledgers.Entry] = [(-24 * 400, Self.buy("usd"))]
    let loaded = try await Self.rates(bench.coinGecko, entries)
    let again = try await Self.rates(bench.coinGecko, entries)
    // The refusal is cached for a day, because every request counts toward the monthly limit.
    #expect(
      Self.queries(bench) == ["vs_currency=aud&days=max", "vs_currency=aud&days=365", "vs_currency=usd&days=365"]
    )
    #expect(again.shortfall != nil)
    bench.date += 86_401
    _ = try await Self.rates(bench.coinGecko, entries)
    #expect(Self.queries(bench).count { $0.contains("days=max") } == 2)
    guard case .rangeNotAvailable(.all, _) = loaded.shortfall else {
      Issue.record("unexpected: \(String(describing: loaded.shortfall))")
      return
    }
    #expect(loaded.rates.rate(from: "usd", to: "aud", at: Self.noon) == 2)
    #expect(loaded.rates.rate(from: "usd", to: "aud", at: Self.noon - 400 * 86_400) == nil)
  }

  @Test("keeps the rates that arrived before a failure, and reports the failure")
  func failure() async throws {
    let bench = Self.bench { url throws(NetworkError) in
      if url.query()?.contains("usd") == true { throw .cancelled }
      return Self.chart(url)
    }
    let loaded = try await Self.rates(bench.coinGecko, [(-4, Self.buy("usd")), (-3, Self.buy("eur"))])
    #expect(loaded.shortfall != nil)
    #expect(loaded.rates.rate(from: "eur", to: "aud", at: Self.noon) == 4)
    #expect(loaded.rates.rate(from: "usd", to: "aud", at: Self.noon) == nil)
  }

  @Test("returns no rates for a source without histories")
  func priceList() async throws {
    let bench = Self.bench()
    let ledger = try Ledgers.make(at: [(-4, Self.buy("aud"))]).snapshot()
    let loaded = await FetchHistoricalRates(repository: bench.priceList).execute(for: ledger, in: .usd, now: Self.noon)
    #expect(bench.requestCount == 0)
    #expect(ledger.holdings(method: .fifo, in: "usd", rates: loaded.rates).missingRates.map(\.entryCount) == [1])
  }
}
