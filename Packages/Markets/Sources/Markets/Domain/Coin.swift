import Basics
import Foundation

/// A coin with its prices and market figures.
public struct Coin: Hashable, Sendable, Identifiable {
  /// The key of the coin's identity, or the source's ID if none of the user's files contains the coin.
  public internal(set) var id: CoinID
  /// The symbol in uppercase, such as `BTC`.
  public let symbol: String
  let name: String
  /// The rank by market cap, counted from 1; `nil` if the source has none.
  var rank: Int?
  /// The prices in all loaded currencies.
  public var prices: CoinPrices
  var figures: MarketFigures {
    get { figuresBox?.figures ?? MarketFigures() }
    set { figuresBox = FiguresBox(newValue) }
  }
  /// The change over 24 hours, in percent.
  ///
  /// Reading it doesn't copy the other figures.
  var change24h: Decimal? {
    get { figuresBox?.figures.change24h }
    set { if newValue != change24h { figures.change24h = newValue } }
  }
  var tags: [CoinTag]
  /// The prices over the last seven days at equal intervals, meant only for a sparkline.
  var sparkline: [Double]
  var lastUpdated: Date?
  /// The icon's address exactly as the source sends it; `nil` if the source has none.
  var image: String?
  /// The figures; `nil` if all are missing.
  ///
  /// Copies of a coin share the box, because the figures are ten times as large as the other members.
  private var figuresBox: FiguresBox?

  init(
    id: CoinID,
    symbol: String,
    name: String,
    rank: Int? = nil,
    prices: CoinPrices = CoinPrices(),
    figures: MarketFigures? = nil,
    tags: [CoinTag] = [],
    sparkline: [Double] = [],
    lastUpdated: Date? = nil,
    image: String? = nil
  ) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.rank = rank
    self.prices = prices
    self.tags = tags.count < 2 ? tags : tags.sorted()
    self.sparkline = sparkline
    self.lastUpdated = lastUpdated
    self.image = image
    figuresBox = figures.flatMap(FiguresBox.init)
  }

  private final class FiguresBox: Hashable, Sendable {
    let figures: MarketFigures

    /// Creates a box; `nil` if all figures are missing, so equal coins have equal boxes.
    init?(_ figures: MarketFigures) {
      guard figures != MarketFigures() else { return nil }
      self.figures = figures
    }

    static func == (left: FiguresBox, right: FiguresBox) -> Bool { left.figures == right.figures }

    func hash(into hasher: inout Hasher) { hasher.combine(figures) }
  }
}

/// A coin's identifier in a source, such as `bitcoin`; each source has its own identifiers.
public struct CoinID: Hashable, Sendable, Comparable, CustomStringConvertible {
  static let maximumLength = 128

  /// The identifier exactly as the source sends it.
  public let description: String

  /// Creates an ID from text; `nil` if the text is empty, exceeds 128 bytes or contains spaces or control characters.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
    // Most IDs are ASCII, which is much faster to check than Unicode properties.
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPlain || text.unicodeScalars.allSatisfy(Self.isVisible) else { return nil }
    description = text
  }

  /// Returns whether the first identifier sorts before the second one.
  public static func < (left: CoinID, right: CoinID) -> Bool { left.description < right.description }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
    default: true
    }
  }
}

/// An operation that the exchange supports for a coin, as reported by the price list.
public enum CoinTag: Hashable, Sendable, Comparable {
  /// The exchange accepts deposits of the coin.
  case deposit
  /// The exchange allows withdrawals of the coin.
  case withdrawal
  /// An unknown tag, exactly as the service sends it.
  case other(String)

  /// Creates a tag from the service's name for it.
  public init(_ name: String) {
    switch name {
    case "deposit": self = .deposit
    case "withdrawal": self = .withdrawal
    default: self = .other(name)
    }
  }

  var name: String {
    switch self {
    case .deposit: "deposit"
    case .withdrawal: "withdrawal"
    case .other(let name): name
    }
  }

  /// Returns whether the first tag's name sorts before the second tag's name.
  public static func < (left: CoinTag, right: CoinTag) -> Bool { left.name < right.name }
}

/// Functions for finding coins by ID, symbol or name, ignoring case.
enum CoinSearch {
  /// Returns the coin with the given ID, symbol or name, in this order of precedence.
  static func coin(named word: String, in coins: [Coin]) -> Coin? {
    let word = word.lowercased()
    return coins.first { $0.id.description.lowercased() == word }
      ?? coins.first { $0.symbol.lowercased() == word }
      ?? coins.first { $0.name.lowercased() == word }
  }

  static func suggestions(for word: String, in coins: [Coin]) -> [String] {
    var ids: [String: String] = [:]
    var names: [String] = []
    for coin in coins.prefix(1_000) {
      for name in [coin.id.description, coin.symbol, coin.name] where ids[name] == nil {
        ids[name] = coin.id.description
        names.append(name)
      }
    }
    var suggestions: [String] = []
    for id in Spelling.nearest(to: word, among: names, limit: 9).compactMap({ ids[$0] })
    where !suggestions.contains(id) && suggestions.count < 3 {
      suggestions.append(id)
    }
    return suggestions
  }
}
