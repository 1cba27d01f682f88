public import Foundation

/// The gains and losses from sold coins by year, in one currency.
public struct RealizedGains: Sendable, Hashable {
  package let method: CostBasisMethod
  /// The currency code for all money amounts, in lower case.
  public let currency: String
  /// The years with sales or swaps without a value, earliest first.
  public let years: [RealizedYear]
  /// The currencies with missing exchange rates, each with its number of unconverted entries, sorted by code.
  public let missingRates: [MissingRate]
}

/// The sales in a calendar year in the user's time zone.
public struct RealizedYear: Sendable, Hashable {
  /// The calendar year, such as 2026.
  public let year: Int
  /// The sales in chronological order, with one element for each lot that a sale took coins from.
  package let disposals: [Disposal]
  /// The proceeds from the sales with a known gain, minus fees; `nil` if no gain is known.
  package let proceeds: Decimal?
  /// The cost of the sales with a known gain; `nil` if no gain is known.
  package let cost: Decimal?
  /// The number of sales with an unknown gain, which the sums don't include.
  package let unknownCount: Int
  /// The swaps without a value, in chronological order.
  ///
  /// The cost of the coins given moved to the coins received, and the gain is unknown.
  package let unvaluedSwaps: [LedgerEntry]

  /// The gain from the sales with a known gain, negative for a loss; `nil` if no gain is known.
  package var gain: Decimal? { proceeds.flatMap { proceeds in cost.map { proceeds - $0 } } }
}

/// Coins from one lot that were sold or swapped at a price.
package struct Disposal: Sendable, Hashable {
  package let coin: CoinReference
  /// The time when the coins arrived; `nil` with the average method, and for coins without a recorded arrival.
  package let acquired: Date?
  package let sold: Date
  package let amount: Decimal
  /// The money received for the coins, minus fees; `nil` without an exchange rate.
  package let proceeds: Decimal?
  /// The cost of the coins, including fees; `nil` if unknown.
  package let cost: Decimal?
  /// The number of calendar days from ``acquired`` to ``sold``.
  package let daysHeld: Int?

  /// The gain, negative for a loss; `nil` if the cost or the proceeds are unknown.
  package var gain: Decimal? { proceeds.flatMap { proceeds in cost.map { proceeds - $0 } } }
}

extension LedgerSnapshot {
  /// Returns the gains and losses from sales and priced swaps, following the rules of ``holdings(method:in:rates:)``.
  ///
  /// Years without sales or swaps are omitted, and `year` selects a single year. The time zone determines days
  /// and years. This method takes time proportional to the number of entries.
  public func realizedGains(
    method: CostBasisMethod,
    in currency: String,
    rates: HistoricalRates = .none,
    year: Int? = nil,
    timeZone: TimeZone = .current
  ) -> RealizedGains {
    var calculator = HoldingsCalculator(table: table, method: method, currency: currency.lowercased(), rates: rates)
    var summary = RealizedSummary(table: table, year: year, days: LocalDays(timeZone))
    for (coin, sales) in calculator.runForSales() { summary.add(sales, of: coin) }
    summary.addUnvaluedSwaps()
    return RealizedGains(
      method: method,
      currency: currency.lowercased(),
      years: summary.years,
      missingRates: calculator.missingRates
    )
  }
}

private struct RealizedSummary {
  private struct Sums {
    var sales: [(coin: Int32, sale: Lots.Sale, day: Int)] = []
    var proceeds = FixedPoint.zero
    var cost = FixedPoint.zero
    var unknownCount = 0
    var unvaluedSwaps: [LedgerEntry] = []
  }

  private let table: LedgerTable
  private let year: Int?
  private var days: LocalDays
  private var sums: [Int: Sums] = [:]

  init(table: LedgerTable, year: Int?, days: LocalDays) {
    self.table = table
    self.year = year
    self.days = days
  }

  mutating func add(_ sales: [Lots.Sale], of coin: Int32) {
    for sale in sales {
      let day = days.day(of: sale.sold)
      let year = days.year(ofDay: day)
      guard self.year == nil || self.year == year else { continue }
      sums[year, default: Sums()].sales.append((coin, sale, day))
      if let proceeds = sale.proceeds, let cost = sale.cost {
        sums[year]?.proceeds += proceeds
        sums[year]?.cost += cost
      } else {
        sums[year]?.unknownCount += 1
      }
    }
  }

  mutating func addUnvaluedSwaps() {
    for position in table.effectivePositions() {
      let record = table.records[position]
      guard record.kind == .swap, !record.hasPrice else { continue }
      let year = days.year(ofDay: days.day(of: record.time))
      if self.year == nil || self.year == year {
        sums[year, default: Sums()].unvaluedSwaps.append(table.entry(at: position))
      }
    }
  }

  var years: [RealizedYear] {
    mutating get {
      sums.keys.sorted().map { year in
        let sums = sums[year] ?? Sums()
        let ordered = sums.sales.enumerated().sorted {
          ($0.element.sale.sold, $0.offset) < ($1.element.sale.sold, $1.offset)
        }
        let isUnknown = sums.unknownCount > 0 && sums.unknownCount == ordered.count
        return RealizedYear(
          year: year,
          disposals: ordered.map { disposal($0.element.coin, $0.element.sale, soldOn: $0.element.day) },
          proceeds: isUnknown ? nil : sums.proceeds.decimal,
          cost: isUnknown ? nil : sums.cost.decimal,
          unknownCount: sums.unknownCount,
          unvaluedSwaps: sums.unvaluedSwaps
        )
      }
    }
  }

  private mutating func disposal(_ coin: Int32, _ sale: Lots.Sale, soldOn day: Int) -> Disposal {
    Disposal(
      coin: table.coin(coin),
      acquired: sale.acquired?.date,
      sold: sale.sold.date,
      amount: sale.amount.decimal,
      proceeds: sale.proceeds?.decimal,
      cost: sale.cost?.decimal,
      daysHeld: sale.acquired.map { day - days.day(of: $0) }
    )
  }
}
