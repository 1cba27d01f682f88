public import Components
public import Foundation

/// A printable report on a coin list.
public struct CoinListReport: Sendable, Encodable {
  private let coins: [Coin]
  private let page: CoinPage
  private let hasFigures: Bool
  private let hasEUR: Bool
  private let now: Date

  private var currency: CurrencyCode { page.currency }

  /// Creates a report on up to `limit` matching coins from a page.
  public init(
    _ page: CoinPage,
    filter: CoinFilter,
    sort: CoinSort,
    limit: Int,
    hasFigures: Bool,
    hasEUR: Bool,
    now: Date = Date()
  ) {
    self.page = page
    self.now = now
    self.hasFigures = hasFigures
    self.hasEUR = hasEUR
    var texts = CoinTexts()
    let list = ListModel(
      page.coins,
      id: \.id,
      ordering: sort.ordering(in: page.currency),
      filter: filter.matches(in: page.coins, &texts)
    )
    coins = (0..<min(max(limit, 0), list.count)).compactMap { list.item(at: $0) }
  }

  /// Whether the report contains no coins.
  public var isEmpty: Bool { coins.isEmpty }

  /// Returns a table for a terminal, and one coin with exact numbers per line for a pipe.
  ///
  /// If a price is stale, the table has a column with price ages. On a narrow terminal, the table drops columns in this
  /// order as necessary: tags, volume, seven-day chart, market cap, euro price, rank and age.
  ///
  /// Each line contains the rank, ID, symbol, name, price, change in percent, market cap, volume, euro price,
  /// comma-separated tags, and the time of the price. Unknown values are empty.
  public func text(for mode: OutputMode) -> String {
    mode.layout == .records ? records : table(mode).rendered(for: mode)
  }

  private var records: String {
    coins.reduce(into: "") { text, coin in
      let fields: [String?] = [
        coin.rank.map { "\($0)" }, coin.id.description, coin.symbol, coin.name, coin.prices[currency]?.description,
        coin.figures.change24h?.description, coin.figures.marketCap?.description, coin.figures.volume?.description,
        coin.prices[.eur]?.description, coin.tags.map(\.name).joined(separator: ","),
        AgeDocument(coin, in: currency, page.provenance, now: now).asOf?.formatted(.iso8601),
      ]
      text += fields.map { ($0 ?? "").sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
  }

  private func table(_ mode: OutputMode) -> TextTable {
    let cells = CoinCells(currency, theme: mode.theme)
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
    let ages = coins.map { PriceAge.mark(of: $0, in: page, now: now) }
    let hasAge = ages.contains { $0 != nil }
    if hasAge { columns.append(.init("Age", alignment: .trailing, priority: 8)) }
    let rows = zip(coins, ages).map { coin, age -> [StyledText] in
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
      if hasTags { row.append(cells.tags(coin)) }
      if hasAge { row.append(StyledText(age ?? "", mode.theme.typography.warning)) }
      return row
    }
    return TextTable(columns: columns, rows: rows)
  }

  /// Encodes the JSON document: `currency`, `as_of`, `age_seconds`, `stale` and `coins`, each with its own age.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("currency", currency.code.lowercased())
    try AgeDocument(page.provenance, now: now).encode(to: &container)
    try container.set(
      "coins",
      coins.map { coin in
        CoinDocument(coin, currency: currency, age: AgeDocument(coin, in: currency, page.provenance, now: now))
      }
    )
  }
}
