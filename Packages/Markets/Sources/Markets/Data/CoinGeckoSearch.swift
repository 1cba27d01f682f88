import Foundation
import Networking

/// `GET /search`, which returns the coins whose name, symbol or ID contains the search text.
struct SearchEndpoint: MarketsEndpoint {
  typealias API = CoinGeckoAPI

  struct Content: Decodable, Sendable {
    struct Coin: Decodable, Sendable {
      let id: String
      let symbol: String
      let name: String
      let rank: Int?

      enum CodingKeys: String, CodingKey {
        case id, symbol, name
        case rank = "market_cap_rank"
      }
    }

    let coins: [Coin]
  }

  let text: String
  let policy: LoadPolicy

  var path: EndpointPath { "search" }
  var query: [URLQueryItem] { [URLQueryItem(name: "query", value: text)] }
}

/// `GET /coins/list`, which returns all of the service's coins (more than 15,000).
struct CoinsListEndpoint: MarketsEndpoint {
  typealias API = CoinGeckoAPI
  typealias Content = [SearchEndpoint.Content.Coin]

  let policy: LoadPolicy

  var path: EndpointPath { "coins/list" }
}

extension CoinGeckoMapping {
  /// Returns the coins found by a search, omitting coins with invalid IDs, which can't be requested.
  static func matches(_ coins: [SearchEndpoint.Content.Coin]) -> [CoinMatch] {
    coins.compactMap { coin in
      CoinID(coin.id).map { CoinMatch(id: $0, symbol: coin.symbol, name: coin.name, rank: coin.rank) }
    }
  }
}
