import Basics
import Components
import Foundation
import Portfolio

/// A CSV file of coins for spreadsheets, with exact numbers, RFC 3339 times, and empty fields for unknown values.
struct CoinsCSV {
  let text: String

  init(_ coins: [Coin], currency: CurrencyCode, provenance: Provenance) {
    let columns = [
      "rank", "id", "symbol", "name", "price", "currency", "change_24h_percent", "market_cap", "volume", "tags",
      "as_of",
    ]
    text = coins.reduce(into: CSV.row(columns)) { text, coin in
      let price = coin.prices[currency]
      let time = price.map { _ in coin.prices.quote(in: currency)?.time ?? provenance.asOf }
      let fields: [String?] = [
        coin.rank.map { "\($0)" }, Self.cell(coin.id.description), Self.cell(coin.symbol), Self.cell(coin.name),
        price?.description, currency.code,
        coin.figures.change24h?.description, coin.figures.marketCap?.description, coin.figures.volume?.description,
        Self.cell(coin.tags.map(\.name).joined(separator: " ")), time.map { RFC3339.text(of: $0) },
      ]
      text += CSV.row(fields.map { $0 ?? "" })
    }
  }

  /// Returns a service's text in a form that spreadsheets don't treat as a formula.
  private static func cell(_ text: String) -> String { CSV.guardingFormula(text.sanitized(.singleLine)) }
}
