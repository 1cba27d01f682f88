import Foundation

/// A converter of entries' money amounts to one currency, which must receive the entries in chronological order.
///
/// Converted amounts have 8 decimal places. Further digits would be noise, because a rate is a quotient of prices.
struct MoneyConversion {
  /// An entry's converted money amounts: the value of its coins, and its fee.
  struct Money {
    let value: FixedPoint
    let fee: FixedPoint
    /// The value of one unit of the entry's currency.
    let rate: FixedPoint
  }

  private let names: [String]
  private let currency: String
  private let rates: HistoricalRates
  /// Each currency's latest rate with its day, cached because many entries share a day.
  private var known: [(day: Int64, rate: FixedPoint?)?]
  private var missing: [MissingRate?]
  private var turnover = 0.0

  /// Creates a converter for the ledger's currencies, which are numbered by their positions in `names`.
  init(_ names: [String], to currency: String, _ rates: HistoricalRates) {
    self.names = names
    self.currency = currency
    self.rates = rates
    known = Array(repeating: nil, count: names.count)
    missing = known.map { _ in nil }
  }

  var missingRates: [MissingRate] { missing.compactMap(\.self).sorted { $0.currency < $1.currency } }

  /// Returns an entry's converted money amounts; `nil` if the entry has no price or its rate is unknown.
  mutating func money(of record: LedgerRecord) -> Money? {
    guard record.hasPrice else { return nil }
    guard let money = converted(record) else {
      // The price of sent coins doesn't affect any results.
      if record.kind != .send { note(record) }
      return nil
    }
    return money
  }

  private mutating func converted(_ record: LedgerRecord) -> Money? {
    guard let rate = rate(of: record), let price = record.amount.multiplied(by: record.price) else { return nil }
    let isSame = rate.units == FixedPoint.unitsOfOne
    guard let value = isSame ? price : price.multiplied(by: rate)?.roundedMoney,
      let fee = isSame ? record.fee : record.fee.multiplied(by: rate)?.roundedMoney
    else { return nil }
    // The ledger keeps each currency's total within the range of exact numbers. This check does the same for converted
    // money.
    let sum = turnover + value.estimate + fee.estimate
    guard sum < LedgerLimits.turnover else { return nil }
    turnover = sum
    return Money(value: value, fee: fee, rate: rate)
  }

  private mutating func rate(of record: LedgerRecord) -> FixedPoint? {
    let number = Int(record.currency)
    let day = record.time.milliseconds / 86_400_000
    if let latest = known[number], latest.day == day { return latest.rate }
    let rate = rates.rate(from: names[number], to: currency, at: record.time.date).flatMap { FixedPoint(rounding: $0) }
    let usable = rate.flatMap { $0.isPositive ? $0 : nil }
    known[number] = (day, usable)
    return usable
  }

  private mutating func note(_ record: LedgerRecord) {
    let number = Int(record.currency)
    let time = record.time.date
    if missing[number] == nil {
      missing[number] = MissingRate(currency: names[number], entryCount: 1, first: time, last: time)
    } else {
      missing[number]?.entryCount += 1
      missing[number]?.last = time
    }
  }
}

extension FixedPoint {
  /// The number, which must not be negative, rounded to 8 decimal places, half to even.
  fileprivate var roundedMoney: FixedPoint {
    let unit = Self.unitsOfOne / 100_000_000
    let (quotient, remainder) = units.quotientAndRemainder(dividingBy: unit)
    let half = unit / 2
    let isUp = remainder > half || (remainder == half && quotient & 1 == 1)
    return FixedPoint(units: (quotient + (isUp ? 1 : 0)) * unit)
  }
}
