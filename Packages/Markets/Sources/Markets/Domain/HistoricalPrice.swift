public import Foundation

/// A coin's price at a past time, taken from its price history.
public struct HistoricalPrice: Hashable, Sendable {
  /// The price of one coin, above zero.
  public let price: Decimal
  /// The time of the price, which may differ from the requested time.
  public let time: Date
}

/// A use case that finds a coin's price at a past time.
public struct FetchHistoricalPrice: Sendable {
  /// The available ranges, in days, each with its maximum distance between the requested time and a price, in seconds.
  ///
  /// CoinGecko has prices every five minutes for one day, every hour for up to 90 days, and every day for longer ranges
  /// (`/coins/{id}/market_chart`). Prices can be missing, so the maximum distance is three intervals.
  private static let ranges: [(days: Int, tolerance: TimeInterval)] = [
    (1, 900), (30, 10_800), (90, 10_800), (365, 259_200), (1_825, 259_200),
  ]

  private let fetchHistory: FetchPriceHistory

  /// Creates a use case that looks up prices in a repository's histories.
  public init(repository: any MarketsRepository) { fetchHistory = FetchPriceHistory(repository: repository) }

  /// Loads the shortest price history that covers a past time, and returns the price nearest to that time.
  ///
  /// The result is `nil` if the history has no price near the time. The error is
  /// ``MarketsError/rangeNotAvailable(_:reason:)`` if the source's histories don't reach back far enough.
  public func execute(
    _ coin: CoinID,
    at time: Date,
    currency: CurrencyCode,
    now: Date
  ) async throws(MarketsError) -> HistoricalPrice? {
    let age = now.timeIntervalSince(time)
    let choice = Self.ranges.first { age <= Double($0.days) * 86_400 }
    let range = choice.map { PriceRange(days: $0.days) } ?? .all
    let tolerance = choice?.tolerance ?? Self.ranges[Self.ranges.count - 1].tolerance
    let history = try await fetchHistory.execute(coin, range: range, currency: currency)
    let usable = history.points.lazy.filter { !$0.price.isNaN && $0.price > 0 }
    let nearest = usable.min { abs($0.date.timeIntervalSince(time)) < abs($1.date.timeIntervalSince(time)) }
    guard let nearest, abs(nearest.date.timeIntervalSince(time)) <= tolerance else { return nil }
    return HistoricalPrice(price: nearest.price, time: nearest.date)
  }
}
