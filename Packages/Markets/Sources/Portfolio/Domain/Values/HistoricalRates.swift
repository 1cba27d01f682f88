public import Foundation

/// Daily exchange rates between currencies, in UTC.
///
/// Price sources have no exchange rates, so a rate is the quotient of a coin's prices in two currencies at the same
/// time.
public struct HistoricalRates: Sendable {
  /// The maximum distance, in days, to a day whose rate can replace a missing rate.
  ///
  /// It is enough for a long weekend.
  static let reach = 3
  /// The maximum time between a rate's two prices, in seconds.
  static let longestDistance: TimeInterval = 30 * 60

  /// Empty rates, for money in a single currency: each currency converts only to itself.
  public static let none = HistoricalRates(to: "", prices: [], others: [:])

  private let currency: String
  /// The value of one unit of each other currency, by currency code and number of days since 1970-01-01.
  private let rates: [String: [Int: Decimal]]

  /// Creates rates from a coin's prices in the target currency and, by currency code, in other currencies.
  ///
  /// Prices that aren't positive are ignored. The first pair of prices on a day determines the day's rate.
  package init(to currency: String, prices: [PricePoint], others: [String: [PricePoint]]) {
    self.currency = currency.lowercased()
    let prices = Self.usable(prices)
    let rates = others.map { code, points in (code.lowercased(), Self.rates(of: Self.usable(points), in: prices)) }
    self.rates = Dictionary(rates) { first, _ in first }
  }

  /// Returns the positive value of one unit of a currency in another currency; `nil` if the rate is unknown.
  ///
  /// If a day has no rate, the rate from the nearest day within three days is used. If two days are equally near, the
  /// earlier day is used.
  public func rate(from source: String, to target: String, at time: Date) -> Decimal? {
    let (source, target) = (source.lowercased(), target.lowercased())
    guard source != target else { return 1 }
    let day = Self.day(of: time)
    let distances = [0] + (1...Self.reach).flatMap { [-$0, $0] }
    for distance in distances {
      guard let from = value(of: source, day + distance), let to = value(of: target, day + distance) else { continue }
      let rate = from / to
      return rate.isFinite && rate > 0 ? rate : nil
    }
    return nil
  }

  private func value(of code: String, _ day: Int) -> Decimal? { code == currency ? 1 : rates[code]?[day] }

  static func day(of time: Date) -> Int {
    // Times beyond the calendar have no rate. The limits keep the result in the range of an integer.
    Int((max(min(time.timeIntervalSince1970, 1e12), -1e12) / 86_400).rounded(.down))
  }

  private static func usable(_ points: [PricePoint]) -> [PricePoint] {
    points.filter { $0.price.isFinite && $0.price > 0 }.sorted { $0.time < $1.time }
  }

  private static func rates(of points: [PricePoint], in prices: [PricePoint]) -> [Int: Decimal] {
    var rates: [Int: Decimal] = [:]
    var next = 0
    for point in points {
      func distance(_ index: Int) -> TimeInterval { abs(prices[index].time.timeIntervalSince(point.time)) }
      while next + 1 < prices.count, distance(next + 1) <= distance(next) { next += 1 }
      guard next < prices.count, distance(next) <= longestDistance else { continue }
      let rate = prices[next].price / point.price
      let day = day(of: point.time)
      if rates[day] == nil, rate.isFinite, rate > 0 { rates[day] = rate }
    }
    return rates
  }
}
