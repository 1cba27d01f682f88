public import Foundation
import Portfolio

/// A request for coins of a list.
public struct CoinQuery: Hashable, Sendable {
  var currency: CurrencyCode
  /// The page, from 1.
  public var page: Int
  /// The number of coins of a page, 1 to 250.
  var pageSize: Int
  var includesEUR: Bool
  var policy: LoadPolicy

  /// Creates a query; by default for the five coins of the highest value, in Australian dollars.
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

/// Chooses between stored figures and the service.
public enum LoadPolicy: Hashable, Sendable {
  /// Uses a stored response as long as it is fresh by the source's rule, and asks the service otherwise.
  case fresh
  /// Uses a stored response up to an age, and asks the service otherwise.
  case maxAge(Duration)
  /// Asks the service and stores its response.
  case refreshed
  /// Uses stored figures of any age and sends nothing.
  case storedOnly
}

/// A page of the list of coins, the highest market value first.
public struct CoinPage: Sendable {
  /// The coins.
  public var coins: [Coin]
  /// The currency of prices and figures.
  public let currency: CurrencyCode
  /// Whether another page follows.
  public let hasMore: Bool
  /// The origin and the age of the content.
  public var provenance: Provenance
  /// The error that makes the page incomplete, such as one of a second source; `nil` for a complete page.
  public var shortfall: MarketsError?
  /// The coins with a price that isn't plausible, such as 0 or 10³⁰, and is therefore not shown.
  public var implausiblePrices: [CoinID] = []

  init(coins: [Coin], currency: CurrencyCode, hasMore: Bool, provenance: Provenance) {
    self.coins = coins
    self.currency = currency
    self.hasMore = hasMore
    self.provenance = provenance
  }
}

/// The origin and the age of figures.
public struct Provenance: Sendable {
  /// The time of the figures: of the oldest price in a list, else of the response.
  public var asOf: Date
  /// Whether a refresh failed, so that the figures are older than they should be.
  public let hasFailedRefresh: Bool
  let isFromCache: Bool
  /// The earliest time of the next request; `nil` unless the service asked for a pause.
  public let nextTry: Date?
  /// The time for which the figures count as fresh.
  public var freshness: Duration

  init(
    asOf: Date,
    hasFailedRefresh: Bool = false,
    isFromCache: Bool = false,
    nextTry: Date? = nil,
    freshness: Duration = CallPlan.free.freshness
  ) {
    self.asOf = asOf
    self.hasFailedRefresh = hasFailedRefresh
    self.isFromCache = isFromCache
    self.nextTry = nextTry
    self.freshness = freshness
  }

  /// Returns the age of the figures in seconds; infinite after the clock was set back.
  public func age(at now: Date) -> TimeInterval { Quote.age(of: asOf, at: now) }

  /// Returns whether figures must not be shown without their age: they are older than their freshness, or a refresh failed.
  public func isStale(at now: Date) -> Bool { hasFailedRefresh || isOld(asOf, at: now) }

  /// Returns whether figures are no longer the current ones: they are stored and older than their freshness.
  ///
  /// A new response can hold an old price, such as that of a coin that is hardly traded. Such a price is current.
  public func isOutdated(at now: Date) -> Bool { isFromCache && isOld(asOf, at: now) }

  /// Returns whether a price of a time is no longer fresh.
  func isOld(_ time: Date, at now: Date) -> Bool { Quote.age(of: time, at: now) > freshness / .seconds(1) }

  /// Returns the provenance of combined figures: as old as the older part, and stale if either part is.
  public func joined(with other: Provenance) -> Provenance {
    Provenance(
      asOf: min(asOf, other.asOf),
      hasFailedRefresh: hasFailedRefresh || other.hasFailedRefresh,
      isFromCache: isFromCache || other.isFromCache,
      nextTry: [nextTry, other.nextTry].compactMap { $0 }.max(),
      freshness: min(freshness, other.freshness)
    )
  }
}
