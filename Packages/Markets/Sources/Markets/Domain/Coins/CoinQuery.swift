/// What to load of the list of coins.
public struct CoinQuery: Hashable, Sendable {
  /// The currency of prices and figures.
  public var currency: CurrencyCode
  /// Which page, from 1.
  public var page: Int
  /// The coins of a page: 1 to 250.
  public var pageSize: Int
  /// Whether prices in euro are wanted beside those in ``currency``.
  public var includesEUR: Bool
  /// Whether what is stored will do.
  public var freshness: Freshness

  /// Makes a query: the five coins of the highest value, in Australian dollars, unless said otherwise.
  public init(
    currency: CurrencyCode = .aud,
    page: Int = 1,
    pageSize: Int = 5,
    includesEUR: Bool = false,
    freshness: Freshness = .stored
  ) {
    self.currency = currency
    self.page = page
    self.pageSize = pageSize
    self.includesEUR = includesEUR
    self.freshness = freshness
  }
}

/// Whether stored figures will do.
public enum Freshness: Hashable, Sendable {
  /// Figures of the last 24 hours are taken from this machine; the service is asked for older ones.
  case stored
  /// The service is asked; what it answers is stored.
  case refreshed
  /// Figures are taken from this machine, whatever their age, and nothing is sent.
  case storedOnly
}
