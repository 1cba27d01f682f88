import Components
import Foundation
import Portfolio

/// The figures in a holdings row; unknown figures are `nil`.
struct HoldingFigures: Hashable, Sendable, Identifiable {
  let coin: CoinReference
  let amount: Decimal
  let price: Decimal?
  let value: Decimal?
  let cost: Decimal?
  let averageCost: Decimal?
  /// The unrealized gain on the coins with a known cost.
  let unrealized: Decimal?
  let realized: Decimal?
  /// The holding's share of the account's value, from 0 to 1.
  let weight: Decimal?
  let amountWithoutCost: Decimal
  let lots: [LotFigures]
  /// The source's coins that the user has to choose from; `nil` if the coin is known.
  let choices: [SourceCoin]?

  var id: String { coin.id }

  var unrealizedPercent: Decimal? { GainPercent.percent(unrealized, of: cost) }

  /// Returns a row for each held coin.
  ///
  /// Coins with a price come first, sorted by value. Coins without a price follow, ordered by their first entries.
  static func all(
    of value: AccountValue,
    in holdings: Holdings,
    choices: [String: [SourceCoin]] = [:]
  ) -> [HoldingFigures] {
    let priced = value.items.map { HoldingFigures($0.holding, item: $0, choices: nil) }
    let missing = Set(value.missingPrices.map(\.id))
    return priced
      + holdings.holdings.filter { missing.contains($0.coin.id) }
      .map { HoldingFigures($0, item: nil, choices: choices[$0.coin.id]) }
  }

  private init(_ holding: Holding, item: AccountValue.Item?, choices: [SourceCoin]?) {
    self.choices = choices
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
    lots = holding.lots.enumerated().map { LotFigures($0.element, number: $0.offset, price: item?.price) }
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

  func amount(_ value: Decimal) -> StyledText { StyledText(MoneyText.amount(value)) }

  func share(_ value: Decimal?) -> StyledText {
    StyledText(value.map { MoneyText.share($0) } ?? PriceFormatter.missing, theme.typography.caption)
  }

  func allocation(_ value: Decimal?) -> StyledText {
    guard let value else { return share(nil) }
    let bar = glyphs.bar(NSDecimalNumber(decimal: value).doubleValue, width: Self.barWidth)
    let space = String(repeating: " ", count: Self.barWidth - bar.count)
    let text = MoneyText.share(value)
    let gap = String(repeating: " ", count: max(Self.shareWidth - text.count, 1))
    return StyledText(bar, theme.typography.label) + StyledText(space + gap + text, theme.typography.caption)
  }

  private static let barWidth = 5
  /// The width of `100 %` and the space before it.
  private static let shareWidth = 7

  func money(_ value: Decimal?) -> StyledText {
    StyledText(value.map { MoneyText.money($0, currency) } ?? PriceFormatter.missing)
  }

  /// Returns the value of a holding, or the action that the user has to take.
  func value(_ row: HoldingFigures) -> StyledText {
    row.choices == nil ? money(row.value) : StyledText("choose coin", theme.typography.warning)
  }

  func cost(_ value: Decimal?) -> StyledText { value == nil ? unknown : money(value) }

  func gain(_ value: Decimal?) -> StyledText {
    guard let value else { return unknown }
    return signed(MoneyText.gain(value, currency), value)
  }

  func markedGain(_ value: Decimal) -> StyledText {
    let text = MoneyText.gain(value, currency)
    guard text.first == "+" || text.first == "-" else { return gain(value) }
    return signed("\(value > 0 ? glyphs.upMark : glyphs.downMark) \(text)", value)
  }

  /// Returns the gain on coins with a known cost; a dash if the price is missing.
  func gain(_ row: HoldingFigures) -> StyledText { row.price == nil ? money(nil) : gain(row.unrealized) }

  func percent(_ value: Decimal?) -> StyledText {
    guard let value else { return money(nil) }
    return signed(PriceFormatter(.usd).percent(value), value)
  }

  private var unknown: StyledText { StyledText("unknown", theme.typography.caption) }

  /// Returns text colored by the value's direction.
  ///
  /// Text without a sign represents a value that rounds to zero.
  private func signed(_ text: String, _ value: Decimal) -> StyledText {
    guard text.contains("+") || text.contains("-") || text.contains("−") else {
      return StyledText(text, theme.typography.caption)
    }
    return StyledText(text, value > 0 ? theme.typography.positive : theme.typography.negative)
  }
}

struct AccountSum {
  let name: String
  let text: StyledText
  let percent: StyledText?
  let isComplete: Bool
  /// The importance of the total; without enough room, the least important totals are omitted first.
  let importance: Int
}

extension HoldingCells {
  /// Returns an account's totals, in display order.
  func sums(_ value: AccountValue) -> [AccountSum] {
    func percent(_ gain: Decimal?, of cost: Decimal?) -> StyledText? {
      GainPercent.percent(gain, of: cost).map { self.percent($0) }
    }
    return [
      AccountSum(
        name: "Total",
        text: StyledText(money(value.total).plainText, .bold),
        percent: nil,
        isComplete: value.missingPrices.isEmpty,
        importance: 4
      ),
      AccountSum(
        name: "Cost",
        text: cost(value.cost),
        percent: nil,
        isComplete: value.cost == nil || value.isCostComplete,
        importance: 2
      ),
      AccountSum(
        name: "Gain",
        text: gain(value.unrealized),
        percent: percent(value.unrealized, of: value.cost),
        isComplete: value.unrealized == nil || value.isCostComplete,
        importance: 3
      ),
      AccountSum(
        name: "Realized",
        text: gain(value.realized),
        percent: percent(value.realized, of: value.realizedCost),
        isComplete: value.realized == nil || value.isRealizedComplete,
        importance: 1
      ),
    ]
  }
}
