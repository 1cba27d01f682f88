public import Foundation

/// A price of a coin in one currency at a time.
public struct Quote: Hashable, Sendable {
  /// The highest plausible price, far above every real price and far below damaged numbers.
  private static let maximumPrice: Decimal = 1_000_000_000_000_000

  /// The price of one coin, above 0 and at most 10¹⁵.
  public let price: Decimal
  /// The change over 24 hours, in percent; `nil` if the source has none.
  public let dayChange: Decimal?
  /// The time of the price: the source's own, or the time of the response where the source has none.
  ///
  /// It is a whole number of milliseconds from 1970 to 9999; times outside of this range count as its nearest end.
  public let time: Date
  /// The name of the source, such as `CoinGecko`.
  public let source: String

  /// Creates a quote; `nil` for a price that isn't plausible, such as 0, a negative number or 10³⁰.
  ///
  /// A change that isn't a number is dropped.
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
    // Comparing decimals takes three times as long, and lists have thousands of prices.
    return (price as NSDecimalNumber).doubleValue < 1e14 || price <= maximumPrice
  }

  /// Returns the age at a time, in seconds, at least 0.
  ///
  /// The age of a quote from the future is infinite: the clock was set back, so the true age is unknown.
  public func age(at now: Date) -> TimeInterval { Self.age(of: time, at: now) }

  /// Returns the age of a time, in seconds, at least 0; infinite for a time in the future.
  ///
  /// Times up to ``clockTolerance`` in the future count as present, because clocks differ between machines.
  public static func age(of time: Date, at now: Date) -> TimeInterval {
    let age = now.timeIntervalSince(time)
    return age < -clockTolerance ? .infinity : max(age, 0)
  }

  /// The time of a quote whose true time is unknown, which is later than every clock.
  public static let unknownTime: Date = .distantFuture

  /// The time by which a quote may be in the future, in seconds.
  public static let clockTolerance: TimeInterval = 60
}
