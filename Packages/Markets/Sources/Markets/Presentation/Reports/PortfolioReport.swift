public import Components
public import Foundation
public import Portfolio

/// The printed form of the holdings and their value.
public struct PortfolioReport: Sendable, Encodable {
  private let value: AccountValue
  private let holdings: Holdings
  private let provenance: Provenance?
  private let now: Date

  /// Creates the report of holdings at the prices of some quotes.
  public init(_ holdings: Holdings, quotes: CoinQuotes, now: Date = Date()) {
    self.now = now
    self.holdings = holdings
    value = holdings.value(prices: CurrencyCode(holdings.currency).map { quotes.prices(in: $0) } ?? [:])
    provenance = quotes.provenance
  }

  private var rows: [HoldingFigures] { HoldingFigures.all(of: value, in: holdings) }

  /// Whether nothing is held.
  public var isEmpty: Bool { rows.isEmpty }

  /// The coins without a price.
  public var missingPrices: [CoinReference] { value.missingPrices }

  /// Returns the lines to print: a table and sums for people; for pipes one coin a line, with exact numbers.
  ///
  /// The fields of such a line are id, symbol, amount, price, value, cost, unrealized and realized profit or loss, and the share of the total;
  /// unknown values are empty.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    guard mode.layout != .records else {
      return rows.reduce(into: "") { text, row in
        let numbers = [row.amount, row.price, row.value, row.cost, row.unrealized, row.realized, row.weight]
        let fields = [row.coin.id, row.coin.symbol.uppercased()] + numbers.map { $0?.description ?? "" }
        text += fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
      }
    }
    let cells = HoldingCells(value.currency, theme: theme)
    let columns: [TextTable.Column] = [
      .init("Coin", isFlexible: true), .init("Amount", alignment: .trailing),
      .init("Price (\(value.currency.uppercased()))", alignment: .trailing, priority: 4),
      .init("Value", alignment: .trailing), .init("Cost", alignment: .trailing, priority: 2),
      .init("Unrealised", alignment: .trailing, priority: 5), .init("Realised", alignment: .trailing, priority: 1),
      .init("Weight", alignment: .trailing, priority: 3),
    ]
    let table = TextTable(
      columns: columns,
      rows: rows.map { row in
        [
          StyledText(row.coin.symbol.uppercased(), .bold), cells.amount(row), cells.price(row), cells.money(row.value),
          cells.money(row.cost), cells.gain(row.unrealized), cells.gain(row.realized), cells.weight(row),
        ]
      }
    )
    let sums = DescribedTextGroup([
      DescribedText("Total", StyledText(cells.money(value.total).plainText, .bold)),
      DescribedText("Cost (\(holdings.method.rawValue))", cells.money(value.cost)),
      DescribedText("Unrealised", cells.gain(value.unrealized)),
      DescribedText("Realised", cells.gain(value.realized)),
    ])
    let list = table.rendered(for: mode, theme: theme)
    return list + (list.isEmpty || mode.layout == .linear ? "" : "\n") + sums.rendered(for: mode, theme: theme)
  }

  /// Encodes the JSON document: `currency`, `method`, `as_of`, `stale`, the sums, and `holdings`.
  public func encode(to encoder: any Encoder) throws {
    let currency = value.currency
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("currency", currency)
    try container.set("method", holdings.method.rawValue)
    try container.set("as_of", provenance?.asOf)
    try container.set("stale", provenance?.isStale(at: now) ?? false)
    try container.set("total", value.total) { MoneyText.money($0, currency) }
    try container.set("cost", value.cost) { MoneyText.money($0, currency) }
    try container.set("unrealised", value.unrealized) { MoneyText.gain($0, currency) }
    try container.set("realised", value.realized) { MoneyText.gain($0, currency) }
    try container.set("holdings", rows.map { HoldingDocument(figures: $0, currency: currency) })
    try container.set("missing_prices", value.missingPrices.map(\.id))
  }
}

private struct HoldingDocument: Encodable {
  let figures: HoldingFigures
  let currency: String

  func encode(to encoder: any Encoder) throws {
    func money(_ value: Decimal) -> String { MoneyText.money(value, currency) }
    func gain(_ value: Decimal) -> String { MoneyText.gain(value, currency) }
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("coin", figures.coin.id)
    try container.set("symbol", figures.coin.symbol.uppercased())
    try container.set("amount", figures.amount, text: MoneyText.amount)
    try container.set("price", figures.price, text: money)
    try container.set("value", figures.value, text: money)
    try container.set("cost", figures.cost, text: money)
    try container.set("average_cost", figures.averageCost, text: money)
    try container.set("unrealised", figures.unrealized, text: gain)
    try container.set("realised", figures.realized, text: gain)
    try container.set("weight", figures.weight, text: MoneyText.share)
    try container.set("amount_without_cost", figures.amountWithoutCost)
  }
}
