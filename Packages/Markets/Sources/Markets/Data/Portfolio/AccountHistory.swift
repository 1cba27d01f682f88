public import Foundation
public import Portfolio

/// What all holdings were worth in the course of time.
public struct AccountHistory: Sendable {
  /// A coin that was held and is not counted, or not all of the time.
  public struct Gap: Sendable {
    /// Why a coin is not counted.
    public enum Reason: Sendable {
      /// The source does not know the coin; it may have vanished.
      case unknownCoin
      /// The source has no prices of it for that time.
      case noPrices
      /// The source has prices for a part of the time only, the first of them then.
      case partly(from: Date)
      /// The prices could not be had.
      case failed(MarketsError)
    }

    /// The coin.
    public let coin: CoinReference
    /// Why it is not counted.
    public let reason: Reason
  }

  /// The stretch of time.
  public let range: PriceRange
  /// The currency of the values.
  public let currency: CurrencyCode
  /// The values in the order of time, from the first entry of the ledger on; each names the coins that are not in it.
  public let points: [ValuePoint]
  /// The coins that are missing from some or all of the points.
  public let gaps: [Gap]
  /// How many entries lie between the first and the last point, so that the values changed by them, too.
  public let entryCount: Int
  /// How many entries lie after the last point and after now, as a clock that was wrong leaves them; they are not counted.
  public let futureEntryCount: Int
  /// Where the prices come from; `nil` where there are none.
  public let provenance: Provenance?

  /// How far the value went up or down from the first point to the last; `nil` without points.
  public var change: Decimal? {
    guard let first = points.first, let last = points.last else { return nil }
    return last.value - first.value
  }

  /// The same in percent of the first value; `nil` where that is zero.
  public var changePercent: Decimal? {
    guard let first = points.first?.value, first != 0, let change else { return nil }
    return change / first * 100
  }
}
