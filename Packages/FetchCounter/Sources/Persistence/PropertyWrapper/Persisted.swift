/// A property whose value is kept in a store: it is there again when the program is started the next time.
///
/// ```swift
/// struct Greeter {
///   @Persisted(.visits) var visits
///
///   func greet() throws {
///     try $visits.update { $0 += 1 }
///   }
/// }
/// ```
///
/// Reading gives the value as it was last found or written, or the default. What reading cannot say, the projected
/// value does: what was found (``Projection/outcome``), what went wrong (``Projection/lastError``), and changes that
/// throw.
///
/// Setting the property replaces the whole value: `visits += 1` would lose what another process did between the
/// reading and the writing. ``Projection/update(_:)-swift.method`` does not. When setting fails, the property keeps
/// its old value and the projection has the error: the value in memory is always one that was on disk. Both block the
/// thread for the time of a durable write.
///
/// ## In an observable class
///
/// `@Observable` turns stored properties into computed ones, which cannot have a wrapper; so it has to leave this one
/// alone. It need not do anything for it either, because persisted values are observable themselves:
///
/// ```swift
/// @MainActor @Observable
/// final class CounterModel {
///   @ObservationIgnored @Persisted var visits: Int
///
///   init(storage: PersistedStorage) {
///     _visits = Persisted(.visits, in: storage)
///   }
/// }
/// ```
///
/// Whoever reads `visits` in `withObservationTracking` hears of every change by any use of the key in the same
/// storage. For those of other processes, keep a task running ``Projection/follow()``.
@propertyWrapper
public struct Persisted<Value: Codable & Sendable>: Sendable {
  private let state: PersistedState<Value>

  /// Creates a property in a storage.
  ///
  /// - Parameters:
  ///   - key: Names the value.
  ///   - storage: Where it is.
  public init(_ key: PersistedKey<Value>, in storage: PersistedStorage) {
    state = storage.state(for: key)
  }

  /// Creates a property in the storage that the enclosing task has bound to ``PersistedStorage/current``; it is a
  /// programmer error when there is none.
  ///
  /// - Parameter key: Names the value.
  public init(_ key: PersistedKey<Value>) {
    guard let storage = PersistedStorage.current else {
      preconditionFailure(
        """
        @Persisted("\(key.name)") has no storage: name one with Persisted(_:in:), or bind one with \
        PersistedStorage.$current.withValue(_:operation:).
        """
      )
    }
    self.init(key, in: storage)
  }

  /// Creates a property over a store that is not shared with other properties.
  ///
  /// - Parameter store: Where the value is.
  public init(store: some Store<Value>) {
    state = PersistedState(store: store)
  }

  /// The value; see the type for what setting it means.
  public var wrappedValue: Value {
    get { state.value }
    nonmutating set {
      do throws(StoreError) {
        try projectedValue.update { $0 = newValue }
      } catch {
        // A setter cannot throw. The error is in `lastError`, and the value has not changed.
      }
    }
  }

  /// What else can be asked and done about the value.
  public var projectedValue: Projection {
    Projection(state: state)
  }
}

extension Persisted {
  /// What can be asked and done about a persisted value beyond reading and setting it.
  public struct Projection: Sendable {
    let state: PersistedState<Value>

    /// What was found when the store was last looked at; observable like the value.
    public var outcome: LoadOutcome<Value> { state.outcome }

    /// Why the last change failed, or else why there is no value; observable like the value.
    ///
    /// It is `nil` after a success.
    public var lastError: StoreError? { state.lastError }

    /// Where the value is.
    public var store: any Store<Value> { state.store }

    /// Changes the value atomically across processes.
    ///
    /// - Parameter change: Changes the value. It must not use the same key.
    /// - Returns: What the closure returns.
    /// - Throws: ``StoreError``, which ``lastError`` has too.
    @discardableResult
    public func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result {
      try state.perform { store throws(StoreError) in try store.update(change) }
    }

    /// Changes the value atomically across processes, without blocking a thread of the cooperative pool.
    ///
    /// - Parameter change: Changes the value. It must not use the same key.
    /// - Returns: What the closure returns.
    /// - Throws: ``StoreError``, which ``lastError`` has too.
    @discardableResult
    public func update<Result: Sendable>(
      _ change: @escaping @Sendable (inout Value) throws -> Result
    ) async throws(StoreError) -> Result {
      try await state.performInBackground { store throws(StoreError) in try store.update(change) }
    }

    /// Replaces the value, also a damaged one, on somebody's explicit request.
    ///
    /// - Parameter value: The new value, or `nil` for the default.
    /// - Returns: Where damaged content is kept now; `nil` when nothing was damaged.
    /// - Throws: ``StoreError``, which ``lastError`` has too.
    @discardableResult
    public func reset(to value: Value? = nil) throws(StoreError) -> String? {
      try state.perform { store throws(StoreError) in try store.reset(to: value) }
    }

    /// Looks at the store again, for changes that other processes made.
    public func reload() {
      state.reload()
    }

    /// Takes over every change that is made elsewhere, until the task is cancelled.
    public func follow() async {
      for await _ in state.store.changes() { state.reload() }
    }
  }
}
