import BasicsTesting
import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Markets

@Suite("CoinGecko source")
struct CoinGeckoRepositoryTests {
  private static let bitcoin =
    #"{"id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap_rank":1,"current_price":132071.355}"#

  private static func decimal(_ text: String) -> Decimal? {
    Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  private static func kind(_ error: MarketsError?) -> String {
    guard let error else { return "none" }
    return String("\(error)".prefix { $0 != "(" })
  }

  @Test("requests the coin list as documented by CoinGecko, with the key in a header field")
  func request() async throws {
    // Given
    let bench = Bench { .json("[]", url: $0.url) }
    let api = CoinGeckoAPI(root: Bench.root, key: CoinGeckoKey(" CG-secret ", for: Bench.root))
    let repository = bench.repository(MarketsService(api: .coinGecko(api)))

    // When
    _ = try await repository.coins(CoinQuery())

    // Then
    let request = try #require(bench.transport.requests.first)
    #expect(
      request.url.absoluteString
        == "http://markets.example/api/v3/coins/markets?vs_currency=aud&order=market_cap_desc&per_page=5"
        + "&page=1&sparkline=true&price_change_percentage=1h%2C24h%2C7d"
    )
    #expect(request.headers["x-cg-demo-api-key"] == "CG-secret")
    #expect(SecretFields().contain("x-cg-demo-api-key"))
    #expect(SecretFields().contain("x-cg-pro-api-key"))
    #expect("\(String(describing: api.key))" == "Optional(demo key)")
  }

  @Test("omits a key that isn't a valid header field value", arguments: ["a\nb", "a\rb", "a\0b"])
  func leavesOutUnsendableKeys(key: String) {
    let api = CoinGeckoAPI(root: Bench.root, key: CoinGeckoKey(key, for: Bench.root))
    #expect(api.defaultHeaders["x-cg-demo-api-key"] == nil)
    #expect(api.defaultHeaders[.accept] == "application/json")
  }

  @Test(
    "adds the API path to the address only once, and uses a paid key for the paid host",
    arguments: [
      ("https://api.coingecko.com", "https://api.coingecko.com/api/v3", "demo key"),
      ("https://api.coingecko.com/api/v3", "https://api.coingecko.com/api/v3", "demo key"),
      ("https://pro-api.coingecko.com/api/v3/", "https://pro-api.coingecko.com/api/v3/", "pro key"),
      ("http://127.0.0.1:8000/markets", "http://127.0.0.1:8000/markets/api/v3", "demo key"),
    ]
  )
  func addresses(root: String, base: String, key: String) throws {
    let root = try #require(URL(string: root))
    #expect(CoinGeckoAPI(root: root).baseURL.absoluteString == base)
    #expect(CoinGeckoKey("CG", for: root)?.description == key)
    #expect(CoinGeckoKey("  ", for: root) == nil)
  }

