public import Components
public import Foundation
public import Portfolio

/// A printable report on the holdings and their value.
public struct PortfolioReport: Sendable, Encodable {
  private let value: AccountValue
  private let holdings: Holdings
  private let quotes: CoinQuotes
  private let showsLots: Bool
  private let timeZone: TimeZone
  private let now: Date

  /// Creates a report on holdings, valued with quotes.
  ///
  /// The text shows either coins or their lots.
  public init(
    _ holdings: Holdings,
    quotes: CoinQuotes,
    showsLots: Bool = false,
    timeZone: TimeZone = .current,
    now: Date = Date()
  ) {
    self.now = now
    self.holdings = holdings
    self.showsLots = showsLots
    self.timeZone = timeZone
    value = holdings.value(prices: CurrencyCode(holdings.currency).map { quotes.prices(in: $0) } ?? [:])
    self.quotes = quotes
  }

  private var rows: [HoldingFigures] { HoldingFigures.all(of: value, in: holdings) }

  /// Whether there are no holdings.
  public var isEmpty: Bool { rows.isEmpty }

  /// The coins without a price.
  public var missingPrices: [CoinReference] { value.missingPrices }

  /// Returns a table with totals for a terminal, and one coin or lot with exact numbers per line for a pipe.
  ///
  /// A coin's line contains the ID, symbol, amount, price, value, cost, unrealized and realized gain, the fraction of
  /// the total, the unrealized gain in percent, and the time of the price (RFC 3339). A lot's line contains the ID,
  /// symbol, time (RFC 3339), amount, value, cost, unrealized gain in money and in percent, and the time of the price.
  /// Unknown values are empty.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else { return records }
    let cells = HoldingCells(value.currency, theme: mode.theme)
    let sums = DescribedTextGroup(
      cells.sums(value).map { sum in
        var text = sum.text
        if let percent = sum.percent { text += StyledText("  ") + percent }
        if !sum.isComplete { text += StyledText("  incomplete", mode.theme.typography.caption) }
        return DescribedText(sum.name == "Cost" ? "Cost (\(holdings.method.rawValue))" : sum.name, text)
      }
    )
    let table = showsLots ? lotTable(cells) : table(cells, hasBars: mode.layout == .terminal)
    let list = table.rendered(for: mode)
    return list + (list.isEmpty || mode.layout == .linear ? "" : "\n") + sums.rendered(for: mode)
  }

  private var records: String {
    let currency = CurrencyCode(value.currency)
    func line(_ row: HoldingFigures, _ texts: [String], _ numbers: [Decimal?]) -> String {
      let time = currency.flatMap { quotes.time(of: row.coin, in: $0) }
      let fields =
        [row.coin.id, row.coin.symbol.uppercased()] + texts + numbers.map { $0?.description ?? "" }
        + [time?.formatted(.iso8601) ?? ""]
      return fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
    let lines = rows.flatMap { row in
      showsLots
        ? row.lots.map { lot in
          line(row, [lot.time.formatted(.iso8601)], [lot.amount, lot.value, lot.cost, lot.gain, lot.gainPercent])
        }
        : [
          line(
            row,
            [],
            [
              row.amount, row.price, row.value, row.cost, row.unrealized, row.realized, row.weight,
              row.unrealizedPercent,
            ]
          )
        ]
    }
    return lines.joined()
  }

  private func table(_ cells: HoldingCells, hasBars: Bool) -> TextTable {
    let columns: [(column: HoldingColumn, heading: TextTable.Column)] = [
      (.coin, .init("Coin", isFlexible: true)),
      (.amount, .init("Amount", alignment: .trailing)),
      (.price, .init("Price (\(value.currency.uppercased()))", alignment: .trailing, priority: 4)),
      (.value, .init("Value", alignment: .trailing)),
      (.cost, .init("Cost", alignment: .trailing, priority: 2)),
      (.unrealized, .init("Gain", alignment: .trailing, priority: 6)),
      (.percent, .init("Gain %", alignment: .trailing, priority: 5)),
      (.realized, .init("Realized", alignment: .trailing, priority: 1)),
      (.allocation, .init("Allocation", priority: 3)),
    ]
    return TextTable(
      columns: columns.map(\.heading),
      rows: rows.map { row in
        columns.map { column, _ in
          column == .allocation && !hasBars ? cells.share(row.weight) : column.cell(row, cells)
        }
      }
    )
  }

  private func lotTable(_ cells: HoldingCells) -> TextTable {
    let days = ChartDates.day(timeZone: timeZone)
    let columns: [(column: LotColumn, heading: TextTable.Column)] = [
      (.acquired, .init("Acquired")),
      (.amount, .init("Amount", alignment: .trailing)),
      (.value, .init("Value (\(value.currency.uppercased()))", alignment: .trailing, priority: 1)),
      (.cost, .init("Cost", alignment: .trailing, priority: 2)),
      (.gain, .init("Gain", alignment: .trailing, priority: 4)),
      (.percent, .init("Gain %", alignment: .trailing, priority: 3)),
    ]
    return TextTable(
      columns: [.init("Coin", isFlexible: true)] + columns.map(\.heading),
      rows: rows.flatMap { row in
        row.lots.map { lot in
          [HoldingColumn.coin.cell(row, cells)] + columns.map { column, _ in column.cell(lot, cells, days) }
        }
      }
    )
  }

  /// Encodes the JSON document: `currency`, `method`, `as_of`, `age_seconds`, `stale`, the totals, `holdings` with
  /// `lots`, and the reasons for unknown figures.
  public func encode(to encoder: any Encoder) throws {
    let currency = value.currency
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("currency", currency)
    try container.set("method", holdings.method.rawValue)
    try AgeDocument(quotes.provenance, now: now).encode(to: &container)
    try container.set("total", value.total) { MoneyText.money($0, currency) }
    try container.set("cost", value.cost) { MoneyText.money($0, currency) }
    try container.set("cost_complete", value.isCostComplete)
    try container.set("unrealised", value.unrealized) { MoneyText.gain($0, currency) }
    try container.set("unrealised_percent", GainPercent.percent(value.unrealized, of: value.cost))
    try container.set("realised", value.realized) { MoneyText.gain($0, currency) }
    try container.set("realised_percent", GainPercent.percent(value.realized, of: value.realizedCost))
    try container.set("realised_complete", value.isRealizedComplete)
    try container.set(
      "holdings",
      rows.map { row in
        let time = CurrencyCode(currency).flatMap { quotes.time(of: row.coin, in: $0) }
        let age = AgeDocument(asOf: time, quotes.provenance, now: now)
        return HoldingDocument(figures: row, currency: currency, age: age)
      }
    )
    try container.set("missing_prices", value.missingPrices.map(\.id))
    try container.set("missing_rates", holdings.missingRates.map { MissingRateDocument(missing: $0) })
  }
}

