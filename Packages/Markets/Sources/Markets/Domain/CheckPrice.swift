public import Foundation
public import Portfolio

/// A use case that compares a coin's current price with a condition.
public struct CheckPrice: Sendable {
  private let repository: any MarketsRepository
  private let now: @Sendable () -> Date

  /// Creates a check that loads prices from a repository.
  public init(repository: any MarketsRepository, now: @escaping @Sendable () -> Date = { Date() }) {
    self.repository = repository
    self.now = now
  }

  /// Loads a coin's price by ID, symbol or name, and compares it with the condition.
  ///
  /// A cached price older than `maximumAge` is requested again. If even the newest price is too old, the error is
  /// ``PriceCheckError/tooOld(_:asOf:now:)``.
  public func execute(
    _ word: String,
    _ condition: AlertCondition,
    currency: CurrencyCode,
    maximumAge: Duration
  ) async throws(PriceCheckError) -> PriceCheck {
    let coin: Coin
    let quote: Quote?
    let hasUsablePrice: Bool
    do throws(MarketsError) {
      let query = CoinQuery(currency: currency, policy: .maxAge(maximumAge))
      let page = try await repository.coin(word, query)
      guard let found = page.coins.first else {
        throw .coinNotFound(word, suggestions: [])
      }
      coin = found
      hasUsablePrice = found.prices[currency] != nil && !page.implausiblePrices.contains(found.id)
      quote = try await repository.quotes(of: [coin.id], in: [currency], policy: .maxAge(maximumAge))[coin.id]?[
        currency
      ]
    } catch {
      throw .prices(error)
    }
    let request = AlertRequest(coin: CoinReference(coin), condition: condition, currency: currency.code)
    guard let quote, let holds = request.holds(at: quote) else { throw .noPrice(request.coin, currency) }
    let time = now()
    guard quote.age(at: time) <= maximumAge / .seconds(1) else {
      guard hasUsablePrice else { throw .unusablePrice(request.coin, currency) }
      throw .tooOld(request.coin, asOf: quote.time, now: time)
    }
    return PriceCheck(coin: coin, request: request, quote: quote, holds: holds, time: time)
  }
}

/// The result of comparing a price with a condition.
public struct PriceCheck: Sendable {
  let coin: Coin
  let request: AlertRequest
  let quote: Quote
  /// Whether the condition holds at the price.
  public let holds: Bool
  let time: Date
}

/// An error that prevented the price check.
public enum PriceCheckError: Error, Sendable {
  /// The coin or its price couldn't be loaded.
  case prices(MarketsError)
  /// The source has no prices for the coin in the currency.
  case noPrice(CoinReference, CurrencyCode)
  /// The latest response has no price for the coin, or an implausible price such as 0.
  case unusablePrice(CoinReference, CurrencyCode)
  /// The newest price is older than allowed, or its time is in the future.
  case tooOld(CoinReference, asOf: Date, now: Date)
}
