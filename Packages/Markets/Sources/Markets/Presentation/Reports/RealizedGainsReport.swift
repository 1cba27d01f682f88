import Basics
public import Components
public import Foundation
public import Portfolio

/// A report on realized gains for terminals, other programs and tax forms.
public struct RealizedGainsReport: Sendable, Encodable {
  /// The maximum number of swaps without a value that are named for each year.
  private static let shownSwaps = 5

  private let gains: RealizedGains
  private let timeZone: TimeZone

  /// Creates a report; the time zone determines the dates in tables and CSV files.
  public init(_ gains: RealizedGains, timeZone: TimeZone = .current) {
    self.gains = gains
    self.timeZone = timeZone
  }

  /// Returns yearly tables and totals for a terminal, and one sale with exact numbers per line for a pipe.
  ///
  /// Each line contains the coin, purchase and sale times, amount, proceeds, cost, gain, days held, symbol, currency
  /// and year. Unknown values are empty.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return rows.reduce(into: "") { text, row in
        let sale = row.disposal
        let fields = [
          sale.coin.id, sale.acquired.map { RFC3339.text(of: $0) } ?? "", RFC3339.text(of: sale.sold),
          sale.amount.description, sale.proceeds?.description ?? "", sale.cost?.description ?? "",
          sale.gain?.description ?? "", sale.daysHeld.map(String.init) ?? "", sale.coin.symbol.uppercased(),
          gains.currency, String(row.year),
        ]
        text += fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
      }
    }
    return gains.years.filter { !$0.disposals.isEmpty }
      .map { page(of: $0, mode) }
      .joined(separator: "\n")
  }

  /// The sales as comma-separated values (RFC 4180) with a header, for spreadsheets and tax forms.
  ///
  /// Dates are in the form `2026-01-31`, and numbers have all their digits. Coin names that a spreadsheet could
  /// evaluate as formulas are prefixed with an apostrophe.
  public var csv: String {
    let dates = ChartDates.day(timeZone: timeZone)
    let names = [
      "coin", "symbol", "acquired", "sold", "amount", "proceeds", "cost", "gain", "currency", "days_held", "year",
    ]
    return rows.reduce(into: CSV.row(names)) { text, row in
      let sale = row.disposal
      text += CSV.row([
        CSV.guardingFormula(sale.coin.id), CSV.guardingFormula(sale.coin.symbol.uppercased()),
        sale.acquired.map(dates.string) ?? "", dates.string(of: sale.sold), sale.amount.description,
        sale.proceeds?.description ?? "", sale.cost?.description ?? "", sale.gain?.description ?? "", gains.currency,
        sale.daysHeld.map(String.init) ?? "", String(row.year),
      ])
    }
  }

  /// The number of sales, each of which is a row in the report.
  public var saleCount: Int { gains.years.reduce(0) { $0 + $1.disposals.count } }

  /// Whether coins were neither sold nor swapped.
  public var isEmpty: Bool { gains.years.isEmpty }

  /// Returns sentences about the sales and swaps that the totals exclude, and about missing exchange rates.
  ///
  /// If `year` is `nil`, all years are included. `shortfall` is the reason why rates are missing, if any. `now`
  /// determines the time left until the next try.
  public func notices(of year: Int? = nil, shortfall: MarketsError?, now: Date) -> [String] {
    HoldingsNotices.missingRates(gains.missingRates, to: gains.currency, shortfall: shortfall, now: now)
      + gains.years.filter { year == nil || $0.year == year }.flatMap(notices)
  }

  private func notices(of year: RealizedYear) -> [String] {
    var notices: [String] = []
    if year.unknownCount > 0 {
      let sales = year.unknownCount == 1 ? "1 sale has" : "\(year.unknownCount) sales have"
      notices.append(
        "\(year.year): \(sales) an unknown cost or value and \(year.unknownCount == 1 ? "is" : "are") left out of the totals."
      )
    }
    let (days, words) = (ChartDates.day(timeZone: timeZone), ActivityText(theme: .dark))
    for entry in year.unvaluedSwaps.prefix(Self.shownSwaps) {
      let swap = words.text(entry.action).plainText.sanitized(.singleLine)
      notices.append(
        "\(days.string(of: entry.time)): “\(swap)” (entry \(ActivityText.shortened(entry.id))) has no value, "
          + "so its gain is unknown and the cost moved on. Undo it, and record it with --price."
      )
    }
    let rest = year.unvaluedSwaps.count - Self.shownSwaps
    if rest > 0 {
      notices.append("\(year.year): \(rest == 1 ? "1 more swap has" : "\(rest) more swaps have") no value.")
    }
    return notices
  }

  private var rows: [(year: Int, disposal: Disposal)] {
    gains.years.flatMap { year in year.disposals.map { (year.year, $0) } }
  }

  private func page(of year: RealizedYear, _ mode: OutputMode) -> String {
    let cells = GainCells(currency: gains.currency, method: gains.method, timeZone: timeZone, theme: mode.theme)
    let table = TextTable(columns: GainCells.columns, rows: year.disposals.map(cells.row))
    let sums = DescribedTextGroup(cells.sums(of: year))
    let list = table.rendered(for: mode) + (mode.layout == .linear ? "" : "\n")
    let title = StyledText(String(year.year), .bold).encoded(for: mode.capabilities) + "\n"
    return title + list + sums.rendered(for: mode)
  }

  /// Encodes the JSON document: `currency`, `method` and `years`, each with its totals and `disposals`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("currency", gains.currency)
    try container.set("method", gains.method.rawValue)
    try container.set("years", gains.years.map { YearDocument(year: $0, currency: gains.currency) })
  }
}

