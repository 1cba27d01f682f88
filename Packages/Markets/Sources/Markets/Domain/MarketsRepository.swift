public import Foundation
public import Portfolio

/// A source of prices and market figures.
public protocol MarketsRepository: Sendable {
  /// The source's features, currencies and limits.
  var capabilities: MarketsCapabilities { get }

  /// Loads a page of the coin list.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Finds a coin by its ID, symbol or name, ignoring case, and returns a page with only that coin.
  ///
  /// The query's page is ignored. Errors include ``MarketsError/coinNotFound(_:suggestions:)``,
  /// ``MarketsError/priceMissing(_:)`` and ``MarketsError/ambiguousCoin(_:choices:)``.
  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Loads coins by their IDs, in descending order of market cap, with as few requests as the source allows.
  ///
  /// The page omits coins that the source doesn't list. The query's page is ignored.
  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Searches all of the source's coins for text in the name, symbol or ID, and returns the matches sorted by rank.
  ///
  /// Names rarely change, so a cached response is used for a day unless the policy is ``LoadPolicy/refreshed``. Empty
  /// text has no matches.
  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch]

  /// Loads a coin's price history.
  ///
  /// Errors include ``MarketsError/rangeNotAvailable(_:reason:)`` and ``MarketsError/noHistories(source:)``.
  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory

  /// Loads prices for several coins with as few requests as the source allows.
  ///
  /// Coins and currencies without a plausible price are omitted.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]]
}

extension MarketsRepository {
  /// Returns whether figures have to be requested again according to the current freshness, which may have changed
  /// since they were loaded.
  func needsReload(_ provenance: Provenance, at now: Date) -> Bool {
    provenance.hasFailedRefresh || provenance.age(at: now) >= capabilities.freshness.duration / .seconds(1)
  }
}

/// A price source's features, currencies and limits.
public struct MarketsCapabilities: Hashable, Sendable {
  /// The source's display name, such as `CoinGecko`.
  public let name: String
  /// The currencies for the source's lists, with the default currency first.
  public let currencies: [CurrencyCode]
  /// The currencies for ``MarketsRepository/quotes(of:in:policy:)``, which can include more than ``currencies``.
  let quoteCurrencies: [CurrencyCode]
  /// Whether the source has price changes, market caps, volumes and histories.
  public let hasMarketFigures: Bool
  /// Whether all of the source's coins fit on one page.
  public let hasSinglePage: Bool
  /// Whether the source's coins have tags.
  public internal(set) var hasTags: Bool
  /// The time for which the source's prices currently count as fresh, with the reason.
  public var freshness: Freshness
  /// The number of calls this month; `nil` for a source built into the program.
  public var callUsage: CallUsage?

  /// The minimum auto-refresh interval, which respects the source's limits.
  public var refreshInterval: Duration { freshness.duration }

  init(
    name: String,
    currencies: [CurrencyCode],
    quoteCurrencies: [CurrencyCode]? = nil,
    hasMarketFigures: Bool,
    hasSinglePage: Bool = false,
    hasTags: Bool = false,
    refreshInterval: Duration
  ) {
    self.name = name
    self.currencies = currencies
    self.quoteCurrencies = quoteCurrencies ?? currencies
    self.hasMarketFigures = hasMarketFigures
    self.hasSinglePage = hasSinglePage
    self.hasTags = hasTags
    freshness = Freshness(refreshInterval)
  }

  /// Returns the requested currency if the source supports it, and the source's default currency otherwise.
  public func currency(for wish: CurrencyCode) -> CurrencyCode {
    currencies.contains(wish) ? wish : currencies.first ?? wish
  }
}

/// An error that prevented prices from loading.
public enum MarketsError: Error, Sendable {
  /// A request failed with a network error.
  case service(any Error)
  /// The service refused the request. The associated values are its message and the network error, if any.
  case refused(message: String, underlying: (any Error)?)
  /// The service currently allows no requests. If it specified when to retry, that time is `nextTry`.
  case rateLimited(nextTry: Date?, serviceMessage: String?)
  /// The API key is missing, wrong or insufficient.
  case keyProblem(KeyProblem, serviceMessage: String?)
  /// The source has no prices for the range; `reason` explains why.
  case rangeNotAvailable(PriceRange, reason: String)
  /// The source has no price histories.
  case noHistories(source: String)
  /// The source doesn't list the coin; `suggestions` are the most similar IDs.
  case coinNotFound(String, suggestions: [String])
  /// The source lists the coin, but its response had no price for it.
  case priceMissing(CoinMatch)
  /// Several coins share the symbol or name, and their ranks don't single one out; `choices` are their IDs.
  case ambiguousCoin(String, choices: [String])
  /// Several of the source's coins match a coin in the ledger, an alert or the favorites, and the user has to choose.
  case undecidedCoin(CoinIdentity, choices: [SourceCoin], source: String)
  /// The source has no prices in the currency; `available` are its currencies.
  case currencyNotAvailable(CurrencyCode, available: [CurrencyCode])
}

extension MarketsError {
  /// A problem with an API key, following the error codes in CoinGecko's documentation (“Common Errors & Rate Limit”).
  public enum KeyProblem: Sendable, Hashable {
    case missing
    /// The key is unknown (status 401 without an error code).
    case invalid
    case planTooSmall
    /// A paid key was sent to the public host (error 10010).
    case paidKeyOnPublicHost
    /// A demo key was sent to the paid host (error 10011).
    case demoKeyOnPaidHost
  }
}

/// A use case that loads the coins with the highest market cap.
public struct FetchTopCoins: Sendable {
  private let repository: any MarketsRepository

  /// Creates a use case that loads from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads a page of coins, and throws the repository's error unchanged.
  public func execute(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coins(query)
  }
}

/// A use case that loads a single coin.
public struct FetchCoin: Sendable {
  private let repository: any MarketsRepository

  /// Creates a use case that loads from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads a coin by its ID, symbol or name, and throws the repository's error unchanged.
  public func execute(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coin(word, query)
  }

  /// Loads a coin by its ID, which unlike a typed word never means a far larger coin with the same symbol.
  public func execute(id: CoinID, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    do throws(MarketsError) {
      return try await repository.coin(id.description, query)
    } catch {
      guard case .ambiguousCoin = error else { throw error }
      return try await repository.coins(withIDs: [id], query)
    }
  }
}

/// A use case that loads a coin's price history.
public struct FetchPriceHistory: Sendable {
  private let repository: any MarketsRepository

  /// Creates a use case that loads from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the prices, and throws the repository's error unchanged.
  public func execute(
    _ coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy = .fresh
  ) async throws(MarketsError) -> PriceHistory {
    guard range.dayCount ?? 1 > 0 else {
      throw .rangeNotAvailable(range, reason: "a range must have at least one day")
    }
    return try await repository.history(of: coin, range: range, currency: currency, policy: policy)
  }
}

/// A store for the user's favorite coins.
public protocol FavoriteCoinsStoring: Sendable {
  /// Reads all favorite coins.
  func load() throws -> Set<CoinID>

  /// Adds or removes a favorite, and returns all favorites once the change is durable.
  func set(_ coin: CoinID, isFavorite: Bool) async throws -> Set<CoinID>
}
