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
  public var figures: MarketFigures {
    get { figuresBox?.figures ?? MarketFigures() }
    set { figuresBox = FiguresBox(newValue) }
  }
  /// What can be done with it, sorted by name.
  public var tags: [CoinTag]
  /// The prices of the last seven days at even distances, for a small picture and nothing else.
  public var sparkline: [Double]
  /// When the source last changed it.
  public var lastUpdated: Date?
  /// Apart, since the figures are ten times as large as the rest, and lists of coins are copied; `nil` where there are none.
  private var figuresBox: FiguresBox?

  /// Makes a coin.
  public init(
    id: CoinID,
    symbol: String,
    name: String,
    rank: Int? = nil,
    prices: CoinPrices = CoinPrices(),
    figures: MarketFigures? = nil,
    tags: [CoinTag] = [],
    sparkline: [Double] = [],
    lastUpdated: Date? = nil
  ) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.rank = rank
    self.prices = prices
    self.tags = tags.count < 2 ? tags : tags.sorted()
    self.sparkline = sparkline
    self.lastUpdated = lastUpdated
    figuresBox = figures.flatMap(FiguresBox.init)
  }

  /// Figures that several copies of a coin share.
  private final class FiguresBox: Hashable, Sendable {
    let figures: MarketFigures

    /// Makes a box; `nil` where all figures are missing, so that equal coins have equal boxes.
    init?(_ figures: MarketFigures) {
      guard figures != MarketFigures() else { return nil }
      self.figures = figures
    }

    static func == (left: FiguresBox, right: FiguresBox) -> Bool { left.figures == right.figures }

    func hash(into hasher: inout Hasher) { hasher.combine(figures) }
  }
}
