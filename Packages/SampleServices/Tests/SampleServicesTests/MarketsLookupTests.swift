import Foundation
import Networking
import SampleServices
import Testing

@Suite("Sample markets: coin lookup", .timeLimit(.minutes(1)))
struct MarketsLookupTests {
  /// The time when prices equal the reference prices: 2026-01-31 12:00 UTC.
  private static let reference = Date(timeIntervalSince1970: 1_769_860_800)

  private func withMarkets(
    _ configure: (inout MarketsSampleService.Configuration) -> Void = { _ in },
    _ body: (_ get: (String) async throws -> Data) async throws -> Void
  ) async throws {
    var configuration = MarketsSampleService.Configuration()
    configuration.now = { Self.reference }
    configure(&configuration)
    let services = try SampleServices(markets: configuration)
    defer { services.stop() }
    let transport = try SystemTransport.make()
    try await body { address in
      let absolute = address.hasPrefix("http") ? address : services.marketsURL.absoluteString + address
      let response = try await transport.send(HTTPRequest(url: try #require(URL(string: absolute))))
      return try await response.body.collect(upTo: 4 << 20)
    }
  }

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func list(_ data: Data) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  @Test("returns simple prices that match the price list, omitting unknown coins and currencies")
  func simplePrices() async throws {
    try await withMarkets { get in
      let query =
        "ids=bitcoin,nothing,iota&vs_currencies=usd,AUD,xxx&include_24hr_change=true&include_last_updated_at=true"
      let prices = try object(try await get("/api/v3/simple/price?" + query))
      let bitcoin = try #require(prices["bitcoin"] as? [String: Any])
      let listed = try list(try await get("/api/v3/coins/markets?vs_currency=aud&ids=bitcoin"))[0]
      #expect(Set(prices.keys) == ["bitcoin", "iota"])
      #expect(Set(bitcoin.keys) == ["usd", "usd_24h_change", "aud", "aud_24h_change", "last_updated_at"])
      #expect(bitcoin["usd"] as? Double == 88_047.57)
      #expect(bitcoin["aud"] as? Double == listed["current_price"] as? Double)
      #expect(bitcoin["aud_24h_change"] as? Double == listed["price_change_percentage_24h"] as? Double)
      #expect(bitcoin["last_updated_at"] as? Int == 1_769_860_800)
      #expect((prices["iota"] as? [String: Any])?["usd_24h_change"] is NSNull)
      let plain = try object(try await get("/api/v3/simple/price?ids=bitcoin&vs_currencies=usd"))
      #expect((plain["bitcoin"] as? [String: Any])?.keys.sorted() == ["usd"])
    }
  }

  @Test("lists all coins, including unranked coins and several coins with the same symbol")
  func coinList() async throws {
    try await withMarkets { get in
      let coins = try list(try await get("/api/v3/coins/list"))
      let symbols = Dictionary(grouping: coins) { $0["symbol"] as? String }
      #expect(coins.count == 58)
      #expect(symbols["gem"]?.count == 2)
      #expect(symbols["grt"]?.count == 2)
      #expect(symbols["btc"]?.count == 1)
      #expect(coins.allSatisfy { Set($0.keys) == ["id", "symbol", "name"] })
    }
  }

  @Test(
    "searches coin names, symbols and IDs, and returns ranked coins first",
    arguments: [
      ("bit", ["bitcoin", "bitcoin-cash", "bittensor", "arbitrum", "bitcoin-heirloom"]),
      ("GRT", ["the-graph", "golden-ratio-token"]),
      ("southern%20c", ["southern-cross"]), ("nothing-like-it", []),
    ]
  )
  func search(query: String, ids: [String]) async throws {
    try await withMarkets { get in
      let coins = try #require(try object(try await get("/api/v3/search?query=" + query))["coins"] as? [[String: Any]])
      #expect(coins.compactMap { $0["id"] as? String } == ids)
      for coin in coins {
        #expect(
          (coin["market_cap_rank"] is NSNull)
            == ["bitcoin-heirloom", "golden-ratio-token", "southern-cross"].contains(coin["id"] as? String)
        )
      }
    }
  }

  @Test("returns an unranked coin's price and chart by ID, but doesn't list the coin on any page")
  func unranked() async throws {
    try await withMarkets { get in
      let coin = try list(try await get("/api/v3/coins/markets?vs_currency=usd&ids=quoll"))[0]
      let page = try list(try await get("/api/v3/coins/markets?vs_currency=usd&per_page=250"))
      let chart = try object(try await get("/api/v3/coins/quoll/market_chart?vs_currency=usd&days=1"))
      #expect(coin["current_price"] as? Double == 0.00619)
      #expect(coin["market_cap_rank"] is NSNull)
      #expect(page.count == 50)
      #expect((chart["prices"] as? [[Double]])?.count == 289)
    }
  }

  @Test("returns the chart price at the start of a UTC day as that day's price, in every currency")
  func day() async throws {
    try await withMarkets { get in
      let day = try object(try await get("/api/v3/coins/bitcoin/history?date=30-01-2026&localization=false"))
      let prices = try #require((day["market_data"] as? [String: Any])?["current_price"] as? [String: Double])
      let chart = try object(try await get("/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=7"))
      let points = try #require(chart["prices"] as? [[Double]])
      #expect(prices["usd"] == points.first { $0[0] == 1_769_731_200_000 }?[1])
      #expect(prices.count == 9)
      for date in ["01-01-2010", "01-02-2026"] {
        #expect(try object(try await get("/api/v3/coins/bitcoin/history?date=" + date))["market_data"] == nil)
      }
    }
  }

  @Test("returns each coin's icon regardless of simulated failures and request limits")
  func icons() async throws {
    try await withMarkets({ $0.requestsPerMinute = 1 }) { get in
      let coins = try list(try await get("/api/v3/coins/markets?vs_currency=usd&per_page=10"))
      var icons: Set<Data> = []
      for address in coins.compactMap({ $0["image"] as? String }) {
        let icon = try await get(address)
        let size = icon[16..<24]
        #expect(icon.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        #expect(Array(size) == [0, 0, 0, 250, 0, 0, 0, 250])
        icons.insert(icon)
      }
      #expect(icons.count == 10)
      #expect(Array(try await get("/icons/bitcoin/thumb.png")[16..<24]) == [0, 0, 0, 25, 0, 0, 0, 25])
      #expect(try await get("/icons/nothing/thumb.png") == Data("Not Found".utf8))
      #expect(try await get("/icons/bitcoin/huge.png") == Data("Not Found".utf8))
    }
  }
}
