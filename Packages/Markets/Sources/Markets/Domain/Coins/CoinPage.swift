/// A part of the list of coins, best market value first.
public struct CoinPage: Sendable {
  /// The coins.
  public var coins: [Coin]
  /// The currency that prices and figures are in.
  public let currency: CurrencyCode
  /// Whether there is a page after this one.
  public let hasMore: Bool
  /// Where they come from.
  public var provenance: Provenance
  /// Why a part of what was asked for is missing, such as the prices of a second source; `nil` where nothing is.
  public var shortfall: MarketsError?

  /// Makes a page.
  public init(coins: [Coin], currency: CurrencyCode, hasMore: Bool, provenance: Provenance) {
    self.coins = coins
    self.currency = currency
    self.hasMore = hasMore
    self.provenance = provenance
  }
}
