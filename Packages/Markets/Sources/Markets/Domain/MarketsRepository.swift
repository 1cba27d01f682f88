public import Foundation
public import Portfolio

/// A source of prices and market figures.
public protocol MarketsRepository: Sendable {
  /// The features, currencies and limits of the source.
  var capabilities: MarketsCapabilities { get }

  /// Loads a page of the coin list.
  ///
  /// - Throws: ``MarketsError``.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Loads one coin by its ID, symbol or name, ignoring case.
  ///
  /// - Parameters:
  ///   - word: The ID, symbol or name.
  ///   - query: The currency, the euro option and the policy. The page is ignored.
  /// - Returns: A page with only that coin.
  /// - Throws: ``MarketsError``, such as ``MarketsError/coinNotFound(_:suggestions:)``,
  ///   ``MarketsError/priceMissing(_:)`` or ``MarketsError/ambiguousCoin(_:choices:)``.
  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Loads coins by their IDs with as few requests as the source allows.
  ///
  /// - Parameters:
  ///   - ids: The IDs. The result omits coins that the source lacks.
  ///   - query: The currency, the euro option and the policy. The page is ignored.
  /// - Returns: A page with the coins, in descending order of market cap.
  /// - Throws: ``MarketsError``.
  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Finds coins whose name, symbol or ID contains a text, among all coins of the source.
  ///
  /// Names rarely change, so a cached response is used for a day unless the policy is ``LoadPolicy/refreshed``.
  ///
  /// - Returns: The matches sorted by rank, empty if the text is empty.
  /// - Throws: ``MarketsError``.
  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch]

  /// Loads the price history of a coin.
  ///
  /// - Throws: ``MarketsError``, such as ``MarketsError/rangeNotAvailable(_:reason:)`` or
  ///   ``MarketsError/noHistories(source:)``.
  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory

  /// Loads the prices of several coins with as few requests as the source allows.
  ///
  /// - Returns: The quotes by coin and currency. Coins and currencies without a plausible price are omitted.
  /// - Throws: ``MarketsError``.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]]
}

/// The features, currencies and limits of a price source.
public struct MarketsCapabilities: Hashable, Sendable {
  /// The source's display name, such as `CoinGecko`.
  public let name: String
  /// The currencies of the source's lists, with the default currency first.
  public let currencies: [CurrencyCode]
  /// The currencies of ``MarketsRepository/quotes(of:in:policy:)``, which may be more than ``currencies``.
  let quoteCurrencies: [CurrencyCode]
  /// Whether the source has price changes, market caps, volumes and histories.
  public let hasMarketFigures: Bool
  /// Whether all coins of the source fit on one page.
  public let hasSinglePage: Bool
  /// Whether the source's coins have tags.
  public internal(set) var hasTags: Bool
  /// The time after which prices are currently no longer fresh.
  public var freshness: Freshness
  /// The calls this month; `nil` for a source built into the program.
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

  /// Returns a currency if the source supports it, otherwise the source's default.
  public func currency(for wish: CurrencyCode) -> CurrencyCode {
    currencies.contains(wish) ? wish : currencies.first ?? wish
  }
}

/// An error that prevents loading prices.
public enum MarketsError: Error, Sendable {
  /// A request failed with the given error from the network layer.
  case service(any Error)
  /// The service refused the request, with its own message and the network layer's error, if any.
  case refused(message: String, underlying: (any Error)?)
  /// The service allows no requests for now, or none before `nextTry` if it specified a time.
  case rateLimited(nextTry: Date?, serviceMessage: String?)
  /// The API key is missing, wrong or insufficient.
  case keyProblem(KeyProblem, serviceMessage: String?)
  /// The source has no prices for the range, for the given reason.
  case rangeNotAvailable(PriceRange, reason: String)
  /// The source with the given name has no price histories.
  case noHistories(source: String)
  /// The source doesn't list the coin; `suggestions` are the most similar IDs.
  case coinNotFound(String, suggestions: [String])
  /// The source lists the coin, but its response had no price for it.
  case priceMissing(CoinMatch)
  /// Several coins share the symbol or name, and no rank decides between them; `choices` are their IDs.
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
    /// The key is unknown (401 without a code).
    case invalid
    case planTooSmall
    /// A key for the paid service was sent to the public host (10010).
    case paidKeyOnPublicHost
    /// A demo key was sent to the paid service's host (10011).
    case demoKeyOnPaidHost
  }
}

/// Loads the coins with the highest market cap.
public struct FetchTopCoins: Sendable {
  private let repository: any MarketsRepository

  /// Creates a use case that loads from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads a page of coins, and throws the repository's error unchanged.
  public func execute(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coins(query)
  }
}

/// Loads a single coin.
public struct FetchCoin: Sendable {
  private let repository: any MarketsRepository

  /// Creates a use case that loads from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the coin with an ID, symbol or name, and throws the repository's error unchanged.
  public func execute(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coin(word, query)
  }
}

/// Loads the price history of a coin.
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
      throw .rangeNotAvailable(range, reason: "a range has at least one day")
    }
    return try await repository.history(of: coin, range: range, currency: currency, policy: policy)
  }
}

/// A store of the user's favorite coins.
public protocol FavoriteCoinsStoring: Sendable {
  /// Reads all favorite coins.
  ///
  /// - Throws: The store's error, unchanged.
  func load() throws -> Set<CoinID>

  /// Adds or removes a favorite, and returns when the change is durable.
  ///
  /// - Parameters:
  ///   - coin: The identifier of the coin.
  ///   - isFavorite: Whether to add the coin; if `false`, the coin is removed.
  /// - Returns: All favorites after the change.
  /// - Throws: The store's error, unchanged.
  func set(_ coin: CoinID, isFavorite: Bool) async throws -> Set<CoinID>
}
