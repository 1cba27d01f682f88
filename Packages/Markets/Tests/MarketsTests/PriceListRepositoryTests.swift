import BasicsTesting
import Foundation
import Networking
import NetworkingTesting
import Portfolio
import Testing

@testable import Markets

@Suite("Price list source")
struct PriceListRepositoryTests {
  private static let v1 = #"""
    {"code":"1","data":[
      {"id":1,"name":"BTC","usd":88047.57,"tags":["withdrawal","deposit"]},
      {"id":2,"name":"SHIB","usd":1e-8,"tags":["deposit"]},
      {"id":3,"name":"IOTA","usd":0.08443}]}
    """#
  private static let v2 = #"""
    {"code":"1","data":[
      {"id":9,"name":"SHIB","price":{"usd":0.00000001},"tags":[]},
      {"id":7,"name":"BTC","price":{"usd":88047.57,"eur":79242.813},"tags":["deposit","withdrawal"]}]}
    """#

  private static func answers(_ request: HTTPRequest) -> HTTPResponse {
    .json(request.url.path.contains("v2") ? v2 : v1, url: request.url)
  }

  private static func decimal(_ text: String) -> Decimal? {
    Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  @Test("returns exact prices and sorted tags")
  func exactPrices() async throws {
    let bench = Bench { Self.answers($0) }
    let page = try await bench.priceList.coins(CoinQuery(currency: .usd))
    #expect(
      page.coins.map { $0.prices[.usd] } == [Self.decimal("88047.57"), Self.decimal("1e-8"), Self.decimal("0.08443")]
    )
    #expect(page.coins.map(\.tags) == [[.deposit, .withdrawal], [.deposit], []])
    #expect(!page.hasMore)
    #expect(!page.provenance.hasFailedRefresh)
  }

  @Test("selects the API version based on the euro option, and identifies coins by name")
  func versions() async throws {
    // Given
    let bench = Bench { Self.answers($0) }

    // When
    let page = try await bench.priceList.coins(CoinQuery(currency: .usd, includesEUR: true))

    // Then
    #expect(bench.transport.requests.map(\.url.path) == ["/v2/prices"])
    let bitcoin = try #require(page.coins.first { $0.name == "BTC" })
    #expect(bitcoin.prices[.eur] == Self.decimal("79242.813"))
    #expect(bitcoin.id == CoinID("btc"))
    #expect(page.coins.first { $0.name == "SHIB" }?.prices[.eur] == nil)
  }

  @Test("finds a coin that only version 1 lists, without a euro price")
  func coinOnlyInV1() async throws {
    let bench = Bench { Self.answers($0) }
    let page = try await bench.priceList.coin("iota", CoinQuery(currency: .usd, includesEUR: true))
    #expect(page.coins.map(\.name) == ["IOTA"])
    #expect(page.coins.first?.prices[.eur] == nil)
    #expect(page.coins.first?.prices[.usd] != nil)
  }

  @Test("reports the service's message for a failure with status 200, and doesn't cache the response")
  func refusal() async throws {
    // Given
    let isBroken = MovableDate(.distantPast)
    let bench = Bench { request in
      isBroken.date == .distantPast
        ? .json(#"{"code":"0","message":"Something went wrong."}"#, url: request.url) : Self.answers(request)
    }

    // When
    let error = await #expect(throws: MarketsError.self) { try await bench.priceList.coins(CoinQuery(currency: .usd)) }
    isBroken.date = .now
    let page = try await bench.priceList.coins(CoinQuery(currency: .usd))

    // Then
    guard case .refused("Something went wrong.", _) = error else {
      Issue.record("unexpected: \(String(describing: error))")
      return
    }
    #expect(page.coins.count == 3)
  }

  @Test("keeps prices and marks them as stale after a failure with status 200")
  func staleInsteadOfRefusal() async throws {
    // Given
    let isBroken = MovableDate(.distantPast)
    let bench = Bench { request in
      isBroken.date == .distantPast
        ? Self.answers(request) : .json(#"{"code":"0","message":"No."}"#, url: request.url)
    }
    let repository = bench.priceList
    _ = try await repository.coins(CoinQuery(currency: .usd))

    // When
    isBroken.date = .now
    bench.date += 25 * 3_600
    let page = try await repository.coins(CoinQuery(currency: .usd))

    // Then
    #expect(page.coins.count == 3)
    #expect(page.provenance.hasFailedRefresh)
    #expect(page.provenance.isFromCache)
    #expect(page.provenance.asOf == bench.date.addingTimeInterval(-25 * 3_600))
  }

  @Test(
    "fails for a damaged price list instead of returning part of it",
    arguments: [
      "", "[]", "{}", #"{"code":"1"}"#, #"{"code":"1","data":null}"#, #"{"code":"1","data":{}}"#,
      #"{"code":"1","data":[{"usd":1}]}"#, #"{"code":"1","data":[{"name":"","usd":1}]}"#,
      #"{"code":"1","data":[{"name":null,"usd":1}]}"#, #"{"code":"1","data":[{"name":"A","usd":"1"}]}"#,
      #"{"code":"1","data":[{"name":"A","usd":NaN}]}"#, #"{"code":"1","data":[{"name":"A","usd":1e400}]}"#,
      #"{"code":"1","data":[{"name":"A","usd":1,"tags":"deposit"}]}"#, #"{"code":null,"data":[]}"#,
      #"{"code":"1","data":["#,
      #"{"code":"1","data":[{"name":"A\u001b[2J","usd":1}]}"#,
    ]
  )
  func malformed(document: String) async {
    let bench = Bench { .json(document, url: $0.url) }
    let error = await #expect(throws: MarketsError.self) { try await bench.priceList.coins(CoinQuery(currency: .usd)) }
    guard case .service(NetworkError.decoding) = error else {
      Issue.record("unexpected: \(String(describing: error))")
      return
    }
  }

  @Test(
    "accepts a price list without its optional members",
    arguments: [
      #"{"name":"A"}"#, #"{"name":"A","usd":null,"tags":null}"#, #"{"name":"A","usd":null,"tags":[]}"#,
      #"{"id":null,"name":"A","extra":[1,{}]}"#,
    ]
  )
  func nullable(item: String) async throws {
    let bench = Bench { .json(#"{"code":1,"data":[\#(item)]}"#, url: $0.url) }
    let page = try await bench.priceList.coins(CoinQuery(currency: .usd))
    try #require(page.coins.count == 1)
    #expect(page.coins[0].prices[.usd] == nil)
    #expect(page.coins[0].tags.isEmpty)
  }

  @Test("reads randomly changed price list documents without crashing")
  func fuzzing() async {
    var generator = SeededGenerator(seed: 11)
    let original = Array(Self.v2.utf8)
    var failures = 0
    let count = LongTests.rounds(byDay: 100, byNight: 4_000)
    for _ in 0..<count {
      var bytes = original
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
        let page = try await bench.priceList.coins(CoinQuery(currency: .usd, includesEUR: true))
        #expect(page.coins.allSatisfy { !$0.name.isEmpty })
      } catch {
        failures += 1
      }
    }
    #expect(failures > count / 4)
  }

  @Test("reports a coin whose rows have different prices, and returns no price for the coin")
  func doubledNames() async throws {
    // Given
    let list = #"""
      {"code":"1","data":[{"name":"BTC","usd":100},{"name":"ETH","usd":5},{"name":"btc","usd":200},{"name":"ETH","usd":5}]}
      """#
    let bench = Bench { .json(list, url: $0.url) }
    let (btc, eth) = (try #require(CoinID("btc")), try #require(CoinID("eth")))

    // When
    let page = try await bench.priceList.coins(CoinQuery(currency: .usd))
    let quotes = try await bench.priceList.quotes(of: [btc, eth], in: [.usd], policy: .fresh)

    // Then
    #expect(page.coins.map(\.id) == [btc, eth])
    #expect(page.coins.map { $0.prices[.usd] } == [nil, 5])
    #expect(page.implausiblePrices == [btc])
    #expect(quotes.mapValues { $0[.usd]?.price } == [eth: 5])
  }

  @Test("reports an unknown age for prices that were loaded before the clock was set back")
  func clockSetBack() async throws {
    // Given
    let isDown = MovableDate(.distantPast)
    let bench = Bench { request throws(NetworkError) in
      guard isDown.date == .distantPast else { throw .unreachable(.refused, origin: "http://markets.example") }
      return Self.answers(request)
    }
    _ = try await bench.priceList.coins(CoinQuery(currency: .usd))

    // When
    isDown.date = .now
    bench.date -= 10 * 86_400
    let repository = bench.priceList
    let page = try await repository.coins(CoinQuery(currency: .usd))
    let quotes = try await repository.quotes(of: page.coins.map(\.id), in: [.usd], policy: .storedOnly)

    // Then
    #expect(page.provenance.age(at: bench.date) == .infinity)
    #expect(quotes.count == 3)
    #expect(quotes.values.allSatisfy { $0[.usd]?.age(at: bench.date) == .infinity })
    // The next response replaces those prices.
    isDown.date = .distantPast
    let fresh = try await repository.coins(CoinQuery(currency: .usd, policy: .refreshed))
    #expect(fresh.provenance.age(at: bench.date) == 0)
  }

  @Test("reports that the price list has no charts and no other currencies")
  func limits() async throws {
    let bench = Bench { Self.answers($0) }
    let coin = try #require(CoinID("btc"))
    let chart = await #expect(throws: MarketsError.self) {
      try await bench.priceList.history(of: coin, range: .day, currency: .usd, policy: .fresh)
    }
    guard case .noHistories(source: "price list") = chart else {
      Issue.record("unexpected: \(String(describing: chart))"); return
    }
    let currency = await #expect(throws: MarketsError.self) {
      try await bench.priceList.coins(CoinQuery(currency: .aud))
    }
    guard case .currencyNotAvailable(.aud, [.usd]) = currency else {
      Issue.record("unexpected: \(String(describing: currency))")
      return
    }
    #expect(bench.requestCount == 0)
  }

  @Test(
    "divides the price list into pages",
    arguments: [
      (1, 2, ["BTC", "SHIB"], true), (2, 2, ["IOTA"], false), (9, 2, [], false), (Int.max, Int.max, [], false),
    ]
  )
  func paging(page: Int, size: Int, names: [String], hasMore: Bool) async throws {
    let bench = Bench { Self.answers($0) }
    let answer = try await bench.priceList.coins(CoinQuery(currency: .usd, page: page, pageSize: size))
    #expect(answer.coins.map(\.name) == names)
    #expect(answer.hasMore == hasMore)
  }
}
