/// What a source of market figures can tell.
public struct MarketsCapabilities: Hashable, Sendable {
  /// What the source is called, for people.
  public let name: String
  /// The currencies that it has prices in; the first one is used unless another is asked for.
  public let currencies: [CurrencyCode]
  /// Whether it has more than prices: changes, market values, volumes, the past.
  public let hasMarketFigures: Bool
  /// The shortest time between two refreshes that nobody asked for, so that the source's limits are kept.
  public let refreshInterval: Duration

  /// Makes a description.
  public init(name: String, currencies: [CurrencyCode], hasMarketFigures: Bool, refreshInterval: Duration) {
    self.name = name
    self.currencies = currencies
    self.hasMarketFigures = hasMarketFigures
    self.refreshInterval = refreshInterval
  }

  /// The currency to use, given the one wished for.
  public func currency(for wish: CurrencyCode) -> CurrencyCode {
    currencies.contains(wish) ? wish : currencies.first ?? wish
  }
}
