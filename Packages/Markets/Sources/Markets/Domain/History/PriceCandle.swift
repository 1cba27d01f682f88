public import Foundation

/// How a price moved in a stretch of time.
public struct PriceCandle: Hashable, Sendable {
  /// When the stretch started.
  public let start: Date
  /// The first price.
  public let open: Decimal
  /// The highest price.
  public let high: Decimal
  /// The lowest price.
  public let low: Decimal
  /// The last price.
  public let close: Decimal
}

extension PriceHistory {
  /// The prices as candles of equal stretches of time.
  ///
  /// They are derived from the points of the chart, since asking for candles apart would be a further request of few: a candle's extremes are
  /// those of the points within, not of every trade. A candle opens where the one before closed, as trading goes on; stretches
  /// without a point have none.
  ///
  /// - Parameter count: The number of stretches; at least 1.
  /// - Returns: At most so many candles, in the order of time.
  public func candles(count: Int) -> [PriceCandle] {
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
