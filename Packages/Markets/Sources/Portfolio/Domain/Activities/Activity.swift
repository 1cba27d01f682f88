public import Foundation

/// An entry as a list of latest activities shows it.
public struct Activity: Sendable, Hashable, Identifiable {
  /// The entry.
  public let entry: LedgerEntry
  /// The identity of the entry that undid this one; `nil` when it counts.
  public let reversedBy: UUID?
  /// For a reversal, the entry that it undid.
  public let original: LedgerEntry?

  /// The entry's identity.
  public var id: UUID { entry.id }
  /// Whether the entry was undone.
  public var isReversed: Bool { reversedBy != nil }
}

extension LedgerSnapshot {
  /// The latest entries, newest first; of entries of one time, the one that was entered last comes first.
  ///
  /// Undone entries and reversals are among them. Takes time in proportion to the ledger when entries are not in order
  /// of time, and otherwise only to those that are looked at.
  ///
  /// - Parameters:
  ///   - coin: The identifier of the coin that the entries, or those that they undo, have to do with; `nil` for all.
  ///   - limit: The largest number of activities.
  /// - Returns: The activities.
  public func activities(ofCoin coin: String? = nil, limit: Int = .max) -> [Activity] {
    var number: Int32?
    if let coin {
      number = table.names.coins.existing(coin)
      if number == nil { return [] }
    }
    let records = table.records
    let newestFirst =
      table.isInOrderOfTime
      ? Array(records.indices.reversed())
      : records.indices.sorted { (records[$0].time, $0) > (records[$1].time, $1) }
    var activities: [Activity] = []
    for position in newestFirst {
      guard activities.count < limit else { break }
      let original = records[position].original.flatMap { table.position(of: $0) }
      if let number {
        let record = records[original ?? position]
        guard record.coin == number || record.otherCoin == number else { continue }
      }
      activities.append(
        Activity(
          entry: table.entry(at: position),
          reversedBy: table.reversals[position].map { records[$0].id },
          original: original.map { table.entry(at: $0) }
        )
      )
    }
    return activities
  }
}
