import Basics

/// A thread-safe client that reads feature flags from several layers and stores overrides.
///
/// Reading a flag never throws and never waits. Invalid values are ignored and reported in ``warnings``.
public final class FlagClient: Sendable {
  private struct State {
    var snapshot: FlagSnapshot
    var lastListener = 0
    var listeners: [Int: Listener] = [:]
  }

  private struct Listener: Sendable {
    let offer: @Sendable (FlagSnapshot) -> Void
    let finish: @Sendable () -> Void
  }

  /// The flags that the client provides.
  public let catalog: FlagCatalog
  private let sources: [FlagSource]
  private let store: (any FlagOverrideStore)?
  private let state: Locked<State>
  /// A lock held while overrides are stored and loaded, so changes become visible in order.
  private let writing = Locked(())

  /// Creates a client and loads the stored overrides, if there is a store.
  ///
  /// The sources can be in any order. Within a layer, earlier sources take precedence.
  public init(catalog: FlagCatalog, sources: [FlagSource], store: (any FlagOverrideStore)? = nil) {
    self.catalog = catalog
    self.sources = sources
    self.store = store
    state = Locked(State(snapshot: Self.snapshot(catalog, sources, store)))
  }

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }

  // MARK: Reading

  /// Returns the current values of all flags.
  public func snapshot() -> FlagSnapshot { state.withLock { $0.snapshot } }

  /// The current problems with the sources.
  public var warnings: [FlagWarning] { snapshot().warnings }

  /// Returns the current value of a flag, or its default value if the flag isn't in the catalog.
  public func value<Value: FlagValue>(of flag: FeatureFlag<Value>) -> Value {
    snapshot().value(of: flag)
  }

  private static func snapshot(
    _ catalog: FlagCatalog,
    _ sources: [FlagSource],
    _ store: (any FlagOverrideStore)?
  ) -> FlagSnapshot {
    var sources = sources
    if let store {
      do {
        sources.append(FlagSource(layer: .persisted, name: "stored", values: try store.load().values))
      } catch {
        let problem = "The stored flags cannot be loaded: \(error)"
        sources.append(FlagSource(layer: .persisted, name: "stored", values: [:], problems: [problem]))
      }
    }
    // The index is a sort key, because `sort` isn't guaranteed to be stable.
    let sorted = sources.enumerated().sorted { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }
    return FlagSnapshot(catalog: catalog, sources: sorted.map(\.element))
  }

  // MARK: Observing

  /// Returns a stream of a flag's current value followed by each new value.
  ///
  /// Setting a flag to its current value emits nothing. A slow consumer receives only the newest value. The stream
  /// ends when its task is cancelled or the client is released.
  public func changes<Value: FlagValue>(of flag: FeatureFlag<Value>) -> AsyncStream<Value> {
    stream { $0.value(of: flag) }
  }

  /// Returns a stream of the current snapshot, followed by a new one whenever an explanation or a warning changes.
  ///
  /// A slow consumer receives only the newest snapshot. The stream ends when its task is cancelled or the client is
  /// released.
  public func snapshots() -> AsyncStream<FlagSnapshot> {
    stream { $0 }
  }

  private func stream<Element: Sendable & Equatable>(
    of element: @escaping @Sendable (FlagSnapshot) -> Element
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
    let offered = Locked<Element?>(nil)
    let listener = Listener(
      offer: { snapshot in
        let element = element(snapshot)
        let isNew = offered.withLock { last in
          defer { last = element }
          return last != element
        }
        if isNew { continuation.yield(element) }
      },
      finish: { continuation.finish() }
    )
    let number = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      listener.offer(state.snapshot)
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  // MARK: Overriding

  /// Stores an override for a flag, and explains the flag's value after the change.
  ///
  /// A layer with higher precedence may still determine the value. If the method throws, nothing has changed.
  @discardableResult
  public func setOverride(text: String, ofKey key: String) throws(FlagOverrideError) -> FlagExplanation {
    guard let declaration = catalog[key] else { throw .unknownFlag(key: key, nearest: catalog.nearest(to: key)) }
    guard let content = declaration.normalized(.text(text)) else {
      throw .malformed(key: key, content: .text(text), expectation: declaration.expectation)
    }
    let snapshot = try write(content, for: key)
    guard let explanation = snapshot.explanation(ofKey: key) else {
      preconditionFailure("Every flag of the catalog is explained.")
    }
    return explanation
  }

  /// Removes a flag's override, even if the flag is no longer declared.
  ///
  /// Returns an explanation of the new value, or `nil` for an undeclared flag. If the method throws, nothing has
  /// changed.
  @discardableResult
  public func removeOverride(ofKey key: String) throws(FlagOverrideError) -> FlagExplanation? {
    let isStored = (try? store?.load().values[key]) != nil
    guard catalog[key] != nil || isStored else { throw .unknownFlag(key: key, nearest: catalog.nearest(to: key)) }
    return try write(nil, for: key).explanation(ofKey: key)
  }

  /// Stores or removes an override, and then makes the new snapshot current.
  private func write(_ content: FlagContent?, for key: String) throws(FlagOverrideError) -> FlagSnapshot {
    guard let store else { throw .nothingIsStored(key: key) }
    return try writing.withLock { _ throws(FlagOverrideError) in
      do {
        try store.update { $0.values[key] = content }
      } catch {
        throw .storeFailed(key: key, cause: error)
      }
      let snapshot = Self.snapshot(catalog, sources, store)
      let listeners = state.withLock { state in
        state.snapshot = snapshot
        return state.listeners.values
      }
      for listener in listeners { listener.offer(snapshot) }
      return snapshot
    }
  }
}
