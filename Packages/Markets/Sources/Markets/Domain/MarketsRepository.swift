public import Foundation
public import Portfolio

/// A source of prices and market figures.
public protocol MarketsRepository: Sendable {
  /// The capabilities of the source.
  var capabilities: MarketsCapabilities { get }

  /// Loads a page of the list of coins.
  ///
  /// - Throws: The reason why there is no page.
  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Loads one coin by its name in the source, its sign or its name, in either case.
  ///
  /// - Parameters:
  ///   - word: What to look for.
  ///   - query: The currency, euro and policy; the page is ignored.
  /// - Returns: A page with that coin alone.
  /// - Throws: ``MarketsError/coinNotFound(_:suggestions:)``, ``MarketsError/priceMissing(_:)``,
  ///   ``MarketsError/ambiguousCoin(_:choices:)``, or why it could not be asked for.
  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Loads coins by their ids, in as few requests as the source allows.
  ///
  /// - Parameters:
  ///   - ids: The ids; those that the source lacks are missing from the result.
  ///   - query: The currency, euro and policy; the page is ignored.
  /// - Returns: A page with the coins, the highest market value first.
  /// - Throws: The reason why there is no page.
  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage

  /// Finds coins by a text in their name, symbol or id, among all coins of the source.
  ///
  /// Names hardly ever change, so a stored response counts for a day unless the policy is ``LoadPolicy/refreshed``.
  ///
  /// - Returns: The matches, ranked coins first; none for an empty text.
  /// - Throws: The reason why the source can't be searched.
  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch]

  /// Loads what a coin cost.
  ///
  /// - Throws: ``MarketsError/rangeNotAvailable(_:reason:)``, ``MarketsError/noHistories(source:)``, or why it could not be asked for.
  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory

  /// Loads prices of chosen coins in as few requests as the source allows.
  ///
  /// - Returns: The quotes by coin and currency. Coins, currencies and plausible prices that the source lacks are missing.
  /// - Throws: The reason why prices couldn't be loaded.
  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]]
}

/// The capabilities of a source of prices.
public struct MarketsCapabilities: Hashable, Sendable {
  /// The name of the source for people.
  public let name: String
  /// The currencies of its prices; the first one is the default.
  public let currencies: [CurrencyCode]
  /// The currencies of ``MarketsRepository/quotes(of:in:policy:)``, which may be more than those of lists.
  let quoteCurrencies: [CurrencyCode]
  /// Whether it has changes, market values, volumes and histories.
  public let hasMarketFigures: Bool
  /// Whether all coins of the source fit on one page.
  public let hasSinglePage: Bool
  /// Whether its coins have tags.
  public internal(set) var hasTags: Bool
  /// The time for which prices count as fresh now.
  public var freshness: Freshness
  /// The calls of this month; `nil` for a source inside the program.
  public var callUsage: CallUsage?

  /// The minimum time between automatic refreshes, which respects the source's limits.
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

  /// Returns a currency if the source has it, else the source's default.
  public func currency(for wish: CurrencyCode) -> CurrencyCode {
    currencies.contains(wish) ? wish : currencies.first ?? wish
  }
}

/// An error of loading prices.
public enum MarketsError: Error, Sendable {
  /// A request failed: the network layer's error, unchanged.
  case service(any Error)
  /// The service refused, in its own words; with the network layer's error if there is one.
  case refused(message: String, underlying: (any Error)?)
  /// The service asks for fewer requests, and for none before a time if it names one.
  case rateLimited(nextTry: Date?, serviceMessage: String?)
  /// The key is missing, wrong or insufficient.
  case keyProblem(KeyProblem, serviceMessage: String?)
  /// The source has no prices for the range, for the given reason.
  case rangeNotAvailable(PriceRange, reason: String)
  /// The source has no price histories at all; with its name.
  case noHistories(source: String)
  /// The source doesn't know the coin; with the most similar ids.
  case coinNotFound(String, suggestions: [String])
  /// The source knows the coin, but its response had no price of it.
  case priceMissing(CoinMatch)
  /// Several coins share the symbol or name, and no rank tells which one is meant; with their ids.
  case ambiguousCoin(String, choices: [String])
  /// Several coins of the source could be a coin of the ledger, an alert or a favorite; a person has to choose.
  case undecidedCoin(CoinIdentity, choices: [SourceCoin], source: String)
  /// The source has no prices in the currency; with those that it has.
  case currencyNotAvailable(CurrencyCode, available: [CurrencyCode])
}

extension MarketsError {
  /// A problem with a key, by the codes of CoinGecko's documentation ("Common Errors & Rate Limit").
  public enum KeyProblem: Sendable, Hashable {
    case missing
    /// The key is unknown (401 without a code).
    case invalid
    case planTooSmall
    /// A key for the paid service was sent to the public one (10010).
    case paidKeyOnPublicHost
    /// A demo key was sent to the paid service (10011).
    case demoKeyOnPaidHost
  }
}

/// Loads the coins of the highest market value.
public struct FetchTopCoins: Sendable {
  private let repository: any MarketsRepository

  /// Creates the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads a page of them; the repository's error passes unchanged.
  public func execute(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coins(query)
  }
}

/// Loads one coin.
public struct FetchCoin: Sendable {
  private let repository: any MarketsRepository

  /// Creates the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the coin that a word names; the repository's error passes unchanged.
  public func execute(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    try await repository.coin(word, query)
  }
}

/// Loads what a coin cost in the course of time.
public struct FetchPriceHistory: Sendable {
  private let repository: any MarketsRepository

  /// Creates the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the prices; the repository's error passes unchanged.
  public func execute(
    _ coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy = .fresh
  ) async throws(MarketsError) -> PriceHistory {
    guard range.dayCount ?? 1 > 0 else {
      throw .rangeNotAvailable(range, reason: "a range has one day at least")
    }
    return try await repository.history(of: coin, range: range, currency: currency, policy: policy)
  }
}

/// A store of a person's favorite coins.
public protocol FavoriteCoinsStoring: Sendable {
  /// Reads them.
  ///
  /// - Throws: The store's error, unchanged.
  func load() throws -> Set<CoinID>

  /// Adds a coin or takes it out; durable when it returns.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - isFavorite: Whether it is to be among them.
  /// - Returns: All of them afterwards.
  /// - Throws: The store's error, unchanged.
  func set(_ coin: CoinID, isFavorite: Bool) async throws -> Set<CoinID>
}
