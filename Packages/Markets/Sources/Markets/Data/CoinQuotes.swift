import Foundation
public import Portfolio

/// The prices of several coins.
public struct CoinQuotes: Sendable {
  private(set) var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
  /// The origin and age of the oldest price; `nil` if there are no prices.
  public private(set) var provenance: Provenance?
  /// The error that caused prices to be missing or old; `nil` if prices are missing only because the source doesn't
  /// list the coins.
  public internal(set) var shortfall: MarketsError?

  /// Creates an empty collection.
  public init() {}

  /// Creates a collection of quotes.
  ///
  /// If there is an error, the quotes came from the cache and are marked as stale.
  init(_ quotes: [CoinID: [CurrencyCode: Quote]], freshness: Freshness, shortfall: MarketsError? = nil) {
    self.quotes = quotes
    self.shortfall = shortfall
    let times = quotes.values.lazy.flatMap { $0.values.lazy.map(\.time) }
    guard let oldest = times.min() else { return }
    var nextTry: Date?
    if case .rateLimited(let next, _) = shortfall { nextTry = next }
    provenance = Provenance(
      asOf: oldest,
      hasFailedRefresh: shortfall != nil,
      nextTry: nextTry,
      freshness: freshness
    )
  }

  /// Returns whether a coin's price is known.
  public func hasPrice(of coin: CoinReference, in currency: CurrencyCode) -> Bool {
    CoinID(coin.id).flatMap { quotes[$0]?[currency] } != nil
  }

  func time(of coin: CoinReference, in currency: CurrencyCode) -> Date? {
    CoinID(coin.id).flatMap { quotes[$0]?[currency]?.time }
  }

  func prices(in currency: CurrencyCode) -> [String: Decimal] {
    var prices: [String: Decimal] = [:]
    for (coin, quote) in quotes { prices[coin.description] = quote[currency]?.price }
    return prices
  }
}

/// A use case that loads prices for several coins with as few requests as the source allows.
public struct FetchQuotes: Sendable {
  private let repository: any MarketsRepository

  /// Creates a use case that loads from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the coins' prices.
  ///
  /// Prices that can't be loaded come from the cache or are missing. Missing prices aren't an error, because holdings
  /// are useful without a network.
  public func execute(
    _ coins: some Sequence<String>,
    currency: CurrencyCode,
    policy: LoadPolicy = .fresh
  ) async -> CoinQuotes {
    let ids = Set(coins.compactMap { CoinID($0) }).sorted()
    guard !ids.isEmpty else { return CoinQuotes() }
    let capabilities = repository.capabilities
    let freshness = capabilities.freshness
    guard capabilities.currencies.contains(currency) else {
      return CoinQuotes(
        [:],
        freshness: freshness,
        shortfall: .currencyNotAvailable(currency, available: capabilities.currencies)
      )
    }
    do throws(MarketsError) {
      return CoinQuotes(try await repository.quotes(of: ids, in: [currency], policy: policy), freshness: freshness)
    } catch {
      let stored = await stored(ids, currency)
      return CoinQuotes(stored, freshness: freshness, shortfall: error)
    }
  }

  /// Returns the known quotes, or none if they can't be read; the caller already reports why loading failed.
  private func stored(_ ids: [CoinID], _ currency: CurrencyCode) async -> [CoinID: [CurrencyCode: Quote]] {
    do throws(MarketsError) {
      return try await repository.quotes(of: ids, in: [currency], policy: .storedOnly)
    } catch {
      return [:]
    }
  }
}

struct HoldingsTotal: Hashable, Sendable {
  /// The value of the coins that have a price; `nil` if no held coin has one.
  let total: Decimal?
  let currency: CurrencyCode
  let unpricedCount: Int

  /// Creates totals by adding up holdings; a NaN price or amount is treated as a missing price.
  init(_ balances: [CoinBalance], in currency: CurrencyCode, price: (CoinID) -> Decimal?) {
    var total: Decimal?
    var unpriced = 0
    for balance in balances where balance.amount != 0 {
      if let price = CoinID(balance.coin.id).flatMap(price), !price.isNaN, !balance.amount.isNaN {
        total = (total ?? 0) + balance.amount * price
      } else {
        unpriced += 1
      }
    }
    self.total = total
    self.currency = currency
    unpricedCount = unpriced
  }
}
