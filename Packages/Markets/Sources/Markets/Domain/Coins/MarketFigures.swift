public import Foundation

/// What the market says about a coin besides its price; each figure may be missing.
///
/// Amounts are in the currency of the listing; supplies are counted in coins.
public struct MarketFigures: Hashable, Sendable {
  /// An extreme of the price, and when it was.
  public struct Extreme: Hashable, Sendable {
    /// The price.
    public var price: Decimal
    /// When it was.
    public var date: Date?
    /// How far today's price is from it, in percent.
    public var changePercent: Decimal?

    /// Makes an extreme.
    public init(price: Decimal, date: Date? = nil, changePercent: Decimal? = nil) {
      self.price = price
      self.date = date
      self.changePercent = changePercent
    }
  }

  /// The change of the price within an hour, in percent.
  public var change1h: Decimal?
  /// The change of the price within 24 hours, in percent.
  public var change24h: Decimal?
  /// The change of the price within seven days, in percent.
  public var change7d: Decimal?
  /// The change of the price within 24 hours, as an amount.
  public var priceChange24h: Decimal?
  /// What all coins are worth.
  public var marketCap: Decimal?
  /// What all coins that there can ever be would be worth.
  public var fullyDilutedValuation: Decimal?
  /// What was traded within 24 hours.
  public var volume: Decimal?
  /// The highest price of 24 hours.
  public var high24h: Decimal?
  /// The lowest price of 24 hours.
  public var low24h: Decimal?
  /// How many coins there are to be traded.
  public var circulatingSupply: Decimal?
  /// How many coins there are.
  public var totalSupply: Decimal?
  /// How many coins there can ever be.
  public var maximumSupply: Decimal?
  /// The highest price ever.
  public var allTimeHigh: Extreme?
  /// The lowest price ever.
  public var allTimeLow: Extreme?

  /// Makes figures of which all are missing.
  public init() {}
}
