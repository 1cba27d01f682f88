import Components
import Foundation
import Portfolio

/// What a row of holdings shows; what is not known is `nil`.
struct HoldingFigures: Hashable, Sendable, Identifiable {
  let coin: CoinReference
  let amount: Decimal?
  let price: Decimal?
  let value: Decimal?
  /// What those cost that were bought for the currency.
  let cost: Decimal?
  let averageCost: Decimal?
  let unrealized: Decimal?
  let realized: Decimal?
  let weight: Decimal?
  /// How many came without a known cost.
  let amountWithoutCost: Decimal

  var id: String { coin.id }

  /// The coins that are held: those with a price by their value, then the others in the order in which they came.
  static func all(of value: AccountValue, in holdings: Holdings) -> [HoldingFigures] {
    let priced = value.items.map { item in
      HoldingFigures(item.holding, currency: value.currency, item: item)
    }
    let missing = Set(value.missingPrices.map(\.id))
    return priced
      + holdings.holdings.filter { missing.contains($0.coin.id) }
      .map { HoldingFigures($0, currency: value.currency, item: nil) }
  }

  private init(_ holding: Holding, currency: String, item: AccountValue.Item?) {
    let position = holding.position(in: currency)
    let hasCost = position.map { $0.amount > 0 } ?? false
    coin = holding.coin
    amount = holding.amount
    price = item?.price
    value = item?.value
    cost = hasCost ? position?.cost : nil
    averageCost = position?.averageCost
    unrealized = item?.unrealized
    realized = position?.realized
    weight = item?.weight
    amountWithoutCost = holding.amountWithoutCost
  }
}

/// The cells of holdings, on screen and printed alike.
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

  /// A profit or a loss in its color.
  func gain(_ value: Decimal?) -> StyledText {
    guard let value else { return StyledText(PriceFormatter.missing, theme.typography.caption) }
    let text = MoneyText.gain(value, currency)
    guard text.first == "+" || text.first == "-" else { return StyledText(text, theme.typography.caption) }
    return StyledText(text, value > 0 ? theme.typography.positive : theme.typography.negative)
  }
}
