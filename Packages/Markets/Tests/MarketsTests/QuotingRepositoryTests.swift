import Foundation
import Networking
import NetworkingTesting
import Portfolio
import Testing

@testable import Markets

@Suite("Source with a quote store")
struct QuotingRepositoryTests {
  private static let noon = FakeRepository.date
  private static let bitcoin = coinID("bitcoin")

  /// Returns a handler for list, page and quote requests; the price rises by one with every request.
  private static func risingPrices() -> StubTransport.Handler {
    let count = RequestCount()
    return { request in
      let price = 100 + count.next()
      guard request.url.path().hasSuffix("/simple/price") else {
        return .json(#"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":\#(price)}]"#, url: request.url)
      }
      return .json(#"{"bitcoin":{"aud":\#(price),"aud_24h_change":-1.5}}"#, url: request.url)
    }
  }

  @Test(
    "extends the price range of the last 24 hours to include a newer price",
    arguments: [(90, 90, 110), (120, 100, 120), (105, 100, 110)]
  )
  func dayRange(newest: Decimal, low: Decimal, high: Decimal) throws {
    // Given
    var coin = Coin(
      id: try #require(CoinID("a")),
      symbol: "A",
      name: "A",
      prices: CoinPrices(.aud, 105)
    )
    (coin.figures.low24h, coin.figures.high24h) = (100, 110)
    var page = CoinPage(
      coins: [coin],
      currency: .aud,
      hasMore: false,
      provenance: Provenance(asOf: FakeRepository.date)
    )
    let quote = try #require(Quote(price: newest, time: FakeRepository.date + 60, source: "Fake"))

    // When
    page.update { _, _ in quote }

    // Then
    #expect(page.coins[0].figures.low24h == low)
    #expect(page.coins[0].figures.high24h == high)
  }

  @Test("shows the newest price on every page, regardless of its origin")
  func newestPriceWins() async throws {
    // Given a list, and then a newer price for one coin
    let bench = Bench(handler: Self.risingPrices())
    let repository = bench.coinGecko
    #expect(try await repository.coins(CoinQuery()).coins.first?.prices[.aud] == 101)
    bench.date += 60
    #expect(
      try await repository.quotes(of: [Self.bitcoin], in: [.aud], policy: .refreshed)[Self.bitcoin]?[.aud]?.price == 102
    )

    // When the cached list is read
    let page = try await repository.coins(CoinQuery())

    // Then
    #expect(bench.requestCount == 2)
    #expect(page.coins.first?.prices[.aud] == 102)
    #expect(page.coins.first?.figures.change24h == Decimal(string: "-1.5"))
  }

  @Test(
    "keeps the age of a price unknown when the clock is set back and the service fails",
    arguments: [503, 429] as [HTTPStatus]
  )
  func clockSetBack(status: HTTPStatus) async throws {
    // Given a list whose price has the service's time
    let isDown = MovableDate(.distantPast)
    let bench = Bench { request in
      guard isDown.date == .distantPast else { return .text("", status: status, url: request.url) }
      let coin = #""id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":130000"#
      return .json(#"[{\#(coin),"last_updated":"2026-01-31T11:59:50Z"}]"#, url: request.url)
    }
    let repository = bench.coinGecko
    #expect(try await repository.coins(CoinQuery()).provenance.age(at: bench.date) == 10)

    // When
    isDown.date = .now
    bench.date -= 5 * 3_600

    // Then the price's age is unknown, however often the list is loaded, also when the clock has caught up partly
    for later in [0.0, 60, 3_600] {
      bench.date += later
      let page = try await repository.coins(CoinQuery(policy: .refreshed))
      #expect(page.coins.first?.prices[.aud] == 130_000)
      #expect(page.provenance.age(at: bench.date) == .infinity)
      #expect(page.provenance.isStale(at: bench.date))
      let stored = try await repository.quotes(of: [Self.bitcoin], in: [.aud], policy: .storedOnly)
      #expect(stored[Self.bitcoin]?[.aud]?.age(at: bench.date) == .infinity)
    }
  }

  @Test("doesn't replace a price with an earlier cached response from the same second")
  func sameSecond() async throws {
    // Given a source that gives the times of prices to the second
    let count = RequestCount()
    let bench = Bench { request in
      let time = "2026-01-31T12:00:00Z"
      let coin = #""id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":\#(100 + count.next())"#
      return .json(#"[{\#(coin),"last_updated":"\#(time)"}]"#, url: request.url)
    }
    let repository = bench.coinGecko
    _ = try await repository.coins(CoinQuery())
    let page = try await repository.coin("bitcoin", CoinQuery(policy: .refreshed))
    #expect(page.coins.first?.prices[.aud] == 102)

    // When the cached list is read
    let list = try await repository.coins(CoinQuery())

    // Then
    #expect(bench.requestCount == 2)
    #expect(list.coins.first?.prices[.aud] == 102)
  }

  @Test("returns fresh quotes from the store without a request")
  func freshQuotes() async throws {
    let bench = Bench(handler: Self.risingPrices())
    let repository = bench.coinGecko
    _ = try await repository.coins(CoinQuery())
    bench.date += 100
    let stored = try await repository.quotes(of: [Self.bitcoin], in: [.aud], policy: .fresh)
    #expect(stored[Self.bitcoin]?[.aud]?.price == 101)
    #expect(bench.requestCount == 1)
    let newer = try await repository.quotes(of: [Self.bitcoin], in: [.aud], policy: .maxAge(.seconds(99)))
    #expect(newer[Self.bitcoin]?[.aud]?.price == 102)
    #expect(newer[Self.bitcoin]?[.aud]?.time == bench.date)
  }

  @Test(
    "derives a page's freshness from the source and the setting, regardless of the age that a request allows",
    arguments: [LoadPolicy.fresh, .maxAge(.seconds(30)), .maxAge(.seconds(7_200)), .refreshed, .storedOnly]
  )
  func freshnessOfPages(policy: LoadPolicy) async throws {
    // Given
    let repository = QuotingRepository(
      FakeRepository(),
      store: QuoteStore(now: { Self.noon }),
      rule: { .fixed(.seconds(600)) },
      plan: .free,
      budget: nil,
      now: { Self.noon }
    )
    let (coin, query) = (coinID("coin-1"), CoinQuery(policy: policy))

    // When
    let pages = try await [
      repository.coins(query), repository.coin("coin-1", query), repository.coins(withIDs: [coin], query),
    ]
    let history = try await repository.history(of: coin, range: .week, currency: .aud, policy: policy)

    // Then
    for provenance in pages.map(\.provenance) + [history.provenance] {
      #expect(!provenance.isStale(at: Self.noon + 600))
      #expect(provenance.isStale(at: Self.noon + 601))
    }
  }

  @Test("requests quotes for many coins together at the documented URL")
  func simplePrice() async throws {
    let bench = Bench { .json(#"{"b":{"aud":1.25,"usd":null,"last_updated_at":1769860790}}"#, url: $0.url) }
    let quotes = try await bench.coinGecko.quotes(
      of: ["b", "a", "b", "gone"].map(coinID),
      in: [.usd, .aud],
      policy: .fresh
    )
    #expect(
      bench.transport.requests.map { $0.url.absoluteString.removingPercentEncoding }
        == [
          "http://markets.example/api/v3/simple/price?ids=a,b,gone&vs_currencies=aud,usd"
            + "&include_24hr_change=true&include_last_updated_at=true"
        ]
    )
    #expect(quotes.keys.map(\.description) == ["b"])
    #expect(quotes[coinID("b")]?.keys.map(\.code) == ["AUD"])
    #expect(quotes[coinID("b")]?[.aud]?.price == Decimal(string: "1.25"))
    #expect(quotes[coinID("b")]?[.aud]?.time == Self.noon - 10)
  }

  @Test("shows a known price with its age for up to a day if a response omits the coin")
  func missingCoin() async throws {
    // Given a service that returns the price only once
    let count = RequestCount()
    let bench = Bench { request in
      guard !request.url.path().hasSuffix("/search") else {
        let coin = #"{"id":"ethereum","name":"Ethereum","symbol":"ETH","market_cap_rank":2}"#
        return .json(#"{"coins":[\#(coin)]}"#, url: request.url)
      }
      let coin = #"{"id":"ethereum","symbol":"eth","name":"Ethereum","current_price":10}"#
      return .json(count.next() == 1 ? "[\(coin)]" : "[]", url: request.url)
    }
    let repository = bench.coinGecko
    _ = try await repository.coin("ethereum", CoinQuery())

    // When
    bench.date += 600
    let page = try await repository.coin("eth", CoinQuery(policy: .refreshed))

    // Then
    #expect(page.coins.map(\.id.description) == ["ethereum"])
    #expect(page.coins.first?.symbol == "ETH")
    #expect(page.coins.first?.prices[.aud] == 10)
    #expect(page.provenance.age(at: bench.date) == 600)
    #expect(page.provenance.hasFailedRefresh)

    // When the price is more than a day old
    bench.date += 86_400
    let error = await #expect(throws: MarketsError.self) { try await repository.coin("eth", CoinQuery()) }

    // Then
    let problem = try MarketsProblem(#require(error), now: bench.date)
    #expect(problem.message == "The service sent no price for ETH.")
  }

  @Test("splits quotes for more than 250 coins into several requests")
  func batches() async throws {
    let bench = Bench { .json("{}", url: $0.url) }
    _ = try await bench.coinGecko.quotes(of: (0..<600).map { coinID("c\($0)") }, in: [.aud], policy: .fresh)
    #expect(bench.requestCount == 3)
  }

  @Test("returns no quote for coins that a response omits")
  func oneOfTen() async throws {
    let bench = Bench { .json(#"{"c3":{"aud":7}}"#, url: $0.url) }
    let coins = (0..<10).map { coinID("c\($0)") }
    let quotes = try await bench.coinGecko.quotes(of: coins, in: [.aud], policy: .fresh)
    #expect(quotes.compactMapValues { $0[.aud]?.price } == [coinID("c3"): 7])
  }

  @Test("returns the price list's quotes in US dollars and euros", arguments: [("usd", "v1"), ("eur", "v2")])
  func priceList(code: String, version: String) async throws {
    let bench = Bench { request in
      request.url.path().hasSuffix("v1/prices")
        ? .json(#"{"code":"1","data":[{"id":1,"name":"BTC","usd":5,"tags":[]}]}"#, url: request.url)
        : .json(#"{"code":"1","data":[{"id":1,"name":"BTC","price":{"usd":6,"eur":4},"tags":[]}]}"#, url: request.url)
    }
    let currency = try #require(CurrencyCode(code))
    let quotes = try await bench.priceList.quotes(of: [coinID("btc"), coinID("eth")], in: [currency], policy: .fresh)
    #expect(quotes[coinID("btc")]?[currency]?.price == (code == "usd" ? 5 : 4))
    #expect(quotes[coinID("btc")]?[currency]?.source == "price list")
    #expect(bench.transport.requests.map { $0.url.path().contains(version) } == [true])
  }
}

/// `@unchecked Sendable`: `count` is guarded by `lock`.
final class RequestCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
