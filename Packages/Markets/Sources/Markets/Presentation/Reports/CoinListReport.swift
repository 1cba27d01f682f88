public import Components
import Foundation

/// A list of coins as it is printed.
public struct CoinListReport: Sendable, Encodable {
  private let listing: CoinListing
  private let limit: Int
  private let currency: CurrencyCode
  private let provenance: Provenance
  private let hasFigures: Bool
  private let hasEUR: Bool

  enum CodingKeys: String, CodingKey {
    case currency, stale, coins
    case asOf = "as_of"
  }

  /// Makes the report of a list.
  ///
  /// - Parameters:
  ///   - listing: The coins, filtered and sorted.
  ///   - limit: The most that are printed.
  ///   - currency: The currency of prices and figures.
  ///   - provenance: Where they come from.
  ///   - hasFigures: Whether the source has more than prices.
  ///   - hasEUR: Whether prices in euro are shown.
  public init(
    _ listing: CoinListing,
    limit: Int,
    currency: CurrencyCode,
    provenance: Provenance,
    hasFigures: Bool,
    hasEUR: Bool
  ) {
    self.listing = listing
    self.limit = limit
    self.currency = currency
    self.provenance = provenance
    self.hasFigures = hasFigures
    self.hasEUR = hasEUR
  }

  private var coins: [Coin] { (0..<min(max(limit, 0), listing.count)).map { listing[$0] } }

  /// The lines to print: a table for people; for pipes one coin a line, with numbers as they came.
  ///
  /// A terminal that is too narrow for the table goes without tags, volume, the seven days, the market value, the price in euro and the rank,
  /// in this order, as far as that is needed.
  ///
  /// The fields of such a line are rank, id, sign, name, price, change in percent, market value, volume, price in euro, and tags divided by
  /// commas; what is not known is empty.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    mode.layout == .records ? records : table(theme, mode).rendered(for: mode, theme: theme)
  }

  private var records: String {
    coins.reduce(into: "") { text, coin in
      let fields: [String?] = [
        coin.rank.map { "\($0)" }, coin.id.description, coin.symbol, coin.name, coin.prices[currency]?.description,
        coin.figures.change24h?.description, coin.figures.marketCap?.description, coin.figures.volume?.description,
        coin.prices[.eur]?.description, coin.tags.map(\.name).joined(separator: ","),
      ]
      text += fields.map { ($0 ?? "").sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
  }

  private func table(_ theme: Theme, _ mode: OutputMode) -> TextTable {
    let cells = CoinCells(currency, theme: theme)
    let hasColor = mode.capabilities.colorDepth > .none
    let hasTags = coins.contains { !$0.tags.isEmpty }
    var columns: [TextTable.Column] = []
    if hasFigures { columns.append(.init("#", alignment: .trailing, priority: 7)) }
    columns.append(.init("Coin", isFlexible: true, minimumWidth: 10))
    columns.append(.init("Price (\(currency))", alignment: .trailing))
    if hasEUR { columns.append(.init("Price (EUR)", alignment: .trailing, priority: 6)) }
    if hasFigures {
      columns.append(.init("24 h", alignment: .trailing))
      columns.append(.init("Market Cap", alignment: .trailing, priority: 5))
      columns.append(.init("Volume", alignment: .trailing, priority: 3))
      if mode.layout == .terminal { columns.append(.init("7 days", priority: 4)) }
    }
    if hasTags { columns.append(.init("Tags", isFlexible: true, priority: 1)) }
    let rows = coins.map { coin -> [StyledText] in
      var row: [StyledText] = []
      if hasFigures { row.append(cells.rank(coin)) }
      row += [cells.name(coin), cells.price(coin)]
      if hasEUR { row.append(cells.eur(coin)) }
      if hasFigures {
        row += [
          cells.change(coin.figures.change24h), cells.compact(coin.figures.marketCap),
          cells.compact(coin.figures.volume),
        ]
        if mode.layout == .terminal { row.append(cells.sparkline(coin.sparkline, width: 14)) }
      }
      if hasTags { row.append(cells.tags(coin, hasColor: hasColor)) }
      return row
    }
    return TextTable(columns: columns, rows: rows)
  }

  /// The JSON document: `currency`, `as_of`, `stale`, `coins`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(currency.code.lowercased(), forKey: .currency)
    try container.encode(provenance.asOf, forKey: .asOf)
    try container.encode(provenance.isStale, forKey: .stale)
    try container.encode(coins.map { CoinDocument($0, currency: currency) }, forKey: .coins)
  }
}
