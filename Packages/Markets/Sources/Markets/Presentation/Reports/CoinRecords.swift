import Basics
import Components
import Foundation
import Portfolio

/// A coin's known figures as records for pipes.
///
/// Each line contains a title and a raw value, separated by a tab.
///
/// Numbers are exact and without units; times are in RFC 3339.
struct CoinRecords {
  let coin: Coin
  let currency: CurrencyCode
  let provenance: Provenance
  let hasEUR: Bool

  var text: String {
    items.reduce(into: "") { $0 += "\($1.title)\t\($1.value.sanitized(.singleLine))\n" }
  }

  private var items: [(title: String, value: String)] {
    let figures = coin.figures
    let asOf = coin.prices.quote(in: currency)?.time ?? provenance.asOf
    var items: [(title: String, value: String)] = []
    func add(_ title: String, _ value: (some CustomStringConvertible)?) {
      if let value { items.append((title, "\(value)")) }
    }
    add("Coin", "\(coin.shownName) (\(coin.shownSymbol))")
    items.append(("Price (\(currency))", coin.prices[currency].map { "\($0)" } ?? ""))
    if currency != .usd { add("Price (USD)", coin.prices[.usd]) }
    if hasEUR, currency != .eur { items.append(("Price (EUR)", coin.prices[.eur].map { "\($0)" } ?? "")) }
    add("Change 24 h", figures.change24h)
    add("Change 1 h", figures.change1h)
    add("Change 7 d", figures.change7d)
    add("Rank", coin.rank)
    add("Market cap", figures.marketCap)
    add("Fully diluted", figures.fullyDilutedValuation)
    add("Volume 24 h", figures.volume)
    add("High 24 h", figures.high24h)
    add("Low 24 h", figures.low24h)
    add("In circulation", figures.circulatingSupply)
    add("Total supply", figures.totalSupply)
    add("Maximum supply", figures.maximumSupply)
    add("All-time high", figures.allTimeHigh?.price)
    add("All-time low", figures.allTimeLow?.price)
    if !coin.tags.isEmpty { add("Tags", coin.tags.map(\.name).joined(separator: ",")) }
    add("As of", RFC3339.text(of: asOf))
    add("All-time high on", figures.allTimeHigh?.date.map { RFC3339.text(of: $0) })
    add("All-time low on", figures.allTimeLow?.date.map { RFC3339.text(of: $0) })
    return items
  }
}
