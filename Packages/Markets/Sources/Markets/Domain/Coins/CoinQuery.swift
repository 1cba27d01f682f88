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
  /// The choice between stored figures and the service.
  public var policy: LoadPolicy

  /// Makes a query: the five coins of the highest value, in Australian dollars, unless said otherwise.
  public init(
    currency: CurrencyCode = .aud,
    page: Int = 1,
    pageSize: Int = 5,
    includesEUR: Bool = false,
    policy: LoadPolicy = .stored
  ) {
    self.currency = currency
    self.page = page
    self.pageSize = pageSize
    self.includesEUR = includesEUR
    self.policy = policy
  }
}

/// Chooses between stored figures and the service.
public enum LoadPolicy: Hashable, Sendable {
  /// Uses figures that were stored within the last 24 hours, and asks the service for older ones.
  case stored
  /// Asks the service and stores its response.
  case refreshed
  /// Uses stored figures of any age and sends nothing.
  case storedOnly
}
