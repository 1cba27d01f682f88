import Foundation
import Portfolio

/// The prices of chosen coins.
public struct CoinQuotes: Sendable {
  private(set) var quotes: [String: AlertQuote] = [:]
  /// The origin and the age of the oldest price; `nil` without prices.
  public internal(set) var provenance: Provenance?
  /// The error because of which prices are missing; `nil` where the source doesn't know the missing ones.
  public internal(set) var shortfall: MarketsError?

  /// Creates an empty collection.
  public init() {}

  func prices(in currency: CurrencyCode) -> [String: Decimal] {
    quotes.compactMapValues { $0.prices[currency.code.lowercased()] }
  }

  /// Adds the price of a coin in a list; a price that isn't a number is ignored.
  public mutating func add(_ coin: Coin, in currency: CurrencyCode, from provenance: Provenance) {
    let id = coin.id.description
    var prices = quotes[id]?.prices ?? [:]
    var changes = quotes[id]?.dayChanges ?? [:]
    // Only the list's own currency has a change, so prices in other currencies are ignored.
    let code = currency.code.lowercased()
    if let price = coin.prices[currency], !price.isNaN { prices[code] = price }
    changes[code] = coin.figures.change24h
    quotes[id] = AlertQuote(prices: prices, dayChanges: changes)
    self.provenance = self.provenance?.joined(with: provenance) ?? provenance
  }

  /// The prices of both collections; the newer collection wins.
  func joined(with other: CoinQuotes) -> CoinQuotes {
    guard let otherProvenance = other.provenance else { return self }
    guard let provenance else { return other }
    let isOtherNewer = otherProvenance.asOf >= provenance.asOf
    var result = isOtherNewer ? self : other
    for (id, quote) in (isOtherNewer ? other : self).quotes {
      result.quotes[id] = AlertQuote(
        prices: (result.quotes[id]?.prices ?? [:]).merging(quote.prices) { $1 },
        dayChanges: (result.quotes[id]?.dayChanges ?? [:]).merging(quote.dayChanges) { $1 }
      )
    }
    result.provenance = provenance.joined(with: otherProvenance)
    return result
  }

  func hasPrice(of coin: String, in currency: CurrencyCode) -> Bool {
    quotes[coin]?.prices[currency.code.lowercased()] != nil
  }
}

/// Loads prices of chosen coins, in as few requests as the source allows.
public struct FetchQuotes: Sendable {
  /// The number of coins from which on the first page of the list is loaded before single coins.
  static let pageThreshold = 4

  private let repository: any MarketsRepository

  /// Creates the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the prices that are not known and returns all of them.
  ///
  /// Prices that can't be loaded are missing rather than an error, because holdings are useful without a network. No
  /// request follows the first failure.
  public func execute(
    _ coins: some Sequence<String>,
    currency: CurrencyCode,
    policy: LoadPolicy = .fresh,
    known: CoinQuotes = CoinQuotes()
  ) async -> CoinQuotes {
    var quotes = known
    var rest = Set(coins).filter { !quotes.hasPrice(of: $0, in: currency) }
    guard !rest.isEmpty else { return quotes }
    guard repository.capabilities.currencies.contains(currency) else {
      quotes.shortfall = .currencyNotAvailable(currency, available: repository.capabilities.currencies)
      return quotes
    }
    var query = CoinQuery(currency: currency, policy: policy)
    do throws(MarketsError) {
      if rest.count >= Self.pageThreshold {
        query.pageSize = 250
        let page = try await repository.coins(query)
        for coin in page.coins where rest.remove(coin.id.description) != nil {
          quotes.add(coin, in: page.currency, from: page.provenance)
        }
      }
      let ids = rest.sorted().compactMap { CoinID($0) }
      guard !ids.isEmpty else { return quotes }
      let page = try await repository.coins(withIDs: ids, query)
      for coin in page.coins { quotes.add(coin, in: page.currency, from: page.provenance) }
    } catch {
      quotes.shortfall = error
    }
    return quotes
  }
}

struct HoldingsTotal: Hashable, Sendable {
  let total: Decimal
  let currency: CurrencyCode
  let unpricedCount: Int

  /// Adds up holdings; an amount that is not a number counts as one without a price.
  init(_ balances: [CoinBalance], in currency: CurrencyCode, price: (CoinID) -> Decimal?) {
    var total: Decimal = 0
    var unpriced = 0
    for balance in balances where balance.amount != 0 {
      if let price = CoinID(balance.coin.id).flatMap(price), !price.isNaN, !balance.amount.isNaN {
        total += balance.amount * price
      } else {
        unpriced += 1
      }
    }
    self.total = total
    self.currency = currency
    unpricedCount = unpriced
  }
}
