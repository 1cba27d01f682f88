import Foundation

/// Documents with 10,000 coins in both services' formats.
enum MarketDocuments {
  static let count = 10_000

  static var priceList: Data {
    let items = (1...count).map { #"{"id":\#($0),"name":"C\#($0)","usd":\#($0).57,"tags":["withdrawal","deposit"]}"# }
    return Data(#"{"code":"1","data":[\#(items.joined(separator: ","))]}"#.utf8)
  }

  /// A CoinGecko document without prices from the last seven days, which would triple the document's size.
  static var coinGecko: Data {
    let items = (1...count).map { index in
      #"""
      {"id":"coin-\#(index)","symbol":"c\#(index)","name":"Coin \#(index)","image":"https://example.org/\#(index)/large.png",
      "current_price":\#(index).57,"market_cap":\#(count - index + 1)8047570001,"market_cap_rank":\#(index),
      "fully_diluted_valuation":\#(index)12345678,"total_volume":\#((index * 7_919) % count + 1)345678.5,"high_24h":\#(index).99,
      "low_24h":\#(index).1,"price_change_24h":-12.345,"price_change_percentage_24h":\#(index % 21 - 10).2345,
      "circulating_supply":19000000.5,"total_supply":21000000,"max_supply":null,"ath":\#(index)000.5,"ath_change_percentage":-12.3,
      "ath_date":"2025-01-31T12:00:00.000Z","atl":0.05,"atl_change_percentage":12345.6,"atl_date":"2013-07-06T00:00:00.000Z",
      "last_updated":"2026-01-31T12:00:00.000Z","price_change_percentage_1h_in_currency":0.12,
      "price_change_percentage_24h_in_currency":\#(index % 21 - 10).2345,"price_change_percentage_7d_in_currency":3.75}
      """#
    }
    return Data("[\(items.joined(separator: ","))]".utf8)
  }
}

/// The members that the repository decodes from the price list.
struct PriceListDocument: Decodable {
  struct Item: Decodable {
    let name: String
    let usd: Decimal?
    let tags: [String]?
  }

  let code: String
  let message: String?
  let data: [Item]?
}

/// The members that the repository decodes from CoinGecko's coins.
struct MarketDocument: Decodable {
  struct Sparkline: Decodable {
    let price: [Double?]?
  }

  let id: String
  let symbol: String
  let name: String
  let currentPrice: Decimal?
  let marketCap: Decimal?
  let marketCapRank: Int?
  let fullyDilutedValuation: Decimal?
  let totalVolume: Decimal?
  let high24h: Decimal?
  let low24h: Decimal?
  let priceChange24h: Decimal?
  let priceChangePercentage24h: Decimal?
  let change1h: Decimal?
  let change24h: Decimal?
  let change7d: Decimal?
  let circulatingSupply: Decimal?
  let totalSupply: Decimal?
  let maxSupply: Decimal?
  let ath: Decimal?
  let athDate: String?
  let athChangePercentage: Decimal?
  let atl: Decimal?
  let atlDate: String?
  let atlChangePercentage: Decimal?
  let sparkline: Sparkline?
  let lastUpdated: String?
  let image: String?

  enum CodingKeys: String, CodingKey {
    case id, symbol, name, image, ath, atl
    case currentPrice = "current_price"
    case marketCap = "market_cap"
    case marketCapRank = "market_cap_rank"
    case fullyDilutedValuation = "fully_diluted_valuation"
    case totalVolume = "total_volume"
    case high24h = "high_24h"
    case low24h = "low_24h"
    case priceChange24h = "price_change_24h"
    case priceChangePercentage24h = "price_change_percentage_24h"
    case change1h = "price_change_percentage_1h_in_currency"
    case change24h = "price_change_percentage_24h_in_currency"
    case change7d = "price_change_percentage_7d_in_currency"
    case circulatingSupply = "circulating_supply"
    case totalSupply = "total_supply"
    case maxSupply = "max_supply"
    case athDate = "ath_date"
    case athChangePercentage = "ath_change_percentage"
    case atlDate = "atl_date"
    case atlChangePercentage = "atl_change_percentage"
    case sparkline = "sparkline_in_7d"
    case lastUpdated = "last_updated"
  }
}
