public import Foundation
public import Portfolio

/// The exchange rates that a ledger needs.
public struct LedgerRates: Sendable {
  /// The rates; unknown where the source has none.
  public var rates = HistoricalRates.none
  /// The reason why rates are missing; `nil` where the source has all that it offers.
  public var shortfall: MarketsError?

  /// Creates a collection without rates.
  public init() {}
}

/// Loads exchange rates: bitcoin's price history in each currency of a ledger.
public struct FetchHistoricalRates: Sendable {
  /// The coin whose prices make the rates, because its history is the longest.
  private static let coin = CoinID("bitcoin")
  /// The maximum age of stored histories, in which at most one day is missing.
  private static let longestAge = LoadPolicy.maxAge(.seconds(86_400))

  private let repository: any MarketsRepository

  /// Creates the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Loads the rates for all entries of a ledger, without a request where none is needed.
  ///
  /// Each currency takes one request a day. Rates that can't be loaded are missing rather than an error, because holdings are useful
  /// without them. No request follows the first failure.
  ///
  /// - Parameters:
  ///   - snapshot: The ledger.
  ///   - currency: The currency that money is converted to.
  ///   - now: The current time.
  /// - Returns: The rates, and the reason why some are missing.
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
    // Histories of more than 90 days have one price a day, at the same times in every currency.
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
        // Plans without the whole history have a year of it.
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
