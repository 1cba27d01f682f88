public import Foundation
public import Portfolio

/// Prices of chosen coins, by the coin's id.
public struct CoinQuotes: Sendable {
  /// The prices, as alerts take them.
  public private(set) var quotes: [String: AlertQuote] = [:]
  /// How old the oldest of them is; `nil` when there are none.
  public private(set) var provenance: Provenance?
  /// Why some are missing; `nil` where those that are missing are not known to the source.
  public internal(set) var shortfall: MarketsError?

  /// Makes a list of none.
  public init() {}

  /// The prices in a currency.
  public func prices(in currency: CurrencyCode) -> [String: Decimal] {
    quotes.compactMapValues { $0.prices[currency.code.lowercased()] }
  }

  /// Adds what a listing in a currency says of a coin; a price that is no number is none.
  public mutating func add(_ coin: Coin, in currency: CurrencyCode, from provenance: Provenance) {
    let id = coin.id.description
    var prices = quotes[id]?.prices ?? [:]
    var changes = quotes[id]?.dayChanges ?? [:]
    // The change is known in the listing's currency only, so a price in another one is not taken.
    let code = currency.code.lowercased()
    if let price = coin.prices[currency], !price.isNaN { prices[code] = price }
    changes[code] = coin.figures.change24h
    quotes[id] = AlertQuote(prices: prices, dayChanges: changes)
    self.provenance = self.provenance?.joined(with: provenance) ?? provenance
  }

  /// All prices of both lists; where both have one, that of the newer list.
  func joined(with other: CoinQuotes) -> CoinQuotes {
    guard let otherProvenance = other.provenance else { return self }
    guard let provenance else { return other }
    let isOtherNewer = otherProvenance.asOf >= provenance.asOf
    var result = isOtherNewer ? self : other
    for (id, quote) in (isOtherNewer ? other : self).quotes {
      result.quotes[id] = AlertQuote(
        prices: (result.quotes[id]?.prices ?? [:]).merging(quote.prices) { $1 },
        dayChanges: (result.quotes[id]?.dayChanges ?? [:]).merging(quote.dayChanges) { $1 }
      )
    }
    result.provenance = provenance.joined(with: otherProvenance)
    return result
  }

  func hasPrice(of coin: String, in currency: CurrencyCode) -> Bool {
    quotes[coin]?.prices[currency.code.lowercased()] != nil
  }
}
