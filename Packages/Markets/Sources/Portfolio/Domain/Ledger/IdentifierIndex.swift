import Foundation

/// Finds the record with an identity; Swift's dictionary would take longer than all the rest of reading a ledger.
struct IdentifierIndex: Sendable {
  /// Open addressing: the position of a record plus one in the upper half and the record's hash in the lower, or 0.
  ///
  /// At most half of the slots are taken. With the hash at hand, records are only looked at when they are the ones, and
  /// never to make room.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0
  /// Every index has its own random values, so that no file can hold identities that all fall into one slot.
  ///
  /// Each half of an identity needs its own: a half that makes its factor 0 makes every product 0.
  private let seed = UInt64.random(in: .min ... .max)
  private let otherSeed = UInt64.random(in: .min ... .max)

  /// The position of the record with an identity.
  func position(of id: UUID, in records: [LedgerRecord]) -> Int? {
    let hash = hash(id)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot]) == hash {
        let position = Int(slots[slot] &>> 32) - 1
        if records[position].id == id { return position }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds an identity, which must be new, with the position of its record.
  mutating func add(_ id: UUID, at position: Int) {
    count += 1
    if count * 2 > slots.count { grow() }
    place(UInt64(position + 1) &<< 32 | UInt64(hash(id)))
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 4)
    for entry in old where entry != 0 { place(entry) }
  }

  private mutating func place(_ entry: UInt64) {
    let mask = slots.count - 1
    var slot = Int(UInt32(truncatingIfNeeded: entry)) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  private func hash(_ id: UUID) -> UInt32 {
    let (high, low) = withUnsafeBytes(of: id.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    let mixed = (high ^ seed).multipliedFullWidth(by: low ^ otherSeed)
    return UInt32(truncatingIfNeeded: mixed.high ^ mixed.low)
  }
}
