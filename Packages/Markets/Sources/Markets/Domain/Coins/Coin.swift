public import Foundation

/// A coin as a list shows it.
public struct Coin: Hashable, Sendable, Identifiable {
  /// The source's name for it.
  public let id: CoinID
  /// Its sign at exchanges, in capital letters, such as `BTC`.
  public let symbol: String
  /// Its name, such as `Bitcoin`.
  public let name: String
  /// Its place by market value, from 1; `nil` where the source knows none.
  public var rank: Int?
  /// What it costs.
  public var prices: CoinPrices
  /// What the market says about it.
  public var figures: MarketFigures
  /// What can be done with it, sorted by name.
  public var tags: [CoinTag]
  /// The prices of the last seven days at even distances, for a small picture and nothing else.
  public var sparkline: [Double]
  /// When the source last changed it.
  public var lastUpdated: Date?

  /// Makes a coin.
  public init(
    id: CoinID,
    symbol: String,
    name: String,
    rank: Int? = nil,
    prices: CoinPrices = CoinPrices(),
    figures: MarketFigures = MarketFigures(),
    tags: [CoinTag] = [],
    sparkline: [Double] = [],
    lastUpdated: Date? = nil
  ) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.rank = rank
    self.prices = prices
    self.figures = figures
    self.tags = tags.count > 1 ? tags.sorted() : tags
    self.sparkline = sparkline
    self.lastUpdated = lastUpdated
  }
}
