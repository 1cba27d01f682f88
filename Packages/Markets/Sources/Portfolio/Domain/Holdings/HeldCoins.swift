public import Foundation

extension LedgerSnapshot {
  /// The coins of which some were held at a time or later, in the order in which they first came into the ledger.
  ///
  /// Takes time in proportion to the number of entries.
  ///
  /// - Parameter start: The time; `distantPast` for all coins that were ever held.
  /// - Returns: The coins, also those that are gone by now.
  public func coinsHeld(since start: Date) -> [CoinReference] {
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

  /// The times of the entries that count, the earliest first: neither reversals nor what they undo.
  ///
  /// Takes time in proportion to the number of entries.
  public var timesOfCountingEntries: [Date] {
    table.effectivePositions().map { table.records[$0].time.date }
  }
}
