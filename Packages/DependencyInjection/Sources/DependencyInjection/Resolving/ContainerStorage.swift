/// What a ``Container`` refers to.
final class ContainerStorage: Sendable {
  let parent: ContainerStorage?
  let order: [AnyDependencyKey]
  /// The entries of this container alone: registered here, or the parent's that need something registered here.
  private let entries: EntryTable

  init(parent: ContainerStorage?, entries: some Collection<Entry>, order: [AnyDependencyKey]) {
    self.parent = parent
    self.entries = EntryTable(entries)
    self.order = order
  }

  var registrations: [Registration] {
    order.compactMap { find($0)?.entry.registration }
  }

  /// The entry of a key and the container it belongs to, in which its needs are to be resolved.
  func find(_ key: AnyDependencyKey) -> (entry: Entry, owner: ContainerStorage)? {
    var storage = self
    while true {
      if let entry = storage.entries[key] { return (entry, storage) }
      guard let parent = storage.parent else { return nil }
      storage = parent
    }
  }

  /// Returns the value of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - requester: The factory that has the key among its needs; `nil` for requests from elsewhere.
  ///   - origin: The factory that was given the `Deferred` that asks.
  /// - Returns: The value.
  /// - Throws: `ResolutionError`.
  func resolve<Value: Sendable>(
    _ key: DependencyKey<Value>,
    for requester: Construction?,
    origin: Construction? = nil
  ) throws(ResolutionError) -> Value {
    if let makeDeferred = key.makeDeferred { return makeDeferred(self, requester) }
    // The type of the values is part of the key: what is found for it is of this type.
    // The container holds its entries, and they hold what they have kept: no reference need be counted on the way.
    if let kept = entries.unmanaged(key.erased)?._withUnsafeGuaranteedRef({ $0.kept() }) {
      return kept._withUnsafeGuaranteedRef { $0.value(as: Value.self) }
    }
    return try makeIfNecessary(key, for: requester, origin: origin)
  }

  /// Apart from the fast path, which would otherwise hold references for the sake of this.
  @inline(never)
  private func makeIfNecessary<Value: Sendable>(
    _ key: DependencyKey<Value>,
    for requester: Construction?,
    origin: Construction?
  ) throws(ResolutionError) -> Value {
    guard let (entry, owner) = find(key.erased) else {
      throw .missing(key.erased, nearest: key.erased.nearest(among: order))
    }
    if owner !== self, let kept = entry.kept() {
      return withExtendedLifetime(entry) { kept._withUnsafeGuaranteedRef { $0.value(as: Value.self) } }
    }
    let typed = unsafeDowncast(entry, to: TypedEntry<Value>.self)
    return try typed.value(in: owner, for: requester ?? .running(otherwise: origin))
  }
}
