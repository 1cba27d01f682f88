public import Components
public import Foundation

/// One coin as it is printed.
public struct CoinReport: Sendable, Encodable {
  private let coin: Coin
  private let currency: CurrencyCode
  private let provenance: Provenance
  private let hasEUR: Bool
  private let now: Date

  enum CodingKeys: String, CodingKey {
    case currency, stale, coin
    case asOf = "as_of"
  }

  /// Makes the report of a coin.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - currency: The currency of prices and figures.
  ///   - provenance: Where they come from.
  ///   - hasEUR: Whether the price in euro is shown, or that there is none.
  ///   - now: The time of day, for how old the figures are.
  public init(_ coin: Coin, currency: CurrencyCode, provenance: Provenance, hasEUR: Bool, now: Date) {
    self.coin = coin
    self.currency = currency
    self.provenance = provenance
    self.hasEUR = hasEUR
    self.now = now
  }

  /// The lines to print: described texts.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    CoinFigures(coin, currency: currency, hasEUR: hasEUR, theme: theme)
      .group(hasName: true, asOf: provenance.asOf, now: now)
      .rendered(for: mode, theme: theme)
  }

  /// The JSON document: `currency`, `as_of`, `stale`, `coin`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(currency.code.lowercased(), forKey: .currency)
    try container.encode(provenance.asOf, forKey: .asOf)
    try container.encode(provenance.isStale, forKey: .stale)
    try container.encode(CoinDocument(coin, currency: currency, isWhole: true), forKey: .coin)
  }
}
