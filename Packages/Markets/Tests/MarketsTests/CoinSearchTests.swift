import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Markets

@Suite("Coin search")
struct CoinSearchTests {
  private static let search = #"""
    {"coins":[{"id":"gemcoin","name":"Gemcoin","api_symbol":"gemcoin","symbol":"GEM","market_cap_rank":null,"thumb":"x"},
      {"id":"bitcoin-cash","name":"Bitcoin Cash","symbol":"BCH","market_cap_rank":11},
      {"id":"bitcoin","name":"Bitcoin","symbol":"BTC","market_cap_rank":1},{"id":"no name","name":"?","symbol":"?","market_cap_rank":2},
      {"id":"bitcoin-heirloom","name":"Bitcoin","symbol":"BTC","market_cap_rank":null}],"exchanges":[]}
    """#
  private static let list = #"""
    [{"id":"01coin","symbol":"zoc","name":"01coin"},{"id":"bitcoin","symbol":"btc","name":"Bitcoin"},
     {"id":"gem-finance","symbol":"gem","name":"Gem Finance"},{"id":"gemcoin","symbol":"gem","name":"Gemcoin"}]
    """#

  /// Returns a ``Bench`` whose response depends on the last path component of the URL.
  private static func bench(
    search: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { .json(Self.search, url: $0.url) },
    list: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { .json(Self.list, url: $0.url) }
  ) -> Bench {
    Bench { request in
      switch request.url.lastPathComponent {
      case "search": search(request)
      case "list": list(request)
      default: .json(Self.coins(in: request), url: request.url)
      }
    }
  }

  /// Returns the requested coins, each with the price 1, or all coins if the request specifies none.
  private static func coins(in request: HTTPRequest) -> String {
    let known = ["bitcoin", "bitcoin-cash", "gemcoin", "gem-finance", "bitcoin-heirloom"]
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let ids = items.first { $0.name == "ids" }?.value?.split(separator: ",").map(String.init) ?? known
    let coins = known.filter(ids.contains).map {
      #"{"id":"\#($0)","symbol":"\#($0)","name":"\#($0)","current_price":1}"#
    }
    return "[\(coins.joined(separator: ","))]"
  }

  private static func paths(_ bench: Bench) -> [String] { bench.transport.requests.map(\.url.lastPathComponent) }

  private static func failure(_ status: HTTPStatus) -> @Sendable (HTTPRequest) -> HTTPResponse {
    { HTTPResponse(status: status, url: $0.url) }
  }

  @Test("returns ranked search matches first, and omits IDs that can't be requested")
  func matches() async throws {
    let bench = Self.bench()
    let matches = try await bench.coinGecko.matches(" Bit & co ", policy: .fresh)
    #expect(matches.map(\.id.description) == ["bitcoin", "bitcoin-cash", "gemcoin", "bitcoin-heirloom"])
    #expect(matches.map(\.rank) == [1, 11, nil, nil])
    #expect(matches[0].symbol == "BTC")
    #expect(bench.transport.requests.map(\.url.query) == ["query=bit%20%26%20co"])
  }

  @Test("sends no request for an empty search text", arguments: ["", "  "])
  func emptyText(text: String) async throws {
    let bench = Self.bench()
    #expect(try await bench.coinGecko.matches(text, policy: .fresh).isEmpty)
    #expect(bench.requestCount == 0)
  }

  @Test("searches the list of all coins if the search fails, and requests the list at most once a day")
  func fallsBackToTheList() async throws {
    let bench = Self.bench(search: Self.failure(.notFound))
    let repository = bench.coinGecko
    #expect(try await repository.matches("GEM", policy: .fresh).map(\.id.description) == ["gem-finance", "gemcoin"])
    bench.date += 23 * 3_600
    #expect(try await repository.matches("btc", policy: .maxAge(.seconds(60))).map(\.id.description) == ["bitcoin"])
    #expect(Self.paths(bench) == ["search", "list", "search"])
    bench.date += 2 * 3_600
    #expect(try await repository.matches("01", policy: .fresh).map(\.id.description) == ["01coin"])
    #expect(Self.paths(bench).suffix(2) == ["search", "list"])
  }

  @Test("sends only one request to an unreachable service, and throws the request's error")
  func unreachable() async throws {
    let bench = Bench { _ throws(NetworkError) in throw .unreachable(.refused, origin: "http://markets.example") }
    let error = await #expect(throws: MarketsError.self) {
      try await bench.coinGecko.matches("btc", policy: .fresh)
    }
    guard case .service(NetworkError.unreachable) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(bench.requestCount == 1)
  }

  @Test("throws the search error if loading the list of all coins fails as well")
  func bothFail() async throws {
    let bench = Self.bench(search: Self.failure(.notFound), list: Self.failure(.serviceUnavailable))
    let error = await #expect(throws: MarketsError.self) {
      try await bench.coinGecko.matches("btc", policy: .fresh)
    }
    guard case .service(NetworkError.status(let failure)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.status.code == 404)
  }

  @Test("loads coins by ID, 250 per request, and sends the same requests for any order of IDs")
  func coinsByID() async throws {
    let bench = Self.bench()
    let repository = bench.coinGecko
    let ids = (1...251).compactMap { CoinID("coin-\($0)") } + ["gemcoin", "bitcoin"].compactMap { CoinID($0) }
    #expect(
      try await repository.coins(withIDs: ids, CoinQuery()).coins.map(\.id.description) == ["bitcoin", "gemcoin"]
    )
    #expect(bench.requestCount == 2)
    _ = try await repository.coins(withIDs: ids.reversed() + ids, CoinQuery())
    #expect(bench.requestCount == 2)
    #expect(try await repository.coins(withIDs: ["a,b"].compactMap { CoinID($0) }, CoinQuery()).coins.isEmpty)
    #expect(try await repository.coins(withIDs: [], CoinQuery()).coins.isEmpty)
    #expect(bench.requestCount == 2)
  }

  @Test(
    "finds a coin by its ID, or by the symbol or name of the highest-ranked match",
    arguments: [
      ("gemcoin", "gemcoin", ["markets", "search"]), ("BTC", "bitcoin", ["markets", "search", "markets"]),
      ("Bitcoin Cash", "bitcoin-cash", ["search", "markets"]),
    ]
  )
  func coin(word: String, id: String, paths: [String]) async throws {
    let bench = Self.bench()
    let page = try await bench.coinGecko.coin(word, CoinQuery())
    #expect(page.coins.map(\.id.description) == [id])
    #expect(Self.paths(bench) == paths)
  }

  @Test("lists the possible coins if unranked coins share a symbol")
  func ambiguous() async throws {
    let bench = Self.bench(search: Self.failure(.notFound))
    let error = await #expect(throws: MarketsError.self) { try await bench.coinGecko.coin("gem", CoinQuery()) }
    let problem = MarketsProblem(try #require(error), now: bench.date)
    #expect(problem.message == "Several coins are called “gem”.")
    #expect(problem.hint == "Use one of their IDs: gem-finance or gemcoin.")
  }

  @Test("suggests coins with similar names for an unknown coin")
  func suggestions() async throws {
    let bench = Self.bench()
    let error = await #expect(throws: MarketsError.self) { try await bench.coinGecko.coin("gemcoi", CoinQuery()) }
    #expect(MarketsProblem(try #require(error), now: bench.date).hint == "Did you mean gemcoin?")
  }

  @Test("reports that the price list has no charts, without suggesting other ranges")
  func noCharts() async throws {
    let coin = try #require(CoinID("btc"))
    let bench = Self.bench()
    let error = await #expect(throws: MarketsError.self) {
      try await bench.priceList.history(of: coin, range: .year, currency: .usd, policy: .fresh)
    }
    let problem = MarketsProblem(try #require(error), now: bench.date)
    #expect(problem.message == "There are no charts: the source “price list” has only current prices.")
    #expect(problem.hint == "Choose CoinGecko as the price source in the settings, or set markets_source to coingecko.")
    #expect(bench.requestCount == 0)
  }

  @Test("never includes a URL's query in a message")
  func queries() async throws {
    for status in [HTTPStatus.badRequest, .notFound, .internalServerError, .tooManyRequests] {
      let bench = Self.bench(search: Self.failure(status), list: Self.failure(status))
      let error = await #expect(throws: MarketsError.self) {
        try await bench.coinGecko.matches("btc", policy: .fresh)
      }
      #expect(!MarketsProblem(try #require(error), now: bench.date).message.contains("query"))
    }
    let error = await #expect(throws: MarketsError.self) {
      try await Self.bench().coinGecko.coins(CoinQuery(policy: .storedOnly))
    }
    let problem = MarketsProblem(try #require(error), now: FakeRepository.date)
    #expect(
      problem.message == "Requests are turned off with --offline, and these prices aren't stored on this machine."
    )
    #expect(problem.hint == "To load them, start without --offline.")
  }

  @Test("searches the loaded price list, which contains every coin")
  func priceList() async throws {
    let bench = Bench {
      .json(#"{"code":"1","data":[{"name":"BTC","usd":1},{"name":"GRT","usd":2}]}"#, url: $0.url)
    }
    let repository = bench.priceList
    #expect(try await repository.matches("t", policy: .fresh).map(\.id.description) == ["btc", "grt"])
    let page = try await SearchCoins(repository: repository).execute("gr", CoinQuery(currency: .usd))
    #expect(page.coins.map(\.symbol) == ["GRT"])
    #expect(bench.requestCount == 1)
  }

  @Test(
    "reports the location of an error in a malformed response",
    arguments: ["{}", #"{"coins":[{"id":1}]}"#, "[", "null"]
  )
  func malformed(document: String) async throws {
    let bench = Self.bench(search: { .json(document, url: $0.url) }, list: Self.failure(.notFound))
    await #expect(throws: MarketsError.self) { try await bench.coinGecko.matches("btc", policy: .fresh) }
  }
}
