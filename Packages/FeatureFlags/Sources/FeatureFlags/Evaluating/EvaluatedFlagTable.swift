/// The flags of a snapshot, found by their keys.
///
/// An immutable hash table with open addressing, which uses the hash that a flag brings along: hashing a key for `Dictionary` would take
/// longer than all the rest of reading a flag. Searches are inlined, so that what they find needn't be retained.
struct EvaluatedFlagTable: Sendable {
  /// A power of two, at least twice the number of flags: every search ends at a free slot.
  private let slots: [EvaluatedFlag?]

  init(_ flags: [EvaluatedFlag]) {
    var size = 2
    while size < 2 * flags.count { size *= 2 }
    var slots = [EvaluatedFlag?](repeating: nil, count: size)
    for flag in flags {
      var index = flag.identity.hash & (size - 1)
      while slots[index] != nil { index = (index + 1) & (size - 1) }
      slots[index] = flag
    }
    self.slots = slots
  }

  /// What is kept of a flag, or `nil` if there is no flag of this key and type.
  @inline(__always)
  func find<Value: FlagValue>(_ flag: FeatureFlag<Value>) -> TypedEvaluatedFlag<Value>? {
    guard let found = find(flag.identity), found.valueType == ObjectIdentifier(Value.self) else { return nil }
    // The type of the values has just been compared.
    return unsafeDowncast(found, to: TypedEvaluatedFlag<Value>.self)
  }

  @inline(__always)
  private func find(_ identity: FlagIdentity) -> EvaluatedFlag? {
    var index = identity.hash & (slots.count - 1)
    while let flag = slots[index] {
      if flag.identity.isSame(as: identity) { return flag }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }
}
