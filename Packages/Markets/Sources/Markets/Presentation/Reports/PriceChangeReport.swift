public import Components
import Foundation
import Portfolio

extension PriceChange: Encodable {
  /// Returns the line to print, which begins with the time of the price.
  ///
  /// In a pipe, the line contains the time, ID, symbol, price, previous price, change in percent, two fields that only
  /// alerts use, and the source.
  public func text(for mode: OutputMode) -> String {
    let time = quote.time.formatted(.iso8601)
    guard mode.layout != .records else {
      let fields = [
        time, coin.id.description, coin.symbol, quote.price.description, previous?.description ?? "",
        percent.map { $0.rounded(toPlaces: 4).description } ?? "", "", "", quote.source,
      ]
      return fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
    var line =
      StyledText("\(time)  ", mode.theme.typography.caption) + StyledText("\(coin.shownSymbol)  ", .bold)
      + StyledText(PriceFormatter(currency).price(quote.price))
    if previous != nil { line += "  " + CoinCells(currency, theme: mode.theme).change(percent) }
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// Encodes a JSON object; `previous` and `change_percent` are null for the first price.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("at", quote.time)
    try container.set("id", coin.id.description)
    try container.set("symbol", coin.symbol)
    try container.set("currency", currency.code.lowercased())
    try container.set("price", quote.price)
    try container.set("price_text", PriceFormatter(currency).price(quote.price))
    try container.set("previous", previous)
    try container.set("change_percent", percent.map { $0.rounded(toPlaces: 8) })
    try container.set("source", quote.source)
  }
}
