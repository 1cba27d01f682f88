public import Foundation

/// The price of a coin at a past time, from its chart.
public struct HistoricalPrice: Hashable, Sendable {
  /// The price of one coin, above zero.
  public let price: Decimal
  /// The time of the chart's point.
  public let time: Date
}

/// Finds the price of a coin at a past time.
public struct FetchHistoricalPrice: Sendable {
  /// The ranges to choose from in days, with the largest distance between the requested time and a point.
  ///
  /// CoinGecko has a point every five minutes for one day, every hour for up to 90 days, and every day for more
  /// (`/coins/{id}/market_chart`). Points may be missing, so that three distances are tolerated.
  private static let ranges: [(days: Int, tolerance: TimeInterval)] = [
    (1, 900), (30, 10_800), (90, 10_800), (365, 259_200), (1_825, 259_200),
  ]

  private let fetchHistory: FetchPriceHistory

  /// Creates the use case.
  public init(repository: any MarketsRepository) { fetchHistory = FetchPriceHistory(repository: repository) }

  /// Loads the shortest chart that covers a time, and returns the price nearest to that time.
  ///
  /// - Parameters:
  ///   - coin: The source's id of the coin.
  ///   - time: The time, in the past.
  ///   - currency: The currency of the price.
  ///   - now: The current time.
  /// - Returns: The price; `nil` where the chart has none near the time.
  /// - Throws: ``MarketsError/rangeNotAvailable(_:reason:)`` where the source has no prices of so long ago, or the reason why
  ///   the chart can't be loaded.
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
