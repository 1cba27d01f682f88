import Foundation

/// A coin of `/coins/markets`; every figure may be null or missing.
struct CoinGeckoMarket: Decodable, Sendable {
  struct Sparkline: Decodable, Sendable {
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

  enum CodingKeys: String, CodingKey {
    case id, symbol, name, ath, atl
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

/// The answer of `/coins/{id}/market_chart`, as far as it is used.
struct CoinGeckoChart: Decodable, Sendable {
  /// Pairs of a time in milliseconds since 1970 and a price.
  let prices: [[Decimal?]]
}
