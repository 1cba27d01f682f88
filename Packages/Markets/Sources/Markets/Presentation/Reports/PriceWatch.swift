public import Components
public import Foundation

/// Tells which prices changed since the last look.
public struct PriceWatch: Sendable {
  private var last: [CoinID: Decimal] = [:]

  /// Makes a watch that has not looked yet.
  public init() {}

  /// The prices that are new or not as they were; a coin that is gone, or has no price for a while, is not forgotten.
  public mutating func changes(in page: CoinPage, at date: Date) -> [PriceChange] {
    var changes: [PriceChange] = []
    for coin in page.coins {
      guard let price = coin.prices[page.currency], !price.isNaN else { continue }
      let previous = last.updateValue(price, forKey: coin.id)
      guard previous != price else { continue }
      changes.append(
        PriceChange(coin: coin, currency: page.currency, price: price, previous: previous, date: date)
      )
    }
    return changes
  }
}

/// A price that is not as it was.
public struct PriceChange: Sendable, Encodable {
  /// Whose price.
  public let coin: Coin
  /// In which currency.
  public let currency: CurrencyCode
  /// What it is.
  public let price: Decimal
  /// What it was; `nil` at the first look.
  public let previous: Decimal?
  /// When it was seen.
  public let date: Date

  enum CodingKeys: String, CodingKey {
    case at, id, symbol, currency, price, previous
    case priceText = "price_text"
    case changePercent = "change_percent"
  }

  /// How far the price moved, in percent; `nil` at the first look.
  public var changePercent: Decimal? {
    guard let previous, previous != 0 else { return nil }
    return (price / previous - 1) * 100
  }

  /// The line to print; for pipes time, id, sign, price, price before and change in percent.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    let time = date.formatted(.iso8601)
    guard mode.layout != .records else {
      let fields = [
        time, coin.id.description, coin.symbol, price.description, previous?.description ?? "",
        changePercent.map { DecimalText.rounded($0, decimals: 4) } ?? "",
      ]
      return fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
    let formatter = PriceFormatter(currency)
    let cells = CoinCells(currency, theme: theme)
    var line =
      StyledText("\(time)  ", theme.typography.caption) + StyledText("\(coin.shownSymbol)  ", .bold)
      + StyledText(formatter.price(price))
    if previous != nil { line += "  " + cells.change(changePercent) }
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// One JSON object; `previous` and `change_percent` are null at the first look.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(date, forKey: .at)
    try container.encode(coin.id.description, forKey: .id)
    try container.encode(coin.symbol, forKey: .symbol)
    try container.encode(currency.code.lowercased(), forKey: .currency)
    try container.encode(price, forKey: .price)
    try container.encode(PriceFormatter(currency).price(price), forKey: .priceText)
    try container.encode(previous, forKey: .previous)
    try container.encode(changePercent, forKey: .changePercent)
  }
}

/// Decimal numbers as programs write them.
enum DecimalText {
  /// The number with so many decimals at most.
  static func rounded(_ value: Decimal, decimals: Int) -> String {
    var value = value
    var result = Decimal()
    NSDecimalRound(&result, &value, decimals, .bankers)
    return result.description
  }
}
