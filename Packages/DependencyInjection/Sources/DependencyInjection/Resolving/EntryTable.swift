/// The entries of one container, found by their keys.
///
/// An immutable hash table with open addressing, which uses the hash that a key brings along. `Dictionary` would hash it again in every
/// search, and that alone would take as long as all the rest of finding a value.
struct EntryTable: Sendable {
  /// A power of two, at least twice the number of entries: every search ends at a free slot.
  private let slots: [Unmanaged<Entry>?]
  /// What the slots refer to.
  private let entries: [Entry]

  init(_ entries: some Collection<Entry>) {
    self.entries = Array(entries)
    var size = 2
    while size < 2 * self.entries.count { size *= 2 }
    var slots = [Unmanaged<Entry>?](repeating: nil, count: size)
    for entry in self.entries {
      var index = entry.registration.key.hash & (size - 1)
      while slots[index] != nil { index = (index + 1) & (size - 1) }
      slots[index] = .passUnretained(entry)
    }
    self.slots = slots
  }

  subscript(key: AnyDependencyKey) -> Entry? { unmanaged(key)?.takeUnretainedValue() }

  /// The entry of a key, to be used as long as the table is held.
  func unmanaged(_ key: AnyDependencyKey) -> Unmanaged<Entry>? {
    var index = key.hash & (slots.count - 1)
    while let slot = slots[index] {
      if slot._withUnsafeGuaranteedRef({ $0.registration.key == key }) { return slot }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }
}
