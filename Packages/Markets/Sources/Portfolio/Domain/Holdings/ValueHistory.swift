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
  package let value: Decimal
  /// The value of the money and coins added since the first point, minus the value removed.
  ///
  /// The rest of the change in value is gain or loss.
  package var netAdditions: Decimal = 0
  /// The held coins that didn't have a price yet at the time.
  package let missingPrices: [CoinReference]
}

extension LedgerSnapshot {
  /// Returns the value of the holdings at each time, using each coin's latest price at or before that time.
  ///
  /// Purchases count as additions at the price paid, including the fee, and sales as removals at their proceeds.
  /// Transfers and entries in another currency count at the market price. Swaps don't count. A coin that is already
  /// held when its prices begin counts as an addition at that time.
  ///
  /// - Parameters:
  ///   - prices: The prices by coin identifier.
  ///   - times: The times in chronological order.
  ///   - currency: The code of the prices' currency, in lower case; `nil` to count all additions at the market price.
  /// - Returns: One point for each time.
  package func valueHistory(
    prices: [String: [PricePoint]],
    at times: [Date],
    currency: String? = nil
  ) -> [ValuePoint] {
    var series = PriceSeries(prices, table.names.existingKey)
    let positions = table.effectivePositions()
    var next = 0
    var held = [FixedPoint](repeating: .zero, count: table.names.coins.names.count)
    var additions = FixedPoint.zero
    var previous: Date?
    return times.map { time in
      let before = held
      var entries: [LedgerRecord] = []
      while next < positions.count, table.records[positions[next]].time.date <= time {
        let record = table.records[positions[next]]
        if let (coin, amount) = record.incoming { held[Int(coin)] += amount }
        if let (coin, amount) = record.outgoing { held[Int(coin)] -= amount }
        if previous != nil { entries.append(record) }
        next += 1
      }
      if let previous {
        for record in entries {
          let money = record.hasPrice && table.names.currencies[record.currency] == currency ? record.money : nil
          additions += series.addition(of: record, paid: money, at: time)
        }
        for number in before.indices where before[number].isPositive {
          let coin = Int32(number)
          guard !series.hasPrice(of: coin, at: previous), let price = series.price(of: coin, at: time) else { continue }
          additions += before[number].multiplied(by: price) ?? .zero
        }
      }
      previous = time
      var value = FixedPoint.zero
      var missing: [CoinReference] = []
      for number in held.indices where held[number].isPositive {
        let coin = Int32(number)
        if let price = series.price(of: coin, at: time), let worth = held[number].multiplied(by: price),
          (value + worth).estimate < LedgerLimits.turnover
        {
          value += worth
        } else {
          missing.append(table.coin(coin))
        }
      }
      return ValuePoint(time: time, value: value.decimal, netAdditions: additions.decimal, missingPrices: missing)
    }
  }
}

extension LedgerRecord {
  /// The money paid for a purchase or a priced receipt, or the negative proceeds from a sale; `nil` for other entries.
  fileprivate var money: FixedPoint? {
    guard let value = amount.multiplied(by: price) else { return nil }
    return switch kind {
    case .buy, .receive: value + fee
    case .sell: fee - value
    case .swap, .send, .reversal: nil
    }
  }
}

/// The prices of several coins, read in chronological order.
private struct PriceSeries {
  private var series: [Int32: [(time: Date, price: FixedPoint)]] = [:]
  /// The index of the last price read for each coin.
  private var cursors: [Int32: Int] = [:]

  init(_ prices: [String: [PricePoint]], _ key: (String) -> Int32?) {
    for (id, points) in prices {
      guard let coin = key(id) else { continue }
      series[coin] = points.compactMap { point in FixedPoint(rounding: point.price).map { (point.time, $0) } }
        .sorted { $0.time < $1.time }
    }
  }

  /// Returns whether a coin's prices begin at or before a time.
  func hasPrice(of coin: Int32, at time: Date) -> Bool { series[coin]?.first.map { $0.time <= time } ?? false }

  /// Returns a coin's latest price at or before a time, which must not be earlier than in previous calls; `nil` if
  /// it is unknown or negative.
  mutating func price(of coin: Int32, at time: Date) -> FixedPoint? {
    guard let points = series[coin] else { return nil }
    var cursor = cursors[coin] ?? -1
    while cursor + 1 < points.count, points[cursor + 1].time <= time { cursor += 1 }
    cursors[coin] = cursor
    return cursor >= 0 && !points[cursor].price.isNegative ? points[cursor].price : nil
  }

  /// Returns the value that an entry adds to the holdings at a time; coins without a price don't count.
  mutating func addition(of record: LedgerRecord, paid: FixedPoint?, at time: Date) -> FixedPoint {
    let incoming = record.incoming.flatMap { worth($0.amount, of: $0.coin, at: time) }
    let outgoing = record.outgoing.flatMap { worth($0.amount, of: $0.coin, at: time) }
    return switch (incoming, outgoing) {
    case (nil, nil), (_?, _?): .zero
    case (let worth?, nil): paid ?? worth
    case (nil, let worth?): paid ?? -worth
    }
  }

  private mutating func worth(_ amount: FixedPoint, of coin: Int32, at time: Date) -> FixedPoint? {
    price(of: coin, at: time).flatMap { amount.multiplied(by: $0) }
  }
}

extension LedgerSnapshot {
  /// Returns the coins held at or after a time, ordered by their first entries.
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

  /// The times of all effective entries (entries that are neither reversed nor reversals), earliest first.
  package var timesOfCountingEntries: [Date] { table.effectivePositions().map { table.records[$0].time.date } }
}

package enum SeriesTimes {
  /// Merges the times of all series, and keeps only the last time in each group.
  ///
  /// Services record coins' prices for the same hour or day a few seconds apart. Therefore, times form a group
  /// if the gap between them is less than half of the finest series' average step.
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
