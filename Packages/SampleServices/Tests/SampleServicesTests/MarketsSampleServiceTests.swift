import Basics
import Foundation
import Networking
import SampleServices
import Testing

@Suite("Sample markets")
struct MarketsSampleServiceTests {
  /// The time when prices equal the reference prices: 2026-01-31 12:00 UTC.
  private static let reference = Date(timeIntervalSince1970: 1_769_860_800)

  private func withMarkets(
    _ configure: (inout MarketsSampleService.Configuration) -> Void = { _ in },
    _ body: (SampleServices, (String) async throws -> Answer) async throws -> Void
  ) async throws {
    var configuration = MarketsSampleService.Configuration()
    configuration.now = { Self.reference }
    configure(&configuration)
    let services = SampleServices(markets: configuration)
    try await body(services) { path in try await services.answer("/markets" + path) }
  }

  @Test("lists fifty coins in version 1, and different IDs and ten euro prices in version 2")
  func priceLists() async throws {
    try await withMarkets { _, get in
      let first = try await get("/v1/prices").object()
      let second = try await get("/v2/prices").object()
      let one = try #require(first["data"] as? [[String: Any]])
      let two = try #require(second["data"] as? [[String: Any]])
      #expect(first["code"] as? String == "1")
      #expect(second["code"] as? String == "1")
      #expect(one.count == 50)
      #expect(two.count < one.count)
      #expect(two.count { ($0["price"] as? [String: Any])?["eur"] != nil } == 10)
      let bitcoin = try #require(two.first { $0["name"] as? String == "BTC" })
      #expect(bitcoin["id"] as? Int != one.first { $0["name"] as? String == "BTC" }?["id"] as? Int)
    }
  }

  @Test("returns prices as exact decimals")
  func exactPrices() async throws {
    try await withMarkets { _, get in
      let first = try await get("/v1/prices").text
      let second = try await get("/v2/prices").text
      #expect(first.contains(#""usd":88047.57"#))
      #expect(second.contains(#""eur":79242.813"#))
    }
  }

  @Test("orders a page of coins by market cap, with null for unknown values")
  func markets() async throws {
    try await withMarkets { _, get in
      let page = try await get("/api/v3/coins/markets?vs_currency=aud&per_page=5&page=1").list()
      let caps = page.compactMap { $0["market_cap"] as? Double }
      #expect(page.count == 5)
      #expect(caps == caps.sorted(by: >))
      let last = try await get("/api/v3/coins/markets?vs_currency=aud&per_page=20&page=3").list()
      #expect(last.count == 10)
      let iota = try #require(try await get("/api/v3/coins/markets?vs_currency=aud&ids=iota").list().first)
      #expect(iota["price_change_24h"] is NSNull)
    }
  }

  @Test(
    "returns charts with the granularity for their range, ending with the current price",
    arguments: [("1", 289), ("7", 169), ("90", 2_161), ("365", 366), ("max", 3_651)]
  )
  func charts(days: String, count: Int) async throws {
    try await withMarkets { _, get in
      let chart = try await get("/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=\(days)").object()
      let prices = try #require(chart["prices"] as? [[Double]])
      #expect(prices.count == count)
      #expect(prices.last == [1_769_860_800_000, 88_047.57])
    }
  }

  @Test("returns the same prices for the same seed and different prices for another seed")
  func seeds() async throws {
    var texts: [String] = []
    for seed in [1, 1, 2] as [UInt64] {
      try await withMarkets({ $0.seed = seed }) { _, get in
        texts.append(try await get("/api/v3/coins/solana/market_chart?vs_currency=usd&days=7").text)
      }
    }
    #expect(texts[0] == texts[1])
    #expect(texts[1] != texts[2])
  }

