import Components
import Foundation
import Portfolio

/// A column in the holdings table; narrow screens drop the columns with the lowest priority first.
enum HoldingColumn: CaseIterable {
  case icon, coin, amount, price, value, cost, unrealized, percent, realized, allocation

  /// Returns the column, wide enough for the money in all rows.
  func tableColumn(_ rows: [HoldingFigures], _ cells: HoldingCells, in environment: RenderEnvironment) -> TableColumn {
    // The widest text belongs to the highest or the lowest amount, such as a loss or a price with eight decimal places.
    var lowest: (row: HoldingFigures, amount: Decimal)?
    var highest: (row: HoldingFigures, amount: Decimal)?
    for row in rows {
      guard let amount = money(row), !amount.isNaN else { continue }
      if lowest.map({ amount < $0.amount }) ?? true { lowest = (row, amount) }
      if highest.map({ amount > $0.amount }) ?? true { highest = (row, amount) }
    }
    let widths = [lowest, highest].compactMap { $0 }.map { environment.width(of: cell($0.row, cells)) }
    return tableColumn(least: widths.max() ?? 0)
  }

  private func money(_ row: HoldingFigures) -> Decimal? {
    switch self {
    case .icon, .coin, .amount, .percent, .allocation: nil
    case .price: row.price
    case .value: row.value
    case .cost: row.cost
    case .unrealized: row.unrealized
    case .realized: row.realized
    }
  }

  // The minimum widths fit six digits before the decimal point, with a sign where needed. Dropping a column is better
  // than truncating a number.
  private func tableColumn(least: Int) -> TableColumn {
    switch self {
    case .icon: TableColumn("", width: .fixed(2), priority: 4)
    case .coin: TableColumn("Coin", width: LengthRange(minimum: 5, ideal: 8, maximum: 14), priority: 9)
    case .amount: .number("Amount", minimum: 8, ideal: 14, priority: 8)
    case .price: .number("Price", minimum: max(11, least), ideal: max(13, least), priority: 3)
    case .value: .number("Value", minimum: max(11, least), ideal: max(13, least), priority: 7)
    case .cost: .number("Cost", minimum: max(11, least), ideal: max(13, least), priority: 2)
    case .unrealized: .number("Gain", minimum: max(12, least), ideal: max(13, least), priority: 6)
    case .percent: .number("Gain %", minimum: 9, ideal: 10, priority: 5)
    case .realized: .number("Realized", minimum: max(12, least), ideal: max(13, least), priority: 1)
    case .allocation: TableColumn("Allocation", width: .fixed(12), priority: 4)
    }
  }

  func cell(_ row: HoldingFigures, _ cells: HoldingCells) -> StyledText {
    switch self {
    case .icon: StyledText()
    case .coin: StyledText(row.coin.symbol.uppercased(), .bold)
    case .amount: cells.amount(row.amount)
    case .price: cells.money(row.price)
    case .value: cells.value(row)
    case .cost: cells.cost(row.cost)
    case .unrealized: cells.gain(row)
    case .percent: cells.percent(row.unrealizedPercent)
    case .realized: cells.gain(row.realized)
    case .allocation: cells.allocation(row.weight)
    }
  }
}

/// A column in the table that lists a coin's lots.
enum LotColumn: CaseIterable {
  case acquired, amount, value, cost, gain, percent

  var tableColumn: TableColumn {
    switch self {
    case .acquired: TableColumn("Acquired", width: .fixed(10), priority: 6)
    case .amount: .number("Amount", minimum: 8, ideal: 14, priority: 5)
    case .value: .number("Value", minimum: 11, ideal: 13, priority: 1)
    case .cost: .number("Cost", minimum: 11, ideal: 13, priority: 2)
    case .gain: .number("Gain", minimum: 12, ideal: 13, priority: 4)
    case .percent: .number("Gain %", minimum: 9, ideal: 10, priority: 3)
    }
  }

  func cell(_ lot: LotFigures, _ cells: HoldingCells, _ days: ChartDates) -> StyledText {
    switch self {
    case .acquired: StyledText(days.string(of: lot.time), cells.theme.typography.caption)
    case .amount: cells.amount(lot.amount)
    case .value: cells.money(lot.value)
    case .cost: cells.cost(lot.cost)
    case .gain: lot.value == nil ? cells.money(nil) : cells.gain(lot.gain)
    case .percent: cells.percent(lot.gainPercent)
    }
  }
}

extension TableColumn {
  fileprivate static func number(_ title: String, minimum: Int, ideal: Int, priority: Int) -> TableColumn {
    TableColumn(
      title,
      width: LengthRange(minimum: minimum, ideal: ideal, maximum: max(ideal, 24)),
      alignment: .trailing,
      priority: priority
    )
  }
}
