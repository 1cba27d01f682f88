public import Foundation

/// A coin's price in one currency at a given time.
public struct Quote: Hashable, Sendable {
  /// The highest plausible price, which is far above real prices and far below typical corrupted values.
  private static let maximumPrice: Decimal = 1_000_000_000_000_000

  /// The price of one coin, above 0 and at most 10¹⁵.
  public let price: Decimal
  /// The change over 24 hours, in percent; `nil` if the source doesn't report it.
  public let dayChange: Decimal?
  /// The time of the price according to the source, or the time of the response if the source doesn't report a time.
  ///
  /// The time is a whole number of milliseconds from 1970 to 9999. Other times are clamped to this range.
  public let time: Date
  /// The name of the source, such as `CoinGecko`.
  public let source: String

  /// Creates a quote; `nil` for an implausible price, such as 0, a negative number or 10³⁰.
  ///
  /// A 24-hour change that isn't a number is dropped.
  public init?(price: Decimal, dayChange: Decimal? = nil, time: Date, source: String) {
    guard Self.isPlausible(price) else { return nil }
    self.price = price
    self.dayChange = dayChange.flatMap { $0.isFinite ? $0 : nil }
    let seconds = time.timeIntervalSince1970
    let milliseconds = seconds >= 0 ? min((seconds * 1_000).rounded(), Double(Timestamp.range.upperBound)) : 0
    self.time = Date(timeIntervalSince1970: milliseconds / 1_000)
    self.source = source
  }

  private static func isPlausible(_ price: Decimal) -> Bool {
    guard price.isFinite, !price.isSignMinus, !price.isZero else { return false }
    // Comparing doubles is three times as fast as comparing decimals, and lists contain thousands of prices.
    return (price as NSDecimalNumber).doubleValue < 1e14 || price <= maximumPrice
  }

  /// Returns the quote's age in seconds, at least 0, following the rules of ``age(of:at:)``.
  public func age(at now: Date) -> TimeInterval { Self.age(of: time, at: now) }

  /// Returns the age of a time in seconds, at least 0; infinite for a time too far in the future.
  ///
  /// Times up to ``clockTolerance`` in the future are treated as now, because clocks differ between machines. A later
  /// time means that the clock was set back, so the real age is unknown.
  public static func age(of time: Date, at now: Date) -> TimeInterval {
    let age = now.timeIntervalSince(time)
    return age < -clockTolerance ? .infinity : max(age, 0)
  }

  /// Returns a price's time: the source's own time or its response's arrival, whichever is earlier.
  ///
  /// If the arrival is unknown, so is the price's time, because the source's time can then be in the future.
  public static func recordedTime(reported: Date?, arrival: Date) -> Date {
    guard let reported, arrival < unknownTime else { return arrival }
    return min(reported, arrival)
  }

  /// A placeholder for an unknown quote time, later than the time on any clock.
  public static let unknownTime: Date = .distantFuture

  /// The maximum time by which a quote may be in the future, in seconds.
  public static let clockTolerance: TimeInterval = 60
}