  @Test(
    "simulates every market service failure",
    arguments: [
      (MarketsSampleService.Scenario.refusal, "/v1/prices", 200, #""code":"0""#),
      (.refusal, "/api/v3/coins/markets?vs_currency=usd", 500, "error_message"),
      (.rateLimited(retryAfter: 119), "/api/v3/coins/markets?vs_currency=usd", 429, "error_code"),
      (.htmlRateLimit, "/v2/prices", 429, "<html>"), (.htmlForbidden, "/v2/prices", 403, "<html>"),
      (.keyMissing, "/api/v3/coins/markets", 401, "10002"),
      (.publicPlan, "/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=max", 401, "10012"),
      (.publicPlan, "/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=366", 401, "10012"),
      (.publicPlan, "/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=365", 200, "prices"),
      (.empty, "/v1/prices", 200, #""data":[]"#), (.empty, "/api/v3/coins/markets?vs_currency=usd", 200, "[]"),
      (.malformed, "/v1/prices", 200, #"[{"id":"#),
      (.normal, "/api/v3/coins/nothing/market_chart?vs_currency=usd&days=1", 404, "coin not found"),
      (.normal, "/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=-1", 400, "invalid days"),
      (.normal, "/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=0", 400, "invalid days"),
      (.normal, "/api/v3/coins/bitcoin/market_chart?vs_currency=usd", 400, "invalid days"),
      (.normal, "/api/v3/coins/bitcoin/market_chart?vs_currency=xxx&days=1", 400, "invalid vs_currency"),
      (.normal, "/api/v3/coins/bitcoin/market_chart?vs_currency=USD&days=9999", 200, "prices"),
      (.refusal, "/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=1", 500, "error_message"),
      (.refusal, "/v2/prices", 200, #""code":"0""#), (.empty, "/v2/prices", 200, #""data":[]"#),
      (.normal, "/api/v3/coins/markets?vs_currency=xxx", 400, "invalid vs_currency"),
      (.refusal, "/api/v3/simple/price?ids=bitcoin&vs_currencies=usd", 500, "error_message"),
      (.refusal, "/api/v3/coins/list", 500, "error_message"),
      (.refusal, "/api/v3/search?query=b", 500, "error_message"),
      (.refusal, "/api/v3/coins/bitcoin/history?date=31-01-2026", 500, "error_message"),
      (.empty, "/api/v3/simple/price?ids=bitcoin&vs_currencies=usd", 200, "{}"),
      (.empty, "/api/v3/coins/list", 200, "[]"),
      (.empty, "/api/v3/search?query=bit", 200, #""coins":[]"#),
      (.normal, "/api/v3/simple/price?vs_currencies=usd", 422, "Missing parameter ids"),
      (.normal, "/api/v3/simple/price?ids=bitcoin", 422, "Missing parameter vs_currencies"),
      (.normal, "/api/v3/search?query=", 422, "Missing parameter query"),
      (.normal, "/api/v3/coins/nothing/history?date=31-01-2026", 404, "coin not found"),
      (.normal, "/api/v3/coins/bitcoin/history?date=2026-01-31", 400, "invalid date"),
      (.normal, "/api/v3/coins/bitcoin/history?date=31-02-2026", 400, "invalid date"),
      (.normal, "/api/v3/coins/bitcoin/history", 400, "invalid date"),
      (.publicPlan, "/api/v3/coins/bitcoin/history?date=30-01-2025", 401, "10012"),
      (.publicPlan, "/api/v3/coins/bitcoin/history?date=01-02-2025", 200, "market_data"),
      (.publicPlan, "/api/v3/coins/bitcoin/history?date=31-01-2025", 401, "10012"),
      (.normal, "/api/v3/nothing", 404, "Incorrect path"), (.normal, "/", 404, "Incorrect path"),
      (.normal, "/v3/prices", 404, "Incorrect path"), (.normal, "/v1/prices/x", 404, "Incorrect path"),
      (.normal, "/api/v2/coins/list", 404, "Incorrect path"),
      (.normal, "/api/v3/coins/bitcoin/x", 404, "Incorrect path"),
      (.normal, "/icons/bitcoin", 404, "Not Found"),
    ]
  )
  func scenarios(scenario: MarketsSampleService.Scenario, path: String, status: Int, part: String) async throws {
    try await withMarkets { services, get in
      services.markets.scenario = scenario
      let answer = try await get(path)
      #expect(answer.status == status)
      #expect(
        answer.text.replacingOccurrences(of: " ", with: "").contains(part.replacingOccurrences(of: " ", with: ""))
      )
      if case .rateLimited(let seconds) = scenario { #expect(answer.headers["Retry-After"] == "\(seconds)") }
    }
  }

  @Test("responds with 429 and a retry delay until a minute has passed since the first of too many requests")
  func limit() async throws {
    let time = Locked(0.0)
    try await withMarkets({
      $0.requestsPerMinute = 2
      $0.now = { Self.reference.addingTimeInterval(time.withLock { $0 }) }
    }) { _, get in
      let expected =
        [
          (0.0, 200, nil), (10, 200, nil), (10, 429, "50"), (30.5, 429, "30"), (59.9, 429, "1"), (60, 200, nil),
          (60, 429, "10"), (70, 200, nil), (71, 429, "49"),
        ] as [(Double, Int, String?)]
      for (moment, status, delay) in expected {
        time.withLock { $0 = moment }
        let answer = try await get("/v1/prices")
        #expect(answer.status == status, "at \(moment)")
        #expect(answer.headers["Retry-After"] == delay, "at \(moment)")
      }
    }
  }

  @Test(
    "limits a page to 250 coins, and ignores unusable page numbers and sizes",
    arguments: [
      ("", 50, 1), ("&per_page=0", 1, 1), ("&per_page=1", 1, 1), ("&per_page=250", 50, 1), ("&per_page=x", 50, 1),
      ("&per_page=251&page=2", 0, nil), ("&per_page=49&page=2", 1, 50), ("&per_page=50&page=2", 0, nil),
      ("&page=0", 50, 1), ("&page=-1", 50, 1), ("&per_page=10&page=2", 10, 11), ("&page=2", 0, nil),
      ("&per_page=250&page=9223372036854775807", 0, nil),
    ] as [(String, Int, Int?)]
  )
  func pages(query: String, count: Int, firstRank: Int?) async throws {
    try await withMarkets { _, get in
      let coins = try await get("/api/v3/coins/markets?vs_currency=usd" + query).list()
      #expect(coins.count == count)
      #expect(coins.first?["market_cap_rank"] as? Int == firstRank)
    }
  }

  @Test("includes a week of hourly prices only on request")
  func sparkline() async throws {
    try await withMarkets { _, get in
      for (query, count) in [("", nil), ("&sparkline=false", nil), ("&sparkline=true", 168)] as [(String, Int?)] {
        let coin = try await get("/api/v3/coins/markets?vs_currency=usd&ids=bitcoin" + query).list()[0]
        let prices = (coin["sparkline_in_7d"] as? [String: [Double]])?["price"]
        #expect(prices?.count == count)
        #expect(prices == nil || prices?.last == coin["current_price"] as? Double)
      }
    }
  }

  @Test("rejects changes", arguments: ["/v1/prices", "/icons/bitcoin/small.png"])
  func methods(path: String) async throws {
    let answer = try await SampleServices().answer("/markets" + path, .post)
    #expect(answer.status == 405)
    #expect(answer.headers["Allow"] == "GET, HEAD")
  }
}
