import Foundation
import Networking

/// CoinGecko's public market data API, version 3.
struct CoinGeckoAPI: ServiceAPI {
  let baseURL: URL
  let key: CoinGeckoKey?

  /// The address for requests with a demo key or without a key.
  static let publicRoot = "https://api.coingecko.com"
  static let paidRoot = "https://pro-api.coingecko.com"

  init(root: URL, key: CoinGeckoKey? = nil) {
    let path = root.path(percentEncoded: true)
    let isComplete = path.hasSuffix("/api/v3") || path.hasSuffix("/api/v3/")
    baseURL = isComplete ? root : root.appending(path: "api/v3")
    self.key = key
  }

  var plan: CallPlan {
    if case .pro = key { .paid } else { .free }
  }

  /// The header fields for every request; a key that isn't a valid field value is omitted.
  var defaultHeaders: HTTPFields {
    var headers: HTTPFields = [.accept: "application/json"]
    if let key { headers.append(key.field.name, key.field.value) }
    return headers
  }

  func errorMessage(in body: Data, of response: HTTPResponse) -> String? {
    CoinGeckoErrorBody(body)?.message.map { String($0.prefix(200)) }
  }
}

/// An API key for CoinGecko (see “Authentication” in CoinGecko's documentation).
enum CoinGeckoKey: Sendable, Hashable {
  case demo(String)
  case pro(String)

  /// Creates a paid key for the paid host and a demo key for any other host; `nil` if the text is empty.
  init?(_ text: String, for root: URL) {
    let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !key.isEmpty else { return nil }
    self = root.host()?.lowercased() == URL(string: CoinGeckoAPI.paidRoot)?.host() ? .pro(key) : .demo(key)
  }

  /// The header field with the key; a query item isn't used because URLs end up in logs.
  var field: (name: HTTPField.Name, value: String) {
    switch self {
    case .demo(let key): ("x-cg-demo-api-key", key)
    case .pro(let key): ("x-cg-pro-api-key", key)
    }
  }
}

extension CoinGeckoKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of key, but not the secret key itself.
  var description: String {
    switch self {
    case .demo: "demo key"
    case .pro: "pro key"
    }
  }

  var debugDescription: String { description }
}

/// `GET /coins/markets`, which returns a page of coins with their market figures.
struct CoinsMarketsEndpoint: MarketsEndpoint {
  typealias API = CoinGeckoAPI
  typealias Content = [CoinGeckoMarket]

  static let maximumPageSize = 250

  let currency: CurrencyCode
  let page: Int
  let pageSize: Int
  /// The coins to return; if empty, all coins.
  var ids: [CoinID] = []
  var hasSparkline = true
  let policy: LoadPolicy

  var path: EndpointPath { "coins/markets" }
  var query: [URLQueryItem] {
    var items = [URLQueryItem(name: "vs_currency", value: currency.code.lowercased())]
    if !ids.isEmpty { items.append(URLQueryItem(name: "ids", value: ids.map(\.description).joined(separator: ","))) }
    return items + [
      URLQueryItem(name: "order", value: "market_cap_desc"),
      URLQueryItem(name: "per_page", value: "\(pageSize)"),
      URLQueryItem(name: "page", value: "\(page)"),
      URLQueryItem(name: "sparkline", value: hasSparkline ? "true" : "false"),
      URLQueryItem(name: "price_change_percentage", value: "1h,24h,7d"),
    ]
  }
}

/// `GET /simple/price`, which returns the prices of many coins in many currencies.
struct SimplePriceEndpoint: MarketsEndpoint {
  typealias API = CoinGeckoAPI
  typealias Content = [String: [String: Decimal?]]

  /// The maximum number of coins per request, which keeps the URL below 8 kB for typical IDs.
  static let maximumCoins = 250

  /// The coins, excluding IDs with a comma, because the service would read such an ID as two IDs.
  let coins: [CoinID]
  let currencies: [CurrencyCode]
  let policy: LoadPolicy

  var path: EndpointPath { "simple/price" }
  var query: [URLQueryItem] {
    [
      URLQueryItem(name: "ids", value: coins.map(\.description).joined(separator: ",")),
      URLQueryItem(name: "vs_currencies", value: currencies.map { $0.code.lowercased() }.joined(separator: ",")),
      URLQueryItem(name: "include_24hr_change", value: "true"),
      URLQueryItem(name: "include_last_updated_at", value: "true"),
    ]
  }
}

/// `GET /coins/{id}/market_chart`, which returns a coin's prices over time.
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