struct GainCells {
  let currency: String
  let method: CostBasisMethod
  let timeZone: TimeZone
  let theme: Theme

  static let columns: [TextTable.Column] = [
    .init("Coin", isFlexible: true), .init("Acquired", priority: 3), .init("Sold", priority: 5),
    .init("Amount", alignment: .trailing, priority: 2), .init("Proceeds", alignment: .trailing, priority: 4),
    .init("Cost", alignment: .trailing, priority: 4), .init("Gain", alignment: .trailing),
    .init("Days", alignment: .trailing, priority: 1),
  ]

  func row(_ sale: Disposal) -> [StyledText] {
    let dates = ChartDates.day(timeZone: timeZone)
    let unknown = StyledText(method == .average ? "various" : "unknown", theme.typography.caption)
    return [
      StyledText(sale.coin.symbol.uppercased().sanitized(.singleLine), .bold),
      sale.acquired.map { StyledText(dates.string(of: $0)) } ?? unknown,
      StyledText(dates.string(of: sale.sold)), StyledText(MoneyText.amount(sale.amount)), money(sale.proceeds),
      money(sale.cost), gain(sale.gain), StyledText(sale.daysHeld.map(String.init) ?? ""),
    ]
  }

  func sums(of year: RealizedYear) -> [DescribedText] {
    [
      DescribedText("Proceeds", money(year.proceeds)), DescribedText("Cost (\(method.rawValue))", money(year.cost)),
      DescribedText("Gain", gain(year.gain)),
    ]
  }

  func money(_ value: Decimal?) -> StyledText {
    value.map { StyledText(MoneyText.money($0, currency)) } ?? StyledText("unknown", theme.typography.caption)
  }

  func gain(_ value: Decimal?) -> StyledText {
    guard let value else { return StyledText("unknown", theme.typography.caption) }
    let text = MoneyText.gain(value, currency)
    guard text.first == "+" || text.first == "-" else { return StyledText(text, theme.typography.caption) }
    return StyledText(text, value > 0 ? theme.typography.positive : theme.typography.negative)
  }
}

private struct YearDocument: Encodable {
  let year: RealizedYear
  let currency: String

  func encode(to encoder: any Encoder) throws {
    func money(_ value: Decimal) -> String { MoneyText.money(value, currency) }
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("year", year.year)
    try container.set("proceeds", year.proceeds, text: money)
    try container.set("cost", year.cost, text: money)
    try container.set("gain", year.gain) { MoneyText.gain($0, currency) }
    try container.set("unknown", year.unknownCount)
    try container.set("swaps_without_price", year.unvaluedSwaps.count)
    try container.set("entries_without_value", year.unvaluedSwaps.map { $0.id.uuidString.lowercased() })
    try container.set("disposals", year.disposals.map { DisposalDocument(disposal: $0, currency: currency) })
  }
}

private struct DisposalDocument: Encodable {
  let disposal: Disposal
  let currency: String

  func encode(to encoder: any Encoder) throws {
    func money(_ value: Decimal) -> String { MoneyText.money(value, currency) }
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("coin", disposal.coin.id)
    try container.set("symbol", disposal.coin.symbol.uppercased())
    try container.set("acquired", disposal.acquired)
    try container.set("sold", disposal.sold)
    try container.set("amount", disposal.amount, text: MoneyText.amount)
    try container.set("proceeds", disposal.proceeds, text: money)
    try container.set("cost", disposal.cost, text: money)
    try container.set("gain", disposal.gain) { MoneyText.gain($0, currency) }
    try container.set("days_held", disposal.daysHeld)
  }
}
