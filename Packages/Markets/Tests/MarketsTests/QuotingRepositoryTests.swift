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
        let coin = #""id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap_rank":1,"current_price":\#(price)"#
        return .json("[{\(coin)}]", url: request.url)
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
      let coin =
        #""id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap_rank":1,"current_price":\#(100 + count.next())"#
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
    "shows ages by the source's documented freshness, regardless of the setting and of the age that a request allows",
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
    for provenance in pages.map(\.provenance) {
      #expect(!provenance.isStale(at: Self.noon + 300))
      #expect(provenance.isStale(at: Self.noon + 301))
      #expect(!repository.needsReload(provenance, at: Self.noon + 599))
      #expect(repository.needsReload(provenance, at: Self.noon + 600))
    }
    // A chart of a week has a price per hour.
    #expect(!history.provenance.isStale(at: Self.noon + 3_600))
    #expect(history.provenance.isStale(at: Self.noon + 3_601))
  }

  @Test(
    "decides in all views alike whether to request prices again and whether to show their age",
    arguments: [
      // The age of the prices in seconds, and the results with a setting of ten minutes for a source of five minutes.
      (300.0, false, false), (301, false, true), (599, false, true), (600, true, false),
    ]
  )
  func agreement(age: Double, isRequested: Bool, isStale: Bool) async throws {
    let views: [(String, @Sendable (any MarketsRepository) async throws -> [Provenance])] = [
      ("list", { [try await $0.coins(CoinQuery()).provenance] }),
      ("coin", { [try await $0.coin("bitcoin", CoinQuery()).provenance] }),
      ("coins", { [try await $0.coins(withIDs: [Self.bitcoin], CoinQuery()).provenance] }),
      (
        "quotes",
        { [await FetchQuotes(repository: $0).execute(["bitcoin"], currency: .aud).provenance].compactMap(\.self) }
      ),
    ]
    for (name, view) in views {
      // Given
      let bench = Bench(handler: Self.risingPrices())
      let repository = MarketsService.coinGecko(Bench.root).repository(
        transport: bench.transport,
        middleware: [bench.cache],
        gate: bench.gate,
        freshness: { .fixed(.seconds(600)) },
        now: bench.now
      )
      _ = try await view(repository)

      // When
      bench.date += age
      let provenance = try #require(try await view(repository).first)

      // Then
      #expect(bench.requestCount == (isRequested ? 2 : 1), "\(name)")
      #expect(provenance.isStale(at: bench.date) == isStale, "\(name)")
    }
  }

  @Test("reports a refused refresh, even if the cached response is recent", arguments: [503, 429] as [HTTPStatus])
  func refusedRefresh(status: HTTPStatus) async throws {
    // Given
    let isDown = MovableDate(.distantPast)
    let prices = Self.risingPrices()
    let bench = Bench { request in
      isDown.date == .distantPast ? try await prices(request) : .text("", status: status, url: request.url)
    }
    let repository = bench.coinGecko
    _ = try await repository.coins(CoinQuery())
    _ = try await repository.quotes(of: [Self.bitcoin], in: [.aud], policy: .refreshed)

    // When
    isDown.date = .now
    bench.date += 10

    // Then a list shows the cached prices as such, and callers that act on prices get an error
    let page = try await repository.coins(CoinQuery(policy: .refreshed))
    #expect(page.provenance.hasFailedRefresh)
    await #expect(throws: MarketsError.self) {
      try await repository.quotes(of: [Self.bitcoin], in: [.aud], policy: .refreshed)
    }
  }

  @Test("drops a price after a day if the source no longer lists the coin, but keeps it while the source fails")
  func removedCoin() async throws {
    // Given
    let bench = Bench { request in
      .json(request.url.path().hasSuffix("/simple/price") ? "{}" : "[]", url: request.url)
    }
    let store = QuoteStore(now: bench.now)
    store.record([Self.bitcoin: [.aud: try #require(Quote(price: 100, time: bench.date, source: "CoinGecko"))]])
    let repository = MarketsService.coinGecko(Bench.root).repository(
      transport: bench.transport,
      middleware: [bench.cache],
      gate: bench.gate,
      quotes: store,
      now: bench.now
    )
    let fetch = FetchQuotes(repository: repository)

    // When
    bench.date += 86_400
    let atOneDay = await fetch.execute(["bitcoin"], currency: .aud)
    bench.date += 1
    let later = await fetch.execute(["bitcoin"], currency: .aud)
    let offline = await fetch.execute(["bitcoin"], currency: .aud, policy: .storedOnly)

    // Then
    #expect(atOneDay.prices(in: .aud) == ["bitcoin": 100])
    #expect(later.prices(in: .aud).isEmpty)
    #expect(offline.prices(in: .aud) == ["bitcoin": 100])
  }

  @Test("answers from the quote store while the program is offline, and shows the age")
  func offline() async throws {
    // Given a list of two coins that was loaded ten minutes ago
    let bench = Bench { request in
      let coins = [("bitcoin", "btc", 1), ("ethereum", "eth", 2)].map { id, symbol, rank in
        #"{"id":"\#(id)","symbol":"\#(symbol)","name":"\#(id)","market_cap_rank":\#(rank),"current_price":\#(rank * 10)}"#
      }
      return .json("[\(coins.joined(separator: ","))]", url: request.url)
    }
    let repository = bench.coinGecko
    _ = try await repository.coins(CoinQuery(pageSize: 50))

    // When
    bench.cache.isOffline = true
    bench.date += 600
    let list = try await repository.coins(CoinQuery(pageSize: 1))
    let second = try await repository.coins(CoinQuery(page: 2, pageSize: 1))
    let coin = try await repository.coin("ETH", CoinQuery())
    let some = try await repository.coins(withIDs: [coinID("ethereum")], CoinQuery())
    let matches = try await repository.matches("bit", policy: .fresh)
    let quotes = try await repository.quotes(of: [Self.bitcoin], in: [.aud], policy: .maxAge(.seconds(900)))

    // Then
    #expect(list.coins.map(\.symbol) == ["BTC"])
    #expect(list.hasMore && !second.hasMore)
    #expect([second, coin, some].allSatisfy { $0.coins.map(\.id.description) == ["ethereum"] })
    #expect([list, second, coin, some].allSatisfy { $0.provenance.age(at: bench.date) == 600 })
    #expect([list, second, coin, some].allSatisfy { $0.provenance.isStale(at: bench.date) })
    #expect(coin.coins.first?.prices[.aud] == 20)
    #expect(matches.map(\.name) == ["bitcoin"])
    #expect(quotes[Self.bitcoin]?[.aud]?.price == 10)
    #expect(bench.requestCount == 1)
    let error = await #expect(throws: MarketsError.self) { try await repository.coin("dogecoin", CoinQuery()) }
    #expect(error?.isOffline == true)
    await #expect(throws: MarketsError.self) { try await repository.coins(CoinQuery(currency: .usd)) }
  }

  @Test(
    "refuses a word that is a coin's ID and a far larger coin's symbol",
    arguments: [
      // The ranks of the coin with the ID `uni` and of the coin with the symbol, and whether the word is ambiguous.
      (4_000 as Int?, 25 as Int?, true), (nil, 25, true), (250, 25, true), (249, 25, false), (9, 1, false),
      (25, 4_000, false),
      (30, nil, false), (nil, nil, false),
    ]
  )
  func mistakableID(rank: Int?, otherRank: Int?, isAmbiguous: Bool) async throws {
    // Given
    @Sendable func text(_ rank: Int?) -> String { rank.map { "\($0)" } ?? "null" }
    let bench = Bench { request in
      if request.url.path.hasSuffix("/search") {
        let coins = [("uni", rank), ("uniswap", otherRank)].map { id, rank in
          #"{"id":"\#(id)","symbol":"UNI","name":"\#(id)","market_cap_rank":\#(text(rank))}"#
        }
        return .json(#"{"coins":[\#(coins.joined(separator: ","))]}"#, url: request.url)
      }
      let coin = #"{"id":"uni","symbol":"uni","name":"Uni","market_cap_rank":\#(text(rank)),"current_price":1}"#
      return .json(request.url.query()?.contains("ids=uni&") == true ? "[\(coin)]" : "[]", url: request.url)
    }

    // When
    let found: [String]
    do throws(MarketsError) {
      found = try await bench.coinGecko.coin("uni", CoinQuery()).coins.map(\.id.description)
    } catch {
      guard case .ambiguousCoin("uni", let choices) = error else { throw error }
      found = choices
    }

    // Then
    #expect(found == (isAmbiguous ? ["uniswap", "coingecko:uni"] : ["uni"]))
    // An ID, such as a row of a list or a favorite, always means this coin.
    let page = try await FetchCoin(repository: bench.coinGecko).execute(id: coinID("uni"), CoinQuery())
    #expect(page.coins.map(\.id.description) == ["uni"])
  }

  @Test("dates a chart by its last price")
  func chartAge() async throws {
    // Given a chart whose last price is three days old
    let bench = Bench { request in .json(#"{"prices":[[1769500800000,90],[1769601600000,100]]}"#, url: request.url) }

    // When
    let history = try await bench.coinGecko.history(of: Self.bitcoin, range: .week, currency: .aud, policy: .fresh)

    // Then
    #expect(history.provenance.age(at: bench.date) == 3 * 86_400)
    #expect(history.provenance.isStale(at: bench.date))
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
