public import Foundation
public import Portfolio

/// The exchange rates for a ledger's entries.
public struct LedgerRates: Sendable {
  /// The rates that were loaded; rates that the source doesn't provide are missing.
  public var rates = HistoricalRates.none
  /// The reason why rates are missing; `nil` if all rates that the source has were loaded.
  public var shortfall: MarketsError?

  /// Creates an empty collection of rates.
  public init() {}
}

/// A use case that derives exchange rates from bitcoin's price history in each currency in a ledger.
public struct FetchHistoricalRates: Sendable {
  /// Bitcoin, the coin from which rates are derived because its price history is the longest.
  private static let coin = CoinID("bitcoin")
  /// The maximum age of a cached history; at most one day is missing from a history this old.
  private static let longestAge = LoadPolicy.maxAge(.seconds(86_400))

  private let repository: any MarketsRepository

  /// Creates a use case that loads histories from a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the rates for all entries in a ledger, with at most one request per currency per day.
  ///
  /// If no rates are needed, no request is sent. Rates that can't be loaded are missing. Missing rates aren't an error,
  /// because holdings are useful without them. After the first failure, no further requests are sent.
  public func execute(
    for snapshot: LedgerSnapshot,
    in currency: CurrencyCode,
    now: Date
  ) async -> LedgerRates {
    var result = LedgerRates()
    let offered = repository.capabilities.currencies
    let others = snapshot.currencies.compactMap { code, first in
      CurrencyCode(code).flatMap { $0 != currency && offered.contains($0) ? (code: $0, first: first) : nil }
    }
    guard let coin = Self.coin, offered.contains(currency), let first = others.map(\.first).min() else { return result }
    // Histories of more than 90 days have one price per day, at the same times in every currency.
    var range = first < now.addingTimeInterval(-364 * 86_400) ? PriceRange.all : .year
    func load(_ currency: CurrencyCode) async throws(MarketsError) -> [PricePoint] {
      let history = try await repository.history(of: coin, range: range, currency: currency, policy: Self.longestAge)
      return history.points.map { PricePoint(time: $0.date, price: $0.price) }
    }
    var base: [PricePoint] = []
    var prices: [String: [PricePoint]] = [:]
    do throws(MarketsError) {
      do throws(MarketsError) {
        base = try await load(currency)
      } catch {
        guard case .rangeNotAvailable = error, range == .all else { throw error }
        // A plan that excludes the complete history still includes the last year.
        range = .year
        result.shortfall = error
        base = try await load(currency)
      }
      for other in others.map(\.code).sorted() { prices[other.code] = try await load(other) }
    } catch {
      result.shortfall = error
    }
    result.rates = HistoricalRates(to: currency.code, prices: base, others: prices)
    return result
  }
}
