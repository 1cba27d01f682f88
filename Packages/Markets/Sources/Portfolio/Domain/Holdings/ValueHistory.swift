package import Foundation

package struct PricePoint: Sendable, Hashable {
  package let time: Date
  package let price: Decimal

  package init(time: Date, price: Decimal) {
    self.time = time
    self.price = price
  }
}

package struct ValuePoint: Sendable, Hashable {
  package let time: Date
  /// The value of the held coins that had a price at the time.
  package let value: Decimal
  /// The held coins that didn't have a price yet at the time.
  package let missingPrices: [CoinReference]
}

extension LedgerSnapshot {
  /// Returns the value of the holdings at each time, using each coin's latest price at or before that time.
  package func valueHistory(prices: [String: [PricePoint]], at times: [Date]) -> [ValuePoint] {
    var series: [Int32: [(time: Date, price: FixedPoint)]] = [:]
    for (id, points) in prices {
      guard let coin = table.names.existingKey(of: id) else { continue }
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

extension LedgerSnapshot {
  /// Returns the coins held at or after a time, in the order of their first entries.
  package func coinsHeld(since start: Date) -> [CoinReference] {
    var held = [FixedPoint](repeating: .zero, count: table.names.coins.names.count)
    var counts = [Bool](repeating: false, count: held.count)
    var isBefore = true
    func note() { for number in held.indices where held[number].isPositive { counts[number] = true } }
    for position in table.effectivePositions() {
      let record = table.records[position]
      if isBefore, record.time.date >= start {
        isBefore = false
        note()
      }
      if let (coin, amount) = record.outgoing { held[Int(coin)] -= amount }
      if let (coin, amount) = record.incoming {
        held[Int(coin)] += amount
        if !isBefore, held[Int(coin)].isPositive { counts[Int(coin)] = true }
      }
    }
    if isBefore { note() }
    return counts.indices.filter { counts[$0] }.map { table.coin(Int32($0)) }
  }

  /// The times of all effective entries (neither reversed nor reversals), earliest first.
  package var timesOfCountingEntries: [Date] { table.effectivePositions().map { table.records[$0].time.date } }
}

/// Merges the times of several price series.
package enum SeriesTimes {
  /// Merges the times of all series.
  ///
  /// Services record different coins' prices for the same hour or day some seconds apart. Therefore, times form a group
  /// if they are less than half of the finest series' average step apart. Only the last time in each group remains.
  package static func merged(_ series: [[Date]]) -> [Date] {
    let times = series.joined().sorted()
    let steps = series.compactMap { times -> TimeInterval? in
      guard let first = times.min(), let last = times.max(), first < last else { return nil }
      return last.timeIntervalSince(first) / Double(times.count - 1)
    }
    let reach = (steps.min() ?? 0) / 2
    var result: [Date] = []
    var start: Date?
    for time in times {
      if let start, time.timeIntervalSince(start) < reach || time == result.last {
        result[result.count - 1] = time
      } else {
        start = time
        result.append(time)
      }
    }
    return result
  }
}
