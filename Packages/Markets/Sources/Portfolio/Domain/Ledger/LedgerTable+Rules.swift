import Foundation

extension LedgerTable {
  /// Checks a new entry against the balances.
  ///
  /// Its time must not be earlier than the latest effective entry.
  func checkNewest(_ record: LedgerRecord) throws(LedgerRefusal) {
    if position(of: record.id) != nil { throw .duplicate(record.id) }
    if let id = record.original {
      try checkReversal(of: id)
    } else if let (coin, amount) = record.outgoing, balance(ofCoin: coin) < amount {
      throw .insufficient(
        coin: names.coin(coin, record.symbol),
        held: balance(ofCoin: coin).decimal,
        needed: amount.decimal
      )
    }
  }

  /// Adds an entry with the current time, or with the time of the latest effective entry if the clock was set back.
  mutating func enterNewest(_ entry: LedgerEntry) throws(LedgerRefusal) -> LedgerRecord {
    var record: LedgerRecord
    do throws(InvalidEntry) {
      record = try newRecord(entry)
    } catch {
      throw .invalid(error)
    }
    record.time = timeOfNextEntry(now: record.time)
    try checkNewest(record)
    try enter(record)
    return record
  }

  mutating func enterDated(_ entry: LedgerEntry, now: Date) throws(LedgerRefusal) -> LedgerRecord {
    guard entry.time <= now else { throw .invalid(.future) }
    var changed = self
    let record: LedgerRecord
    do throws(InvalidEntry) {
      record = try changed.newRecord(entry)
    } catch {
      throw .invalid(error)
    }
    if let original = record.original { try checkReversal(of: original) }
    try changed.enter(record)
    try changed.checkLast(before: self)
    self = changed
    return record
  }

  /// Checks that the new record removes only coins that are held at the record's time and that no later record needs.
  private func checkLast(before: LedgerTable) throws(LedgerRefusal) {
    let position = records.count - 1
    let record = records[position]
    guard let (coin, amount) = record.outgoing,
      // Earlier shortfalls come from damaged lines, not from this record.
      before.shortfall(of: coin, from: before.effectivePositions()) == nil,
      let shortfall = shortfall(of: coin, from: effectivePositions())
    else { return }
    let named = names.coin(coin, record.symbol)
    guard shortfall.position == position else { throw .neededLater(coin: named, by: records[shortfall.position].id) }
    throw .insufficientThen(
      coin: named,
      time: record.time.date,
      held: shortfall.held.decimal,
      needed: amount.decimal
    )
  }

  mutating func enter(_ record: LedgerRecord) throws(LedgerRefusal) {
    do throws(Fault) {
      try admit(record)
    } catch {
      switch error {
      case .duplicate: throw .duplicate(record.id)
      case .unknownOriginal: throw .unknownEntry(record.original ?? record.id)
      case .notReversible: throw .notReversible(record.original ?? record.id)
      case .alreadyReversed(let reversal): throw .alreadyReversed(record.original ?? record.id, by: reversal)
      case .outOfRange: throw .invalid(.outOfRange(.amount))
      }
    }
  }

  private func checkReversal(of id: UUID) throws(LedgerRefusal) {
    guard let position = position(of: id) else { throw .unknownEntry(id) }
    if let reversal = reversals[position] { throw .alreadyReversed(id, by: records[reversal].id) }
    let record = records[position]
    guard record.kind != .reversal else { throw .notReversible(id) }
    guard let (coin, amount) = record.incoming else { return }
    let symbol = record.kind == .swap ? record.otherSymbol : record.symbol
    if balance(ofCoin: coin) < amount {
      throw .insufficient(
        coin: names.coin(coin, symbol),
        held: balance(ofCoin: coin).decimal,
        needed: amount.decimal
      )
    }
    // A coin with an earlier shortfall from damaged lines doesn't prevent the reversal.
    guard shortfall(of: coin, from: effectivePositions()) == nil else { return }
    let others = effectivePositions().filter { $0 != position }
    guard let shortfall = shortfall(of: coin, from: others) else { return }
    throw .neededLater(coin: names.coin(coin, symbol), by: records[shortfall.position].id)
  }

  /// Returns the first entry that removes more of a coin than is held at its time.
  func shortfall(of coin: Int32, from positions: [Int]) -> (position: Int, held: FixedPoint)? {
    var held = FixedPoint.zero
    for position in positions {
      let record = records[position]
      if let outgoing = record.outgoing, outgoing.coin == coin {
        if held < outgoing.amount { return (position, held) }
        held -= outgoing.amount
      }
      if let incoming = record.incoming, incoming.coin == coin { held += incoming.amount }
    }
    return nil
  }

  func shortfalls(from positions: [Int]) -> [Int32: (position: Int, held: FixedPoint)] {
    var held = [FixedPoint](repeating: .zero, count: names.coins.names.count)
    var found: [Int32: (position: Int, held: FixedPoint)] = [:]
    for position in positions {
      let record = records[position]
      if let (coin, amount) = record.outgoing, found[coin] == nil {
        if held[Int(coin)] < amount {
          found[coin] = (position, held[Int(coin)])
        } else {
          held[Int(coin)] -= amount
        }
      }
      if let (coin, amount) = record.incoming { held[Int(coin)] += amount }
    }
    return found
  }
}
