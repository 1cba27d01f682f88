import Foundation
import Networking

/// Makes coins and prices of what CoinGecko sends.
enum CoinGeckoMapping {
  static func coins(_ markets: [CoinGeckoMarket], _ currency: CurrencyCode, url: URL) throws(NetworkError) -> [Coin] {
    var coins: [Coin] = []
    coins.reserveCapacity(markets.count)
    for market in markets {
      guard let id = CoinID(market.id) else {
        throw .decoding(
          DecodingFailure(url: RedactedURL(url), codingPath: ["[\(coins.count)]", "id"], reason: "it is no name")
        )
      }
      coins.append(coin(market, id, currency))
    }
    return coins
  }

  /// The end of the year 9999: what is later is no time that a calendar knows.
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
            reason: "it is no pair of a time and a price"
          )
        )
      }
      // A moment without a price is a gap.
      guard let price = pair[1] else { continue }
      let date = Date(timeIntervalSince1970: Double(truncating: milliseconds as NSDecimalNumber) / 1_000)
      points.append(PriceHistory.Point(date: date, price: price))
    }
    return points
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
      lastUpdated: market.lastUpdated.flatMap(ServiceTimestamp.date)
    )
  }

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
      .init(price: $0, date: market.athDate.flatMap(ServiceTimestamp.date), changePercent: market.athChangePercentage)
    }
    figures.allTimeLow = market.atl.map {
      .init(price: $0, date: market.atlDate.flatMap(ServiceTimestamp.date), changePercent: market.atlChangePercentage)
    }
    return figures
  }

  private static func sparkline(_ prices: [Double?]?) -> [Double] {
    guard let prices, prices.contains(where: { $0 != nil }) else { return [] }
    return prices.map { $0 ?? .nan }
  }
}
