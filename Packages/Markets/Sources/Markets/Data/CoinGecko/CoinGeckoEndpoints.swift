import Foundation
import Networking

/// `GET /coins/markets`: a page of coins with their figures.
struct CoinsMarketsEndpoint: MarketsEndpoint {
  typealias API = CoinGeckoAPI
  typealias Content = [CoinGeckoMarket]

  /// The most coins of a page.
  static let maximumPageSize = 250

  let currency: CurrencyCode
  let page: Int
  let pageSize: Int
  var id: String?
  var hasSparkline = true
  let policy: LoadPolicy

  var path: EndpointPath { "coins/markets" }
  var query: [URLQueryItem] {
    var items = [URLQueryItem(name: "vs_currency", value: currency.code.lowercased())]
    if let id { items.append(URLQueryItem(name: "ids", value: id)) }
    return items + [
      URLQueryItem(name: "order", value: "market_cap_desc"),
      URLQueryItem(name: "per_page", value: "\(pageSize)"),
      URLQueryItem(name: "page", value: "\(page)"),
      URLQueryItem(name: "sparkline", value: hasSparkline ? "true" : "false"),
      URLQueryItem(name: "price_change_percentage", value: "1h,24h,7d"),
    ]
  }
}

/// `GET /coins/{id}/market_chart`: what a coin cost.
struct MarketChartEndpoint: MarketsEndpoint {
  typealias API = CoinGeckoAPI
  typealias Content = CoinGeckoChart

  let coin: CoinID
  let currency: CurrencyCode
  let range: PriceRange
  let policy: LoadPolicy

  var path: EndpointPath { "coins/\(coin)/market_chart" }
  var query: [URLQueryItem] {
    [
      URLQueryItem(name: "vs_currency", value: currency.code.lowercased()),
      URLQueryItem(name: "days", value: range.dayCount.map { "\($0)" } ?? "max"),
    ]
  }
}
