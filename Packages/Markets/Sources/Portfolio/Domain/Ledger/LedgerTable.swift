import Foundation

/// A ledger's entries in memory, in the order in which they were recorded, with current balances and indexes.
struct LedgerTable: Sendable {
  /// The reason why a well-formed record can't be added.
  enum Fault: Error {
    case duplicate
    case unknownOriginal
    case notReversible
    case alreadyReversed(by: UUID)
    case outOfRange
  }

  var names: LedgerNames
  private(set) var records: [LedgerRecord] = []
  private(set) var balances: [FixedPoint] = []
  /// The latest symbol of every coin, by the coin's number.
  private var lastSymbols: [Int32] = []
  /// The position of each reversed entry's reversal, by the entry's position.
  private(set) var reversals: [Int: Int] = [:]
  /// Whether the entries were recorded in chronological order.
  private(set) var isInOrderOfTime = true
  private var index = IdentifierIndex()
  private var coinTurnover: [Double] = []
  private var currencyTurnover: [Double] = []
  /// The latest time of all entries, including reversed ones.
  private var latest = Timestamp(milliseconds: 0)

  init(aliases: [String: String] = [:]) { names = LedgerNames(aliases: aliases) }

  func position(of id: UUID) -> Int? { index.position(of: id, in: records) }

  /// Adds a record that is within the limits; balances may become negative if damaged lines hide entries.
  mutating func admit(_ record: LedgerRecord) throws(Fault) {
    guard position(of: record.id) == nil else { throw .duplicate }
    if record.kind == .reversal {
      try admitReversal(record)
    } else {
      try count(record)
      apply(record, isUndone: false)
    }
    if record.time < latest { isInOrderOfTime = false } else { latest = record.time }
    index.add(record.id, at: records.count)
    records.append(record)
  }

  private mutating func admitReversal(_ record: LedgerRecord) throws(Fault) {
    guard let original = record.original.flatMap({ position(of: $0) }) else { throw .unknownOriginal }
    if let reversal = reversals[original] { throw .alreadyReversed(by: records[reversal].id) }
    guard records[original].kind != .reversal else { throw .notReversible }
    reversals[original] = records.count
    apply(records[original], isUndone: true)
  }

  private mutating func apply(_ record: LedgerRecord, isUndone: Bool) {
    while balances.count < names.coins.names.count {
      balances.append(.zero)
      lastSymbols.append(0)
    }
    lastSymbols[Int(record.coin)] = record.symbol
    if record.kind == .swap { lastSymbols[Int(record.otherCoin)] = record.otherSymbol }
    if let (coin, amount) = record.incoming { balances[Int(coin)] += isUndone ? -amount : amount }
    if let (coin, amount) = record.outgoing { balances[Int(coin)] += isUndone ? amount : -amount }
  }

  func coin(_ number: Int32) -> CoinReference { names.coin(number, lastSymbols[Int(number)]) }

  /// Adds a record's amounts to the totals, and refuses the record if a total could exceed the range of exact numbers.
  private mutating func count(_ record: LedgerRecord) throws(Fault) {
    while coinTurnover.count < names.coins.names.count { coinTurnover.append(0) }
    while currencyTurnover.count < names.currencies.names.count { currencyTurnover.append(0) }
    let amount = record.amount.estimate
    let other = record.otherAmount.estimate
    let coin = coinTurnover[Int(record.coin)] + amount
    guard coin < LedgerLimits.turnover else { throw .outOfRange }
    if record.kind == .swap {
      guard coinTurnover[Int(record.otherCoin)] + other < LedgerLimits.turnover else { throw .outOfRange }
    }
    if record.hasPrice {
      let value = amount * record.price.estimate
      // The product has to fit in a fixed-point number.
      guard value < 0.99e18 else { throw .outOfRange }
      let money = currencyTurnover[Int(record.currency)] + value + record.fee.estimate
      guard money < LedgerLimits.turnover else { throw .outOfRange }
      currencyTurnover[Int(record.currency)] = money
    }
    coinTurnover[Int(record.coin)] = coin
    if record.kind == .swap { coinTurnover[Int(record.otherCoin)] += other }
  }

  /// Returns the time for a new entry: now, or the time of the latest effective entry if the clock was set back.
  func timeOfNextEntry(now: Timestamp) -> Timestamp {
    guard latest > now else { return now }
    let counting = records.indices.lazy.filter { reversals[$0] == nil && records[$0].kind != .reversal }
    return max(now, counting.map { records[$0].time }.max() ?? now)
  }

  /// Returns the positions of the entries that are neither reversed nor reversals, in chronological order.
  ///
  /// Entries in the same millisecond keep the order in which they were recorded.
  func effectivePositions() -> [Int] {
    let counting = records.indices.filter { records[$0].kind != .reversal && reversals[$0] == nil }
    guard !isInOrderOfTime else { return counting }
    return counting.sorted { (records[$0].time, $0) < (records[$1].time, $1) }
  }

  func balance(ofCoin coin: Int32) -> FixedPoint { Int(coin) < balances.count ? balances[Int(coin)] : .zero }
}
