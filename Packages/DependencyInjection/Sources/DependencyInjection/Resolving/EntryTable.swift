/// The entries of one container, found by their keys.
///
/// An immutable hash table with open addressing, which uses the hash that a key brings along. `Dictionary` would hash it again in every
/// search, and that alone would take as long as all the rest of finding a value.
struct EntryTable: Sendable {
  /// A power of two, at least twice the number of entries: every search ends at a free slot.
  private let slots: [Entry?]

  init(_ entries: some Collection<Entry>) {
    var size = 2
    while size < 2 * entries.count { size *= 2 }
    var slots = [Entry?](repeating: nil, count: size)
    for entry in entries {
      var index = entry.registration.key.hash & (size - 1)
      while slots[index] != nil { index = (index + 1) & (size - 1) }
      slots[index] = entry
    }
    self.slots = slots
  }

  subscript(key: AnyDependencyKey) -> Entry? {
    var index = key.hash & (slots.count - 1)
    while let entry = slots[index] {
      if entry.registration.key == key { return entry }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }
}
