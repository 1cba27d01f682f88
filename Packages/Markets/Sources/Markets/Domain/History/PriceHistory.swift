public import Foundation

/// What a coin cost in the course of time.
public struct PriceHistory: Sendable {
  /// A price at a moment.
  public struct Point: Hashable, Sendable {
    /// The moment.
    public let date: Date
    /// The price.
    public let price: Decimal

    /// Makes a point.
    public init(date: Date, price: Decimal) {
      self.date = date
      self.price = price
    }
  }

  /// Whose prices.
  public let coin: CoinID
  /// For which stretch of time.
  public let range: PriceRange
  /// In which currency.
  public let currency: CurrencyCode
  /// The prices in the order of time.
  public let points: [Point]
  /// Where they come from.
  public let provenance: Provenance

  /// Makes a history; the points are sorted if they are not yet.
  public init(coin: CoinID, range: PriceRange, currency: CurrencyCode, points: [Point], provenance: Provenance) {
    self.coin = coin
    self.range = range
    self.currency = currency
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.date <= $1.date }
    self.points = isSorted ? points : points.sorted { $0.date < $1.date }
    self.provenance = provenance
  }
}
