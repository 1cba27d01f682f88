public import Foundation

/// A price at a time.
public struct PricePoint: Sendable, Hashable {
  /// The time.
  public let time: Date
  /// The price of one coin from then on.
  public let price: Decimal

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - price: The price of one coin from then on.
  public init(time: Date, price: Decimal) {
    self.time = time
    self.price = price
  }
}

/// The value of all coins at a time.
public struct ValuePoint: Sendable, Hashable {
  /// The time.
  public let time: Date
  /// The value of the coins held then that had a price.
  public let value: Decimal
  /// The coins held then that had no price yet.
  public let missingPrices: [CoinReference]
}

extension LedgerSnapshot {
  /// The value of what was held, over time, with a point for every time of any series.
  ///
  /// - Parameter prices: The prices of every coin, by its identifier, in any order, all in one currency.
  /// - Returns: The points in order of time.
  public func valueHistory(prices: [String: [PricePoint]]) -> [ValuePoint] {
    valueHistory(prices: prices, at: Set(prices.values.joined().map(\.time)).sorted())
  }

  /// The value of what was held, at chosen times.
  ///
  /// A coin's price is the latest one of its series at or before a time. Entries count from their time on. Takes time in
  /// proportion to entries, and to points times coins.
  ///
  /// - Parameters:
  ///   - prices: The prices of every coin, by its identifier, in any order, all in one currency.
  ///   - times: The times, the earliest first.
  /// - Returns: The points in order of time.
  public func valueHistory(prices: [String: [PricePoint]], at times: [Date]) -> [ValuePoint] {
    var series: [Int32: [(time: Date, price: FixedPoint)]] = [:]
    for (id, points) in prices {
      guard let coin = table.names.coins.existing(id) else { continue }
      series[coin] = points.compactMap { point in FixedPoint(rounding: point.price).map { (point.time, $0) } }
        .sorted { $0.time < $1.time }
    }
    let positions = table.effectivePositions()
    var next = 0
    var held = [FixedPoint](repeating: .zero, count: table.names.coins.names.count)
    var cursors: [Int32: Int] = [:]
    return times.map { time in
      while next < positions.count, table.records[positions[next]].time.date <= time {
        let record = table.records[positions[next]]
        if let (coin, amount) = record.incoming { held[Int(coin)] += amount }
        if let (coin, amount) = record.outgoing { held[Int(coin)] -= amount }
        next += 1
      }
      var value = FixedPoint.zero
      var missing: [CoinReference] = []
      for number in held.indices where held[number].isPositive {
        let coin = Int32(number)
        let points = series[coin] ?? []
        var cursor = cursors[coin] ?? -1
        while cursor + 1 < points.count, points[cursor + 1].time <= time { cursor += 1 }
        cursors[coin] = cursor
        if cursor >= 0, !points[cursor].price.isNegative, let worth = held[number].multiplied(by: points[cursor].price),
          (value + worth).estimate < LedgerLimits.turnover
        {
          value += worth
        } else {
          missing.append(table.coin(coin))
        }
      }
      return ValuePoint(time: time, value: value.decimal, missingPrices: missing)
    }
  }
}
