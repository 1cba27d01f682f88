import Foundation
import Images
import Networking
import SampleServices
import Testing

@Suite("Sample markets: coin lookup")
struct MarketsLookupTests {
  /// The time when prices equal the reference prices: 2026-01-31 12:00 UTC.
  private static let reference = Date(timeIntervalSince1970: 1_769_860_800)

  private func withMarkets(
    _ configure: (inout MarketsSampleService.Configuration) -> Void = { _ in },
    _ body: (_ get: (String) async throws -> Answer) async throws -> Void
  ) async throws {
    var configuration = MarketsSampleService.Configuration()
    configuration.now = { Self.reference }
    configure(&configuration)
    let services = SampleServices(markets: configuration)
    try await body { address in
      try await services.answer(address.hasPrefix("http") ? address : "/markets" + address)
    }
  }

  @Test("returns simple prices that match the price list, omitting unknown coins and currencies")
  func simplePrices() async throws {
    try await withMarkets { get in
      let query =
        "ids=bitcoin,nothing,iota&vs_currencies=usd,AUD,xxx&include_24hr_change=true&include_last_updated_at=true"
      let prices = try await get("/api/v3/simple/price?" + query).object()
      let bitcoin = try #require(prices["bitcoin"] as? [String: Any])
      let listed = try await get("/api/v3/coins/markets?vs_currency=aud&ids=bitcoin").list()[0]
      #expect(Set(prices.keys) == ["bitcoin", "iota"])
      #expect(Set(bitcoin.keys) == ["usd", "usd_24h_change", "aud", "aud_24h_change", "last_updated_at"])
      #expect(bitcoin["usd"] as? Double == 88_047.57)
      #expect(bitcoin["aud"] as? Double == listed["current_price"] as? Double)
      #expect(bitcoin["aud_24h_change"] as? Double == listed["price_change_percentage_24h"] as? Double)
      #expect(bitcoin["last_updated_at"] as? Int == 1_769_860_800)
      #expect((prices["iota"] as? [String: Any])?["usd_24h_change"] is NSNull)
      let plain = try await get("/api/v3/simple/price?ids=bitcoin&vs_currencies=usd").object()
      #expect((plain["bitcoin"] as? [String: Any])?.keys.sorted() == ["usd"])
    }
  }

  @Test("lists all coins, including unranked coins and several coins with the same symbol")
  func coinList() async throws {
    try await withMarkets { get in
      let coins = try await get("/api/v3/coins/list").list()
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
      let coins = try #require(try await get("/api/v3/search?query=" + query).object()["coins"] as? [[String: Any]])
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
      let coin = try await get("/api/v3/coins/markets?vs_currency=usd&ids=quoll").list()[0]
      let page = try await get("/api/v3/coins/markets?vs_currency=usd&per_page=250").list()
      let chart = try await get("/api/v3/coins/quoll/market_chart?vs_currency=usd&days=1").object()
      #expect(coin["current_price"] as? Double == 0.00619)
      #expect(coin["market_cap_rank"] is NSNull)
      #expect(page.count == 50)
      #expect((chart["prices"] as? [[Double]])?.count == 289)
    }
  }

  @Test("returns the chart price at the start of a UTC day as that day's price, in every currency")
  func day() async throws {
    try await withMarkets { get in
      let day = try await get("/api/v3/coins/bitcoin/history?date=30-01-2026&localization=false").object()
      let prices = try #require((day["market_data"] as? [String: Any])?["current_price"] as? [String: Double])
      let chart = try await get("/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=7").object()
      let points = try #require(chart["prices"] as? [[Double]])
      #expect(prices["usd"] == points.first { $0[0] == 1_769_731_200_000 }?[1])
      #expect(prices.count == 9)
      // 3,650 days before the current time is at noon.
      for (date, hasData) in [
        ("01-01-2010", false), ("03-02-2016", false), ("04-02-2016", true), ("31-01-2026", true), ("01-02-2026", false),
      ] {
        let day = try await get("/api/v3/coins/bitcoin/history?date=" + date).object()
        #expect((day["market_data"] != nil) == hasData, "\(date)")
      }
    }
  }

  @Test("returns each coin's icon regardless of simulated failures and request limits")
  func icons() async throws {
    try await withMarkets({ $0.requestsPerMinute = 1 }) { get in
      let coins = try await get("/api/v3/coins/markets?vs_currency=usd&per_page=10").list()
      var icons: Set<[UInt8]> = []
      for address in coins.compactMap({ $0["image"] as? String }) {
        #expect(address.hasPrefix("http://sample.test:81/markets/icons/"))
        let icon = try ImageDecoder.decode(Array(try await get(address.replacing("large", with: "small")).body))
        #expect(icon.width == 50)
        #expect(icon.height == 50)
        icons.insert(icon.pixels)
      }
      #expect(icons.count == 10)
      for (name, side) in [("thumb", 25), ("large", 250)] {
        let icon = try await get("/icons/bitcoin/\(name).png")
        let image = try ImageDecoder.decode(Array(icon.body))
        #expect(icon.contentType == "image/png")
        #expect(icon.headers["Cache-Control"] == "max-age=31536000, immutable")
        #expect(image.width == side)
        #expect(image.height == side)
        // A disc: the corners are transparent, and the edge's middle isn't.
        #expect(image.pixels[3] == 0)
        #expect(image.pixels[side / 2 * 4 + 3] == 255)
        // The center is always white.
        #expect(
          image.pixels[(side / 2 * side + side / 2) * 4..<(side / 2 * side + side / 2) * 4 + 4] == [255, 255, 255, 255]
        )
      }
      for path in ["nothing/thumb.png", "bitcoin/huge.png", "bitcoin/thumb.jpg", "bitcoin/thumb.png/"] {
        let answer = try await get("/icons/" + path)
        #expect(answer.status == 404)
        #expect(answer.text == "Not Found")
      }
    }
  }
}
