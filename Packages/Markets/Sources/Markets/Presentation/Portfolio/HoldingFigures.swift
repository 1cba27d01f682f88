import Components
import Foundation
import Portfolio

/// The figures of a row of holdings; unknown ones are `nil`.
struct HoldingFigures: Hashable, Sendable, Identifiable {
  let coin: CoinReference
  let amount: Decimal?
  let price: Decimal?
  let value: Decimal?
  /// The known cost of held coins.
  let cost: Decimal?
  let averageCost: Decimal?
  let unrealized: Decimal?
  let realized: Decimal?
  let weight: Decimal?
  let amountWithoutCost: Decimal

  var id: String { coin.id }

  /// The rows of all held coins: the ones with a price by value, then the others in the order of their first entry.
  static func all(of value: AccountValue, in holdings: Holdings) -> [HoldingFigures] {
    let priced = value.items.map { HoldingFigures($0.holding, item: $0) }
    let missing = Set(value.missingPrices.map(\.id))
    return priced
      + holdings.holdings.filter { missing.contains($0.coin.id) }
      .map { HoldingFigures($0, item: nil) }
  }

  private init(_ holding: Holding, item: AccountValue.Item?) {
    let position = holding.position
    coin = holding.coin
    amount = holding.amount
    price = item?.price
    value = item?.value
    cost = position.amount > 0 ? position.cost : nil
    averageCost = position.averageCost
    unrealized = item?.unrealized
    realized = position.knownRealized
    weight = item?.weight
    amountWithoutCost = holding.amountWithoutCost
  }
}

struct HoldingCells {
  let currency: String
  let theme: Theme
  let glyphs: GlyphSet

  init(_ currency: String, theme: Theme, glyphs: GlyphSet = .unicode) {
    self.currency = currency
    self.theme = theme
    self.glyphs = glyphs
  }

  func amount(_ row: HoldingFigures) -> StyledText {
    StyledText(row.amount.map { MoneyText.amount($0) } ?? PriceFormatter.missing)
  }

  func price(_ row: HoldingFigures) -> StyledText { money(row.price) }

  func weight(_ row: HoldingFigures) -> StyledText {
    StyledText(row.weight.map { MoneyText.share($0) } ?? PriceFormatter.missing, theme.typography.caption)
  }

  func money(_ value: Decimal?) -> StyledText {
    StyledText(value.map { MoneyText.money($0, currency) } ?? PriceFormatter.missing)
  }

  func gain(_ value: Decimal?) -> StyledText {
    guard let value else { return StyledText(PriceFormatter.missing, theme.typography.caption) }
    let text = MoneyText.gain(value, currency)
    guard text.first == "+" || text.first == "-" else { return StyledText(text, theme.typography.caption) }
    return StyledText(text, value > 0 ? theme.typography.positive : theme.typography.negative)
  }
}

/// A column of the holdings; narrow screens drop those of the lowest priority first.
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
