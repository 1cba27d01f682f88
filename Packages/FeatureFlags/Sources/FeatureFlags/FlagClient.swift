import Basics

/// Reads feature flags from several layers, and stores overrides.
///
/// Reading never throws and never waits. Invalid values are ignored and reported in ``warnings``. All members are
/// thread-safe.
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

  /// The flags.
  public let catalog: FlagCatalog
  private let sources: [FlagSource]
  private let store: (any FlagOverrideStore)?
  private let state: Locked<State>
  /// Held while overrides are stored and loaded, so that changes become visible in order.
  private let writing = Locked(())

  /// Creates a client and loads the stored overrides.
  ///
  /// - Parameters:
  ///   - catalog: The flags.
  ///   - sources: The sources, in any order. Within a layer, earlier sources take precedence.
  ///   - store: The store for overrides, or `nil` if the program stores no overrides.
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

  /// Returns the current value of a flag.
  ///
  /// For a flag that isn't in the catalog, this is the flag's default.
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
    // `sort` doesn't guarantee the order of equal elements.
    let sorted = sources.enumerated().sorted { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }
    return FlagSnapshot(catalog: catalog, sources: sorted.map(\.element))
  }

  // MARK: Observing

  /// Returns the current value of a flag, followed by each new value.
  ///
  /// Setting a flag to its current value sends nothing. A slow consumer receives only the newest value. The stream ends
  /// with its task, or when the client is released.
  public func changes<Value: FlagValue>(of flag: FeatureFlag<Value>) -> AsyncStream<Value> {
    stream { $0.value(of: flag) }
  }

  /// Returns the current values of all flags, followed by a snapshot whenever an explanation or a warning changes.
  ///
  /// A slow consumer receives only the newest snapshot. The stream ends with its task, or when the client is released.
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

  /// Stores a value for a flag.
  ///
  /// A layer with higher precedence may still determine the flag's value.
  ///
  /// - Parameters:
  ///   - text: The value as text.
  ///   - key: The name of a flag.
  /// - Returns: The explanation of the flag's value.
  /// - Throws: ``FlagOverrideError``. In that case, nothing has changed.
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

  /// Removes the stored value of a flag, even if the flag is no longer declared.
  ///
  /// - Parameter key: The name of a flag.
  /// - Returns: The explanation of the flag's value, or `nil` if the flag isn't declared.
  /// - Throws: ``FlagOverrideError``. In that case, nothing has changed.
  @discardableResult
  public func removeOverride(ofKey key: String) throws(FlagOverrideError) -> FlagExplanation? {
    let isStored = (try? store?.load().values[key]) != nil
    guard catalog[key] != nil || isStored else { throw .unknownFlag(key: key, nearest: catalog.nearest(to: key)) }
    return try write(nil, for: key).explanation(ofKey: key)
  }

  /// Stores or removes a value, and makes the new snapshot current.
  ///
  /// A value in memory changes only after it has been stored.
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
