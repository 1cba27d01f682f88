import Components
import Portfolio

/// A column of the holdings; where there is little room those of the lowest priority go first.
enum HoldingColumn: CaseIterable {
  case coin, amount, price, value, cost, unrealized, realized, weight

  // Six digits before the point fit into the least widths, with a sign where there is one: a number that is cut is worse than a column less.
  var tableColumn: TableColumn {
    switch self {
    case .coin: TableColumn("Coin", width: LengthRange(minimum: 5, ideal: 8, maximum: 14), priority: 9)
    case .amount: number("Amount", minimum: 8, ideal: 14, priority: 8)
    case .price: number("Price", minimum: 11, ideal: 13, priority: 4)
    case .value: number("Value", minimum: 11, ideal: 13, priority: 7)
    case .cost: number("Cost", minimum: 11, ideal: 13, priority: 3)
    case .unrealized: number("Unrealised", minimum: 12, ideal: 13, priority: 6)
    case .realized: number("Realised", minimum: 12, ideal: 13, priority: 2)
    case .weight: number("Weight", minimum: 6, ideal: 7, priority: 5)
    }
  }

  func cell(_ row: HoldingFigures, _ cells: HoldingCells) -> StyledText {
    switch self {
    case .coin: StyledText(row.coin.symbol.uppercased(), .bold)
    case .amount: cells.amount(row)
    case .price: cells.price(row)
    case .value: cells.money(row.value)
    case .cost: cells.money(row.cost)
    case .unrealized: cells.gain(row.unrealized)
    case .realized: cells.gain(row.realized)
    case .weight: cells.weight(row)
    }
  }

  private func number(_ title: String, minimum: Int, ideal: Int, priority: Int) -> TableColumn {
    TableColumn(
      title,
      width: LengthRange(minimum: minimum, ideal: ideal, maximum: 24),
      alignment: .trailing,
      priority: priority
    )
  }
}