private struct HoldingDocument: Encodable {
  let figures: HoldingFigures
  let currency: String
  let age: AgeDocument

  func encode(to encoder: any Encoder) throws {
    func money(_ value: Decimal) -> String { MoneyText.money(value, currency) }
    func gain(_ value: Decimal) -> String { MoneyText.gain(value, currency) }
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("coin", figures.coin.id)
    try container.set("symbol", figures.coin.symbol.uppercased())
    try container.set("amount", figures.amount, text: MoneyText.amount)
    try container.set("price", figures.price, text: money)
    try age.encode(to: &container)
    try container.set("value", figures.value, text: money)
    try container.set("cost", figures.cost, text: money)
    try container.set("average_cost", figures.averageCost, text: money)
    try container.set("unrealised", figures.unrealized, text: gain)
    try container.set("unrealised_percent", figures.unrealizedPercent)
    try container.set("realised", figures.realized, text: gain)
    try container.set("weight", figures.weight, text: MoneyText.share)
    try container.set("amount_without_cost", figures.amountWithoutCost)
    try container.set("lots", figures.lots.map { LotDocument(lot: $0) })
  }
}

private struct LotDocument: Encodable {
  let lot: LotFigures

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("acquired_at", lot.time)
    try container.set("amount", lot.amount)
    try container.set("value", lot.value)
    try container.set("cost", lot.cost)
    try container.set("unrealised", lot.gain)
    try container.set("unrealised_percent", lot.gainPercent)
  }
}

private struct MissingRateDocument: Encodable {
  let missing: MissingRate

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("currency", missing.currency)
    try container.set("entries", missing.entryCount)
    try container.set("first", missing.first)
    try container.set("last", missing.last)
  }
}
