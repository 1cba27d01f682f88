import Foundation

/// Finds the record with an identity; Swift's dictionary would take longer than all the rest of reading a ledger.
struct IdentifierIndex: Sendable {
  /// Open addressing: the position of a record plus one, or 0. At most half of the slots are taken.
  private var slots = [Int32](repeating: 0, count: 64)
  private var count = 0
  /// Chosen anew for every index, so that nobody can prepare identities that all fall into one slot.
  private let seed = UInt64.random(in: .min ... .max) | 1

  /// The position of the record with an identity.
  func position(of id: UUID, in records: [LedgerRecord]) -> Int? {
    let mask = slots.count - 1
    var slot = hash(id) & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if records[position].id == id { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds the last of the records, whose identity must be new.
  mutating func addLast(of records: [LedgerRecord]) {
    count += 1
    if count * 2 > slots.count {
      slots = [Int32](repeating: 0, count: slots.count * 4)
      for position in records.indices { place(records[position].id, position) }
    } else if let last = records.last {
      place(last.id, records.count - 1)
    }
  }

  private mutating func place(_ id: UUID, _ position: Int) {
    let mask = slots.count - 1
    var slot = hash(id) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(position) + 1
  }

  private func hash(_ id: UUID) -> Int {
    let (high, low) = withUnsafeBytes(of: id.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    let mixed = (high ^ seed).multipliedFullWidth(by: low ^ 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: (mixed.high ^ mixed.low) &* seed >> 20)
  }
}