  @Test("reads all CoinGecko figures exactly")
  func figures() async throws {
    let document = #"""
      [{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":88047.57,"market_cap":1758885123456789,"market_cap_rank":1,
        "fully_diluted_valuation":1848998970000,"total_volume":52766553703,"high_24h":89000,"low_24h":87000.5,
        "price_change_24h":-123.456789,"price_change_percentage_24h":-0.14002,"circulating_supply":19976540.0,
        "total_supply":19976540.0,"max_supply":21000000.0,"ath":126080,"ath_change_percentage":-30.2,
        "ath_date":"2025-10-06T18:57:42.558Z","atl":67.81,"atl_change_percentage":129743.1,"atl_date":"2013-07-06T00:00:00.000Z",
        "last_updated":"2026-01-31T12:00:00.500Z","sparkline_in_7d":{"price":[1.5,null,2.5]},
        "price_change_percentage_1h_in_currency":0.25,"price_change_percentage_24h_in_currency":-0.14,
        "price_change_percentage_7d_in_currency":3.75}]
      """#
    let bench = Bench { .json(document, url: $0.url) }
    let page = try await bench.coinGecko.coins(CoinQuery(currency: .usd, pageSize: 1))
    let coin = try #require(page.coins.first)
    #expect(coin.symbol == "BTC")
    #expect(coin.rank == 1)
    #expect(page.hasMore)
    #expect(coin.prices[.usd] == Self.decimal("88047.57"))
    #expect(coin.prices[.aud] == nil)
    #expect(coin.figures.marketCap == Self.decimal("1758885123456789"))
    #expect(coin.figures.priceChange24h == Self.decimal("-123.456789"))
    #expect(coin.figures.change1h == Self.decimal("0.25"))
    #expect(coin.figures.change24h == Self.decimal("-0.14"))
    #expect(coin.figures.change7d == Self.decimal("3.75"))
    #expect(coin.figures.maximumSupply == 21_000_000)
    #expect(coin.figures.allTimeHigh?.date == Date(timeIntervalSince1970: 1_759_777_062.558))
    #expect(coin.figures.allTimeLow?.price == Self.decimal("67.81"))
    #expect(coin.lastUpdated == Date(timeIntervalSince1970: 1_769_860_800.5))
    try #require(coin.sparkline.count == 3)
    #expect(coin.sparkline[1].isNaN)
  }

  @Test(
    "accepts null or missing values for every figure",
    arguments: [
      "current_price", "market_cap", "market_cap_rank", "fully_diluted_valuation", "total_volume", "high_24h",
      "low_24h",
      "price_change_24h", "price_change_percentage_24h", "circulating_supply", "total_supply", "max_supply", "ath",
      "ath_date",
      "ath_change_percentage", "atl", "atl_date", "last_updated", "sparkline_in_7d",
      "price_change_percentage_7d_in_currency",
    ]
  )
  func nullable(key: String) async throws {
    let document = #"[{"id":"a","symbol":"a","name":"A","\#(key)":null},{"id":"b","symbol":"b","name":"B"}]"#
    let bench = Bench { .json(document, url: $0.url) }
    let page = try await bench.coinGecko.coins(CoinQuery())
    #expect(page.coins.map(\.name) == ["A", "B"])
    #expect(page.coins[0].figures == page.coins[1].figures)
  }

  @Test(
    "recognizes all forms of CoinGecko errors",
    arguments: [
      (429, #"{"status":{"error_code":429,"error_message":"Slow down"}}"#, "application/json", "rateLimited"),
      (200 + 229, "<html><body>429</body></html>", "text/html", "rateLimited"),
      (403, "<!DOCTYPE html><html>Just a moment</html>", "text/html; charset=UTF-8", "rateLimited"),
      (
        401, #"{"error":{"status":{"error_code":10012,"error_message":"past 365 days"}}}"#, "application/json",
        "rangeNotAvailable"
      ),
      (401, #"{"status":{"error_code":10002,"error_message":"API Key Missing"}}"#, "application/json", "keyProblem"),
      (400, #"{"status":{"error_code":10010,"error_message":"pro on public"}}"#, "application/json", "keyProblem"),
      (400, #"{"status":{"error_code":10011,"error_message":"demo on pro"}}"#, "application/json", "keyProblem"),
      (401, #"{"status":{"error_code":10005,"error_message":"plan"}}"#, "application/json", "keyProblem"),
      (401, "no", "text/plain", "keyProblem"),
      (404, #"{"error":"coin not found"}"#, "application/json", "coinNotFound"),
      (500, #"{"status":{"error_code":500,"error_message":"Oops"}}"#, "application/json", "refused"),
      (500, "<html></html>", "text/html", "service"),
      (400, #"{"error":"invalid days"}"#, "application/json", "refused"),
      (400, #"{"error":{"status":7}}"#, "application/json", "service"),
      (200, "<html>hotel</html>", "text/html", "service"),
      (200, "[]", "application/json", "service"), (200, "{", "application/json", "service"),
      (403, "no", "text/plain", "service"),
    ]
  )
  func errors(status: Int, body: String, type: String, kind: String) async throws {
    let coin = try #require(CoinID("bitcoin"))
    let status = try #require(HTTPStatus(code: status))
    let bench = Bench { request in
      HTTPResponse(
        status: status,
        headers: [.contentType: type],
        url: request.url,
        body: ResponseBody(bytes: Data(body.utf8))
      )
    }
    let error = await #expect(throws: MarketsError.self) {
      try await bench.coinGecko.history(of: coin, range: .all, currency: .usd, policy: .fresh)
    }
    #expect(Self.kind(error) == kind)
    if let error { #expect(!MarketsProblem(error, now: bench.date).message.isEmpty) }
  }

  @Test(
    "respects and reports a requested pause, even if the clock is set back during the pause"
  )
  func pause() async throws {
    // Given
    let bench = Bench { request in
      HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: "119"], url: request.url)
    }
    let repository = bench.coinGecko

    // When
    var errors: [MarketsError?] = []
    for _ in 0..<50 {
      errors.append(await #expect(throws: MarketsError.self) { try await repository.coins(CoinQuery()) })
      bench.date += 1
    }

    // Then
    #expect(bench.requestCount == 1)
    guard case .rateLimited(let next?, _) = errors[0], case .rateLimited(let last?, _) = errors[49] else {
      Issue.record("unexpected: \(errors)")
      return
    }
    #expect(next == last)
    #expect(
      MarketsProblem(.rateLimited(nextTry: next, serviceMessage: nil), now: bench.date).hint == "Next try in 69 s."
    )
    bench.date += 70
    await #expect(throws: MarketsError.self) { try await repository.coins(CoinQuery()) }
    #expect(bench.requestCount == 2)
    bench.date -= 3_600
    await #expect(throws: MarketsError.self) { try await repository.coins(CoinQuery()) }
    #expect(bench.requestCount == 3)
  }

  @Test(
    "reads the pause from numbers and dates, and clamps it to the range from a second to an hour",
    arguments: [
      ("0", 1), ("7", 7), ("99999999999999999999", 3_600), ("Sat, 31 Jan 2026 12:01:30 GMT", 90), ("soon", 60),
      ("", 60), ("-5", 60),
    ]
  )
  func retryAfter(value: String, seconds: Int) async {
    let bench = Bench { request in
      HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: value], url: request.url)
    }
    await #expect(throws: MarketsError.self) { try await bench.coinGecko.coins(CoinQuery()) }
    await #expect(throws: MarketsError.self) { try await bench.coinGecko.coins(CoinQuery()) }
    // Even if the service doesn't request a pause, the next request waits.
    #expect(bench.requestCount == 1)
    bench.date += Double(seconds)
    await #expect(throws: MarketsError.self) { try await bench.coinGecko.coins(CoinQuery()) }
    #expect(bench.requestCount == 2)
  }

  @Test("requests each list and currency at most every five minutes, so 10,000 calls last a month")
  func oneRequestInFiveMinutes() async throws {
    let bench = Bench { .json("[\(Self.bitcoin)]", url: $0.url) }
    let repository = bench.coinGecko
    for _ in 0..<120 {
      _ = try await repository.coins(CoinQuery(currency: .aud))
      _ = try await repository.coins(CoinQuery(currency: .usd))
      bench.date += 60
    }
    #expect(bench.requestCount == 2 * 2 * 12)
  }

  @Test("bypasses the cache during a refresh, and stores the response")
  func refresh() async throws {
    let bench = Bench { .json("[\(Self.bitcoin)]", url: $0.url) }
    let repository = bench.coinGecko
    _ = try await repository.coins(CoinQuery())
    _ = try await repository.coins(CoinQuery(policy: .refreshed))
    let page = try await repository.coins(CoinQuery())
    #expect(bench.requestCount == 2)
    #expect(page.provenance.isFromCache)
    #expect(!page.provenance.hasFailedRefresh)
  }

  @Test("returns cached figures after a failed refresh, and marks them as stale")
  func failedRefresh() async throws {
    // Given
    let isDown = MovableDate(.distantPast)
    let bench = Bench { request throws(NetworkError) in
      if isDown.date != .distantPast { throw .unreachable(.refused, origin: "http://markets.example") }
      return .json("[\(Self.bitcoin)]", url: request.url)
    }
    let repository = bench.coinGecko
    _ = try await repository.coins(CoinQuery())
    isDown.date = .now

    // When
    bench.date += 5
    let page = try await repository.coins(CoinQuery(policy: .refreshed))
    let stored = try await repository.coins(CoinQuery())

    // Then
    #expect(page.provenance.hasFailedRefresh)
    #expect(page.provenance.asOf == bench.date.addingTimeInterval(-5))
    #expect(!stored.provenance.hasFailedRefresh)
  }

  @Test("returns the last figures with their age if the network fails, and sends no requests offline")
  func offline() async throws {
    // Given
    let isDown = MovableDate(.distantPast)
    let bench = Bench { request throws(NetworkError) in
      if isDown.date != .distantPast { throw .unreachable(.offline, origin: "http://markets.example") }
      return .json("[\(Self.bitcoin)]", url: request.url)
    }
    let repository = bench.coinGecko
    _ = try await repository.coins(CoinQuery())
    isDown.date = .now

    // When
    bench.date += 90_000
    let page = try await repository.coins(CoinQuery())
    bench.cache.isOffline = true
    let count = bench.requestCount
    let other = try await repository.coins(CoinQuery())
    let error = await #expect(throws: MarketsError.self) { try await repository.coins(CoinQuery(currency: .eur)) }

    // Then
    #expect(page.provenance.hasFailedRefresh)
    #expect(page.provenance.asOf == bench.date.addingTimeInterval(-90_000))
    #expect(other.provenance.hasFailedRefresh)
    #expect(bench.requestCount == count)
    guard case .service(NetworkError.cacheMiss) = error else {
      Issue.record("unexpected: \(String(describing: error))"); return
    }
  }

  @Test("requests a cached response again if it can't be decoded")
  func damagedCache() async throws {
    let isBroken = MovableDate(.distantPast)
    let bench = Bench { request in
      .json(isBroken.date == .distantPast ? "{" : "[\(Self.bitcoin)]", url: request.url)
    }
    await #expect(throws: MarketsError.self) { try await bench.coinGecko.coins(CoinQuery()) }
    isBroken.date = .now
    #expect(try await bench.coinGecko.coins(CoinQuery()).coins.count == 1)
  }

  @Test("reads chart prices exactly and in chronological order, and omits gaps")
  func chart() async throws {
    let document =
      #"{"prices":[[1711843200000,69702.3087473573],[1711842900000,1e-8],[1711843500000,null]],"market_caps":[],"total_volumes":[]}"#
    let bench = Bench { .json(document, url: $0.url) }
    let coin = try #require(CoinID("bitcoin"))
    let history = try await bench.coinGecko.history(of: coin, range: .fiveYears, currency: .aud, policy: .fresh)
    #expect(history.points.map(\.price) == [Self.decimal("1e-8"), Self.decimal("69702.3087473573")])
    #expect(history.points.map(\.date.timeIntervalSince1970) == [1_711_842_900, 1_711_843_200])
    #expect(bench.transport.requests.first?.url.query() == "vs_currency=aud&days=1825")
    _ = try await bench.coinGecko.history(of: coin, range: .all, currency: .aud, policy: .fresh)
    #expect(bench.transport.requests.last?.url.query() == "vs_currency=aud&days=max")
  }

  @Test(
    "rejects a chart with a point that isn't a pair of a time and a price",
    arguments: ["[1]", "[]", "[null,1]", "[1,2,3]", "[-1,2]", "[1e30,2]", "[\"1\",2]", "[1,true]", "7"]
  )
  func malformedPoints(point: String) async throws {
    let bench = Bench { .json(#"{"prices":[[1711843200000,1],\#(point)]}"#, url: $0.url) }
    let coin = try #require(CoinID("bitcoin"))
    let error = await #expect(throws: MarketsError.self) {
      try await bench.coinGecko.history(of: coin, range: .day, currency: .aud, policy: .fresh)
    }
    #expect(Self.kind(error) == "service")
  }

  @Test("never lets an external ID change a request's path")
  func hostileIDs() async throws {
    let bench = Bench { .json(#"{"prices":[]}"#, url: $0.url) }
    let coin = try #require(CoinID("../../admin?x=1#y"))
    _ = try await bench.coinGecko.history(of: coin, range: .day, currency: .aud, policy: .fresh)
    #expect(
      bench.transport.requests.first?.url.path(percentEncoded: true)
        == "/api/v3/coins/..%2F..%2Fadmin%3Fx%3D1%23y/market_chart"
    )
  }

  @Test("suggests the most similar coins among the first 250 for an unknown coin")
  func oneCoin() async throws {
    // Given
    let bench = Bench { request in
      let ids = request.url.query() ?? ""
      guard request.url.lastPathComponent != "search" else { return .json(#"{"coins":[]}"#, url: request.url) }
      return .json(ids.contains("ids=") && !ids.contains("ids=bitcoin&") ? "[]" : "[\(Self.bitcoin)]", url: request.url)
    }
    let repository = bench.coinGecko

    // Then
    #expect(try await repository.coin("Bitcoin", CoinQuery()).coins.first?.id == CoinID("bitcoin"))
    #expect(bench.requestCount == 1)
    let error = await #expect(throws: MarketsError.self) { try await repository.coin("bitcoyn", CoinQuery()) }
    guard case .coinNotFound("bitcoyn", ["bitcoin"]) = error else {
      Issue.record("unexpected: \(String(describing: error))"); return
    }
  }

  @Test("adds the price list's tags and euro prices by symbol, and keeps the figures if the price list fails")
  func combined() async throws {
    // Given
    let isDown = MovableDate(.distantPast)
    let bench = Bench { request throws(NetworkError) in
      switch request.url.path {
      case "/v1/prices", "/v2/prices":
        if isDown.date != .distantPast { throw .unreachable(.refused, origin: "http://markets.example") }
        let item =
          #"{"id":3,"name":"BTC","usd":88047.57,"price":{"usd":88047.57,"eur":79242.813},"tags":["withdrawal","deposit"]}"#
        return .json(#"{"code":"1","data":[\#(item)]}"#, url: request.url)
      default: return .json("[\(Self.bitcoin)]", url: request.url)
      }
    }
    let service = MarketsService.combined(Bench.root, priceList: Bench.root)

    // When
    let page = try await bench.repository(service).coins(CoinQuery(includesEUR: true))
    bench.cache.clear()
    isDown.date = .now
    let poorer = try await bench.repository(service).coins(CoinQuery(includesEUR: true))

    // Then
    #expect(page.coins.first?.tags == [.deposit, .withdrawal])
    #expect(page.shortfall == nil)
    #expect(page.coins.first?.prices[.eur] == Self.decimal("79242.813"))
    #expect(page.coins.first?.prices[.aud] == Self.decimal("132071.355"))
    #expect(poorer.coins.count == 1)
    #expect(poorer.shortfall != nil)
  }

  @Test("adds the price list's data only to the highest-ranked coin if several coins share a symbol")
  func sharedSymbol() async throws {
    let coins = [(#""a""#, "null"), (#""b""#, "7"), (#""c""#, "3")].map {
      #"{"id":\#($0.0),"symbol":"grt","name":"GRT","market_cap_rank":\#($0.1),"current_price":1}"#
    }
    let bench = Bench { request in
      request.url.path.hasSuffix("prices")
        ? .json(#"{"code":"1","data":[{"name":"GRT","usd":5,"tags":["deposit"]}]}"#, url: request.url)
        : .json("[\(coins.joined(separator: ","))]", url: request.url)
    }
    let page = try await bench.repository(.combined(Bench.root, priceList: Bench.root)).coins(CoinQuery())
    #expect(page.coins.map(\.tags) == [[], [], [.deposit]])
    #expect(page.coins.map { $0.prices[.usd] } == [nil, nil, 5])
  }

  @Test("reads randomly changed CoinGecko documents without crashing")
  func fuzzing() async throws {
    // Given
    var generator = SeededGenerator(seed: 5)
    let coin = try #require(CoinID("bitcoin"))
    let markets = Array(
      #"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":1.5e3,"ath_date":"2025-10-06T18:57:42.558Z","sparkline_in_7d":{"price":[1,null]}}]"#
        .utf8
    )
    let chart = Array(#"{"prices":[[1711843200000,69702.3],[1711842900000,1e-8]]}"#.utf8)
    var failures = 0

    let count = LongTests.rounds(byDay: 100, byNight: 4_000)
    for round in 0..<count {
      // When
      var bytes = round % 2 == 0 ? markets : chart
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &generator), at: place)
        }
      }
      let data = Data(bytes)
      let bench = Bench { request in
        HTTPResponse(
          status: .ok,
          headers: [.contentType: "application/json"],
          url: request.url,
          body: ResponseBody(bytes: data)
        )
      }
      do throws(MarketsError) {
        if round % 2 == 0 {
          let page = try await bench.coinGecko.coins(CoinQuery())
          for coin in page.coins { _ = PriceFormatter(.aud).price(coin.prices[.aud]) }
        } else {
          let history = try await bench.coinGecko.history(of: coin, range: .day, currency: .aud, policy: .fresh)
          _ = history.candles(count: 20)
        }
      } catch {
        failures += 1
      }
    }

    // Then
    #expect(failures > count / 4)
  }
}
