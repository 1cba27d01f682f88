import Foundation

extension LedgerTable {
  /// Checks what a new entry needs to hold, with the numbers of this moment.
  ///
  /// The entry must not be earlier than those that count (see ``timeOfNextEntry(now:)``), which makes what is held now
  /// decisive.
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

  /// Adds an entry of now, whose time is put after that of the entries that count.
  ///
  /// - Parameter entry: The entry.
  /// - Returns: The record that was added.
  /// - Throws: ``LedgerRefusal``; the table then has the entries of before.
  mutating func enterNewest(_ entry: LedgerEntry) throws(LedgerRefusal) -> LedgerRecord {
    var record: LedgerRecord
    do throws(InvalidEntry) {
      record = try self.record(entry)
    } catch {
      throw .invalid(error)
    }
    record.time = timeOfNextEntry(now: record.time)
    try checkNewest(record)
    try enter(record)
    return record
  }

  /// Adds a record and turns what is wrong with it into a refusal.
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
    // What was short before (lines of the file may be damaged) is no reason; what becomes short is.
    guard shortfall(of: coin, from: effectivePositions()) == nil else { return }
    let others = effectivePositions().filter { $0 != position }
    guard let shortfall = shortfall(of: coin, from: others) else { return }
    throw .neededLater(coin: names.coin(coin, symbol), by: records[shortfall.position].id)
  }

  /// The first entry that takes more of a coin than is held at its time.
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
}
