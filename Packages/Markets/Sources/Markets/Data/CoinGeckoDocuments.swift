import Basics
import Foundation
import Networking
import Portfolio

/// A coin from `/coins/markets`; any figure can be null or missing.
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

struct CoinGeckoChart: Decodable, Sendable {
  /// Pairs of a time, in milliseconds since 1970, and a price.
  let prices: [[Decimal?]]
  /// Pairs of a time and the volume in the 24 hours before that time.
  let volumes: [[Decimal?]]?

  enum CodingKeys: String, CodingKey {
    case prices
    case volumes = "total_volumes"
  }
}

enum CoinGeckoMapping {
  static func coins(_ markets: [CoinGeckoMarket], _ currency: CurrencyCode, url: URL) throws(NetworkError) -> [Coin] {
    var coins: [Coin] = []
    coins.reserveCapacity(markets.count)
    for market in markets {
      guard let id = CoinID(market.id) else {
        throw .decoding(
          DecodingFailure(url: RedactedURL(url), codingPath: ["[\(coins.count)]", "id"], reason: "it isn't a valid ID")
        )
      }
      coins.append(coin(market, id, currency))
    }
    return coins
  }

  /// The last millisecond of the year 9999; later times are rejected.
  private static let lastMillisecond: Decimal = 253_402_300_799_999

  static func points(_ chart: CoinGeckoChart, url: URL) throws(NetworkError) -> [PriceHistory.Point] {
    var points: [PriceHistory.Point] = []
    points.reserveCapacity(chart.prices.count)
    for (index, pair) in chart.prices.enumerated() {
      guard pair.count == 2, let milliseconds = pair[0], (0...lastMillisecond).contains(milliseconds) else {
        throw .decoding(
          DecodingFailure(
            url: RedactedURL(url),
            codingPath: ["prices", "[\(index)]"],
            reason: "it isn't a pair of a time and a price"
          )
        )
      }
      // A time without a price is a gap.
      guard let price = pair[1] else { continue }
      let date = Date(timeIntervalSince1970: Double(truncating: milliseconds as NSDecimalNumber) / 1_000)
      points.append(PriceHistory.Point(date: date, price: price))
    }
    return points
  }

  /// Returns a chart's volumes, skipping invalid pairs because the prices are useful without them.
  static func volumes(_ chart: CoinGeckoChart) -> [PriceHistory.Volume] {
    (chart.volumes ?? []).compactMap { pair in
      guard pair.count == 2, let milliseconds = pair[0], (0...lastMillisecond).contains(milliseconds),
        let amount = pair[1], amount.isFinite, amount >= 0
      else { return nil }
      let date = Date(timeIntervalSince1970: Double(truncating: milliseconds as NSDecimalNumber) / 1_000)
      return PriceHistory.Volume(date: date, amount: amount)
    }
  }

  /// Returns a coin's quotes from `/simple/price`, skipping missing and implausible prices.
  static func quotes(
    _ prices: [String: Decimal?],
    in currencies: [CurrencyCode],
    arrival: Date,
    source: String
  ) -> [CurrencyCode: Quote] {
    let updated = (prices["last_updated_at"] ?? nil).map {
      Date(timeIntervalSince1970: Double(truncating: $0 as NSDecimalNumber))
    }
    let time = Quote.recordedTime(reported: updated, arrival: arrival)
    var quotes: [CurrencyCode: Quote] = [:]
    for currency in currencies {
      let code = currency.code.lowercased()
      guard let price = prices[code] ?? nil else { continue }
      quotes[currency] = Quote(price: price, dayChange: prices["\(code)_24h_change"] ?? nil, time: time, source: source)
    }
    return quotes
  }

  private static func coin(_ market: CoinGeckoMarket, _ id: CoinID, _ currency: CurrencyCode) -> Coin {
    Coin(
      id: id,
      symbol: market.symbol.uppercased(),
      name: market.name,
      rank: market.marketCapRank,
      prices: CoinPrices(currency, market.currentPrice),
      figures: figures(market),
      sparkline: sparkline(market.sparkline?.price),
      lastUpdated: market.lastUpdated.flatMap(RFC3339.date(from:)),
      image: market.image.flatMap { $0.utf8.count <= maximumAddressLength ? $0 : nil }
    )
  }

  /// The maximum length of an icon's URL, in bytes.
  private static let maximumAddressLength = 2_048

  private static func figures(_ market: CoinGeckoMarket) -> MarketFigures {
    var figures = MarketFigures()
    figures.change1h = market.change1h
    figures.change24h = market.change24h ?? market.priceChangePercentage24h
    figures.change7d = market.change7d
    figures.priceChange24h = market.priceChange24h
    figures.marketCap = market.marketCap
    figures.fullyDilutedValuation = market.fullyDilutedValuation
    figures.volume = market.totalVolume
    figures.high24h = market.high24h
    figures.low24h = market.low24h
    figures.circulatingSupply = market.circulatingSupply
    figures.totalSupply = market.totalSupply
    figures.maximumSupply = market.maxSupply
    figures.allTimeHigh = market.ath.map {
      .init(price: $0, date: market.athDate.flatMap(RFC3339.date(from:)), changePercent: market.athChangePercentage)
    }
    figures.allTimeLow = market.atl.map {
      .init(price: $0, date: market.atlDate.flatMap(RFC3339.date(from:)), changePercent: market.atlChangePercentage)
    }
    return figures
  }

  private static func sparkline(_ prices: [Double?]?) -> [Double] {
    guard let prices, prices.contains(where: { $0 != nil }) else { return [] }
    return prices.map { $0 ?? .nan }
  }
}
