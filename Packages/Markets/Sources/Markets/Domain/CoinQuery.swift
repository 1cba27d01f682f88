public import Foundation
import Portfolio

/// A request for a page of the coin list.
public struct CoinQuery: Hashable, Sendable {
  var currency: CurrencyCode
  /// The page, counted from 1.
  public var page: Int
  /// The number of coins per page, from 1 to 250.
  var pageSize: Int
  var includesEUR: Bool
  var policy: LoadPolicy

  /// Creates a query, by default for the five coins with the highest market cap, in Australian dollars.
  public init(
    currency: CurrencyCode = .aud,
    page: Int = 1,
    pageSize: Int = 5,
    includesEUR: Bool = false,
    policy: LoadPolicy = .fresh
  ) {
    self.currency = currency
    self.page = page
    self.pageSize = pageSize
    self.includesEUR = includesEUR
    self.policy = policy
  }
}

/// A rule for when to use cached responses and when to send requests.
public enum LoadPolicy: Hashable, Sendable {
  /// Uses a cached response if it is fresh according to the source's rule, and sends a request otherwise.
  case fresh
  /// Uses a cached response below a maximum age, and sends a request otherwise.
  case maxAge(Duration)
  /// Sends a request and caches the response.
  case refreshed
  /// Sends a request without using a cached response, and doesn't cache the new response.
  ///
  /// Unlike with ``refreshed``, a cached response never replaces a failed one.
  case uncached
  /// Uses cached responses of any age and sends no requests.
  case storedOnly
}

/// A page of the coin list, in descending order of market cap.
public struct CoinPage: Sendable {
  /// The coins on the page, in order.
  public var coins: [Coin]
  /// The currency of the market figures.
  public let currency: CurrencyCode
  /// Whether another page follows.
  public let hasMore: Bool
  /// The origin and age of the page's prices.
  public var provenance: Provenance
  /// The error that makes the page incomplete, such as an error from a second source; `nil` for a complete page.
  public var shortfall: MarketsError?
  /// The coins with an implausible price, such as 0 or 10³⁰; implausible prices aren't shown.
  public var implausiblePrices: [CoinID] = []

  init(coins: [Coin], currency: CurrencyCode, hasMore: Bool, provenance: Provenance) {
    self.coins = coins
    self.currency = currency
    self.hasMore = hasMore
    self.provenance = provenance
  }
}

/// The origin and age of prices and figures.
public struct Provenance: Sendable {
  /// The time of the figures.
  ///
  /// For a list, it is the oldest price's time; otherwise, it is the response's time.
  public var asOf: Date
  /// Whether a refresh failed, so the figures are older than intended.
  public let hasFailedRefresh: Bool
  let isFromCache: Bool
  /// The earliest time for the next request; `nil` unless the service requested a pause.
  public let nextTry: Date?
  /// The rules for the age of the figures.
  var freshness: Freshness

  init(
    asOf: Date,
    hasFailedRefresh: Bool = false,
    isFromCache: Bool = false,
    nextTry: Date? = nil,
    freshness: Freshness = Freshness(CallPlan.free.freshness)
  ) {
    self.asOf = asOf
    self.hasFailedRefresh = hasFailedRefresh
    self.isFromCache = isFromCache
    self.nextTry = nextTry
    self.freshness = freshness
  }

  /// Returns the age of the figures in seconds; infinite if the clock was set back.
  public func age(at now: Date) -> TimeInterval { Quote.age(of: asOf, at: now) }

  /// Returns whether the figures' age has to be shown because they aren't fresh or a refresh failed.
  public func isStale(at now: Date) -> Bool { isStale(asOf, at: now) }

  /// Returns whether the age of a figure with its own time has to be shown.
  func isStale(_ time: Date, at now: Date) -> Bool { hasFailedRefresh || freshness.isStale(time, at: now) }

  /// Returns whether the figures come from the cache and are too old to be recorded as current.
  ///
  /// A new response can contain an old price, such as a rarely traded coin's price. Such a price isn't outdated.
  public func isOutdated(at now: Date) -> Bool { isFromCache && freshness.isStale(asOf, at: now) }

  /// Returns the provenance of combined figures.
  ///
  /// The result has the earlier time and counts as a failed refresh if either refresh failed.
  public func joined(with other: Provenance) -> Provenance {
    Provenance(
      asOf: min(asOf, other.asOf),
      hasFailedRefresh: hasFailedRefresh || other.hasFailedRefresh,
      isFromCache: isFromCache || other.isFromCache,
      nextTry: [nextTry, other.nextTry].compactMap { $0 }.max(),
      freshness: freshness.staleAge <= other.freshness.staleAge ? freshness : other.freshness
    )
  }
}
