import Foundation
import Networking
import NetworkingTesting
import PersistenceTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Source with identity keys as coin IDs")
struct IdentifiedRepositoryTests {
  private let disk = InMemoryFileSystem()

  private func identities(_ coins: CoinReference...) -> CoinIdentityStore {
    let identities = CoinIdentityStore(
      path: "/data/coins.json",
      writtenBy: "tests",
      lockTimeout: .seconds(5),
      fileSystem: disk
    )
    identities.adopt(coins)
    return identities
  }

  private func coin(_ id: String, _ symbol: String, _ price: Decimal) throws -> Coin {
    Coin(id: try #require(CoinID(id)), symbol: symbol, name: id.capitalized, prices: CoinPrices(.aud, price))
  }

  private func id(_ text: String) throws -> CoinID { try #require(CoinID(text)) }

  /// Returns a source with bitcoin and another coin that has the same symbol but isn't on any page.
  private func source() throws -> FakeRepository {
    FakeRepository(
      [try coin("bitcoin", "BTC", 100), try coin("ethereum", "ETH", 10)],
      unranked: [try coin("batcat", "BTC", 1), try coin("one", "DUP", 2), try coin("other", "DUP", 3)]
    )
  }

  @Test("finds a coin from another source by its symbol")
  func otherSource() async throws {
    // Given
    let identities = identities(CoinReference(id: "btc", symbol: "btc"))
    let repository = IdentifiedRepository(try source(), identities: identities)

    // When
    let quotes = try await repository.quotes(of: [id("btc")], in: [.aud], policy: .fresh)

    // Then
    #expect(quotes[try id("btc")]?[.aud]?.price == 100)
    #expect(identities.known.key(of: "btc") == "bitcoin")
    #expect(try await repository.coin("btc", CoinQuery()).coins.map(\.id.description) == ["bitcoin"])
    #expect(try await repository.history(of: id("btc"), range: .day, currency: .aud, policy: .fresh).coin == id("btc"))
  }

  @Test("values a coin with two IDs in the ledger after a single load")
  func account() async throws {
    let identities = identities(CoinReference(id: "btc", symbol: "btc"), CoinReference(id: "bitcoin", symbol: "btc"))
    let repository = IdentifiedRepository(try source(), identities: identities)
    let quotes = await FetchQuotes(repository: repository).execute(["btc", "bitcoin", "ethereum"], currency: .aud)
    #expect(quotes.prices(in: .aud) == ["btc": 100, "bitcoin": 100, "ethereum": 10])
    #expect(quotes.shortfall == nil)
  }

  @Test("refuses a symbol that several of the user's coins share")
  func sharedSymbol() async throws {
    let identities = identities(CoinReference(id: "one", symbol: "dup"), CoinReference(id: "other", symbol: "dup"))
    let repository = IdentifiedRepository(try source(), identities: identities)
    let error = await #expect(throws: MarketsError.self) { try await repository.coin("DUP", CoinQuery()) }
    guard case .ambiguousCoin("DUP", choices: ["one", "other"]) = error else {
      Issue.record("\(String(describing: error))"); return
    }
  }

  @Test("loads the coin with the source's prefix, even if its ID is a far larger coin's symbol")
  func prefixedID() async throws {
    // Given
    let bench = Bench { request in
      if request.url.path.hasSuffix("/search") {
        return .json(#"{"coins":[{"id":"uniswap","symbol":"UNI","name":"U","market_cap_rank":25}]}"#, url: request.url)
      }
      return .json(#"[{"id":"uni","symbol":"uni","name":"Uni","current_price":5}]"#, url: request.url)
    }
    let repository = MarketsService.coinGecko(Bench.root)
      .repository(transport: bench.transport, middleware: [bench.cache], identities: identities(), now: bench.now)

    // Then
    await #expect(throws: MarketsError.self) { try await repository.coin("uni", CoinQuery()) }
    #expect(try await repository.coin("coingecko:uni", CoinQuery()).coins.map(\.id.description) == ["uni"])
  }

  @Test("doesn't value a coin with the price of another coin that the source now lists under its ID")
  func replacedCoin() async throws {
    // Given a coin that was listed before
    let identities = identities(CoinReference(id: "luna", symbol: "luna"))
    let name = MovableDate(.distantPast)
    let bench = Bench { request in
      let coin =
        name.date == .distantPast ? #""symbol":"luna","name":"Terra""# : #""symbol":"lunc","name":"Terra Classic""#
      guard !request.url.path.hasSuffix("/simple/price") else { return .json(#"{"luna":{"aud":1}}"#, url: request.url) }
      return .json(#"[{"id":"luna",\#(coin),"current_price":5}]"#, url: request.url)
    }
    let repository = MarketsService.coinGecko(Bench.root)
      .repository(transport: bench.transport, middleware: [bench.cache], identities: identities, now: bench.now)
    _ = try await repository.coin("luna", CoinQuery())
    let before = await FetchQuotes(repository: repository).execute(["luna"], currency: .aud)

    // When another coin is listed under the ID, and the known price is a day old
    name.date = .now
    bench.date += 86_401
    _ = try await repository.coins(CoinQuery(policy: .refreshed))
    let after = await FetchQuotes(repository: repository).execute(["luna"], currency: .aud, policy: .refreshed)

    // Then
    #expect(before.prices(in: .aud) == ["luna": 5])
    #expect(after.prices(in: .aud).isEmpty)
    guard case .ambiguous(_, let choices) = identities.known.lookUp("luna", in: "CoinGecko") else {
      Issue.record("\(identities.known.lookUp("luna", in: "CoinGecko"))"); return
    }
    #expect(choices.map(\.name) == ["Terra Classic"])
  }

  @Test("sends one request for a symbol whose ID was found by a search")
  func knownSymbol() async throws {
    // Given
    let bench = Bench { request in
      if request.url.path.hasSuffix("search") {
        return .json(
          #"{"coins":[{"id":"bitcoin","symbol":"BTC","name":"Bitcoin","market_cap_rank":1}]}"#,
          url: request.url
        )
      }
      guard request.url.query()?.contains("ids=bitcoin&") == true else { return .json("[]", url: request.url) }
      return .json(#"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":5}]"#, url: request.url)
    }
    let repository = MarketsService.coinGecko(Bench.root)
      .repository(transport: bench.transport, middleware: [bench.cache], identities: identities(), now: bench.now)
    _ = try await repository.coin("btc", CoinQuery())
    let count = bench.requestCount

    // When
    bench.date += 600
    let page = try await repository.coin("btc", CoinQuery())

    // Then
    #expect(page.coins.map(\.id) == [try id("bitcoin")])
    #expect(bench.requestCount == count + 1)
  }

  @Test("never guesses between several unlisted coins with the same symbol")
  func ambiguous() async throws {
    // Given
    let identities = identities(CoinReference(id: "dup", symbol: "dup"), CoinReference(id: "btc", symbol: "btc"))
    let repository = IdentifiedRepository(try source(), identities: identities)

    // When
    let quotes = try await repository.quotes(of: [id("dup"), id("btc")], in: [.aud], policy: .fresh)

    // Then
    #expect(quotes.keys.map(\.description) == ["btc"])
    let error = await #expect(throws: MarketsError.self) { try await repository.coin("dup", CoinQuery()) }
    guard case .undecidedCoin(_, let choices, "Fake") = error else {
      Issue.record("\(String(describing: error))"); return
    }
    #expect(choices.map(\.id) == ["one", "other"])

    // When the user chooses
    try identities.link("dup", to: choices[1], in: "Fake")

    // Then
    #expect(try await repository.coins(withIDs: [id("dup")], CoinQuery()).coins.first?.prices[.aud] == 3)
  }

  @Test("reports a coin that the source no longer lists, and never uses another coin with its symbol")
  func gone() async throws {
    let identities = identities(CoinReference(id: "luna", symbol: "eth"))
    try identities.link("luna", to: SourceCoin(id: "luna-old", symbol: "eth", name: "Luna"), in: "Fake")
    let repository = IdentifiedRepository(try source(), identities: identities)
    let quotes = try await repository.quotes(of: [id("luna")], in: [.aud], policy: .fresh)
    #expect(quotes.isEmpty)
    await #expect(throws: MarketsError.self) { try await repository.coin("luna", CoinQuery()) }
  }

  @Test("sends one more request for missing coins in the user's files, but not for other coins")
  func requests() async throws {
    // Given
    let source = try source()
    let repository = IdentifiedRepository(source, identities: identities())
    _ = try await repository.coin("bitcoin", CoinQuery())
    _ = try await repository.quotes(of: [id("bitcoin")], in: [.aud], policy: .refreshed)
    #expect(source.queries.count == 1)
    #expect(source.searches.isEmpty)
    #expect(disk.contents(at: "/data/coins.json") == nil)
  }

  @Test("prefixes a source's ID with the source's name if the ID is another coin's key")
  func collision() async throws {
    let identities = identities(CoinReference(id: "batcat", symbol: "xyz"))
    try identities.link("batcat", to: SourceCoin(id: "ethereum", symbol: "eth", name: "Ethereum"), in: "Fake")
    let repository = IdentifiedRepository(try source(), identities: identities)
    let matches = try await repository.matches("a", policy: .fresh)
    #expect(matches.contains { $0.id.description == "fake:batcat" })
    #expect(try await repository.coins(CoinQuery()).coins.map(\.id.description) == ["bitcoin", "batcat"])
    let namesake = try await repository.coins(withIDs: [id("fake:batcat")], CoinQuery())
    #expect(namesake.coins.map(\.id.description) == ["fake:batcat"])
    #expect(namesake.coins.first?.prices[.aud] == 1)
  }

  @Test("throws the source's error if no coin can be found, and otherwise returns the coins that were found")
  func failure() async throws {
    let source = try source()
    let identities = identities(CoinReference(id: "btc", symbol: "btc"))
    let repository = IdentifiedRepository(source, identities: identities)
    source.fail(with: .rateLimited(nextTry: nil, serviceMessage: nil))
    await #expect(throws: MarketsError.self) {
      try await repository.quotes(of: [id("btc")], in: [.aud], policy: .fresh)
    }
    source.fail(with: nil)
    #expect(try await repository.quotes(of: [id("btc")], in: [.aud], policy: .fresh).count == 1)
  }

  @Test("looks for a coin's ID in the largest first page, cached for up to a day, even for a later small page")
  func listQuery() async throws {
    let source = try source()
    let repository = IdentifiedRepository(source, identities: identities(CoinReference(id: "btc", symbol: "btc")))
    let query = CoinQuery(currency: .usd, page: 3, pageSize: 5, includesEUR: true, policy: .refreshed)
    _ = try await repository.coins(withIDs: [id("btc")], query)
    let list = CoinQuery(currency: .usd, page: 1, pageSize: 250, includesEUR: false, policy: .maxAge(.seconds(86_400)))
    #expect(source.queries == [list, query])
  }
}
