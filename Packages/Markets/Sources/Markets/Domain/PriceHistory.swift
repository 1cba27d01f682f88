import Foundation
import Portfolio

/// A coin's prices over time.
public struct PriceHistory: Sendable {
  struct Point: Hashable, Sendable {
    let date: Date
    let price: Decimal

    init(date: Date, price: Decimal) {
      self.date = date
      self.price = price
    }
  }

  /// The volume in the 24 hours before a time, in the history's currency.
  struct Volume: Hashable, Sendable {
    let date: Date
    let amount: Decimal
  }

  var coin: CoinID
  let range: PriceRange
  let currency: CurrencyCode
  let points: [Point]
  let volumes: [Volume]
  /// The origin and age of the prices.
  public internal(set) var provenance: Provenance

  init(
    coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    points: [Point],
    volumes: [Volume] = [],
    provenance: Provenance
  ) {
    self.coin = coin
    self.range = range
    self.currency = currency
    self.volumes = volumes
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.date <= $1.date }
    self.points = isSorted ? points : points.sorted { $0.date < $1.date }
    self.provenance = provenance
    // A new response can end with an old price.
    self.provenance.asOf = Quote.recordedTime(reported: self.points.last?.date, arrival: provenance.asOf)
  }
}

extension PriceHistory {
  /// The period from the first to the last price, such as `200 days`, if it is clearly shorter than the range.
  var partialCoverage: String? {
    guard let first = points.first?.date, let last = points.last?.date, let days = range.dayCount else { return nil }
    let covered = last.timeIntervalSince(first)
    guard covered < Double(days) * 86_400 * 0.9 else { return nil }
    let (hours, wholeDays) = (Int(covered / 3_600), Int(covered / 86_400))
    return wholeDays > 1 ? "\(wholeDays) days" : hours == 1 ? "1 hour" : "\(hours) hours"
  }
}

/// A period that ends now.
public enum PriceRange: Hashable, Sendable {
  /// The last 24 hours.
  case day
  /// The last 7 days.
  case week
  /// The last 30 days.
  case month
  /// The last 90 days.
  case threeMonths
  /// The last 180 days.
  case sixMonths
  /// The last 365 days.
  case year
  /// The last five years of 365 days.
  case fiveYears
  /// The whole history.
  case all
  /// Any other number of days, at least 1.
  case days(Int)

  static let offered: [PriceRange] = [.day, .week, .month, .threeMonths, .sixMonths, .year, .fiveYears, .all]

  /// Creates a range from a number of days, using a named range if one matches.
  public init(days: Int) { self = Self.offered.first { $0.dayCount == days } ?? .days(days) }

  /// The number of days; `nil` for the whole history.
  var dayCount: Int? {
    switch self {
    case .day: 1
    case .week: 7
    case .month: 30
    case .threeMonths: 90
    case .sixMonths: 180
    case .year: 365
    case .fiveYears: 5 * 365
    case .all: nil
    case .days(let count): count
    }
  }

  /// The interval between the source's prices.
  ///
  /// Source: CoinGecko's documentation of `/coins/{id}/market_chart`, “Data granularity”.
  var interval: Duration {
    switch dayCount ?? .max {
    case ...1: .seconds(300)
    case ...90: .seconds(3_600)
    default: .seconds(86_400)
    }
  }

  /// The label on a tab, such as `1W`.
  var label: String {
    switch self {
    case .day: "1D"
    case .week: "1W"
    case .month: "1M"
    case .threeMonths: "3M"
    case .sixMonths: "6M"
    case .year: "1Y"
    case .fiveYears: "5Y"
    case .all: "All"
    case .days(let count): "\(count)D"
    }
  }
}

struct PriceCandle: Hashable, Sendable {
  let start: Date
  let open: Decimal
  let high: Decimal
  let low: Decimal
  let close: Decimal
}

extension PriceHistory {
  /// Returns candles of equal duration.
  ///
  /// Each candle opens at the previous candle's close.
  ///
  /// Periods without points have no candle.
  func candles(count: Int) -> [PriceCandle] {
    guard let first = points.first, let last = points.last, count > 0 else { return [] }
    let length = max(last.date.timeIntervalSince(first.date) / Double(count), 1)
    var candles: [PriceCandle] = []
    var current: (number: Int, open: Decimal, high: Decimal, low: Decimal, close: Decimal)?
    func finish() {
      guard let current else { return }
      candles.append(
        PriceCandle(
          start: first.date.addingTimeInterval(Double(current.number) * length),
          open: current.open,
          high: current.high,
          low: current.low,
          close: current.close
        )
      )
    }
    for point in points {
      let number = min(Int(point.date.timeIntervalSince(first.date) / length), count - 1)
      if let candle = current, candle.number == number {
        current = (number, candle.open, max(candle.high, point.price), min(candle.low, point.price), point.price)
      } else {
        finish()
        let open = current?.close ?? point.price
        current = (number, open, max(open, point.price), min(open, point.price), point.price)
      }
    }
    finish()
    return candles
  }
}

extension Array {
  /// Returns the index of the element nearest to a given time, or the lower index of two equally near elements.
  ///
  /// The array must be sorted by time. The result is `nil` if the array is empty or the given time is NaN.
  func index(nearestTo moment: Date, by time: KeyPath<Element, Date>) -> Int? {
    guard !isEmpty, !moment.timeIntervalSinceReferenceDate.isNaN else { return nil }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle][keyPath: time] < moment { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let isEarlierNearer =
      moment.timeIntervalSince(self[low - 1][keyPath: time]) <= self[low][keyPath: time].timeIntervalSince(moment)
    return isEarlierNearer ? low - 1 : low
  }
}
