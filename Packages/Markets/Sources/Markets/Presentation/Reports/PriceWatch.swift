public import Components
public import Foundation
import Portfolio

/// Finds the prices that changed since the last check.
public struct PriceWatch: Sendable {
  private var last: [CoinID: Decimal] = [:]

  /// Creates a watch without known prices.
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

/// A changed price.
public struct PriceChange: Sendable, Encodable {
  let coin: Coin
  let currency: CurrencyCode
  let price: Decimal
  /// The price before; `nil` for the first one.
  let previous: Decimal?
  let date: Date

  var changePercent: Decimal? {
    guard let previous, previous != 0 else { return nil }
    return (price / previous - 1) * 100
  }

  /// Returns the line to print; for pipes time, id, symbol, price, price before and change in percent.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    let time = date.formatted(.iso8601)
    guard mode.layout != .records else {
      let fields = [
        time, coin.id.description, coin.symbol, price.description, previous?.description ?? "",
        changePercent.map { $0.rounded(toPlaces: 4).description } ?? "",
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

  /// Encodes one JSON object; `previous` and `change_percent` are null at the first look.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("at", date)
    try container.set("id", coin.id.description)
    try container.set("symbol", coin.symbol)
    try container.set("currency", currency.code.lowercased())
    try container.set("price", price)
    try container.set("price_text", PriceFormatter(currency).price(price))
    try container.set("previous", previous)
    try container.set("change_percent", changePercent)
  }
}
