/// A property whose value is stored between runs of the program.
///
/// ```swift
/// extension PersistedKey where Value == Int {
///   static var visits: Self { PersistedKey("visits", default: 0) }
/// }
///
/// struct Greeter {
///   @Persisted var visits: Int
///
///   init(storage: PersistedStorage) {
///     _visits = Persisted(.visits, in: storage)
///   }
///
///   func greet() throws {
///     try $visits.update { $0 += 1 }
///   }
/// }
/// ```
///
/// Reading the property returns the value that was last loaded or written, or the default. The projected value provides
/// ``Projection/outcome``, ``Projection/lastError``, and methods that throw if a change fails.
///
/// Setting the property replaces the whole value and blocks the thread during the write. If another process changes the
/// value in between, `visits += 1` loses that change, but the projection's `update(_:)` doesn't. If setting
/// fails, the property keeps its old value, and the projection contains the error. The value in memory is therefore
/// always one that was on disk.
///
/// ## In an observable class
///
/// Mark the property with `@ObservationIgnored`, because `@Observable` doesn't support wrappers. Persisted values are
/// themselves observable through any property with the same key and storage. To receive other processes' changes, keep
/// a task running that calls ``Projection/follow()``.
@propertyWrapper
public struct Persisted<Value: Codable & Sendable>: Sendable {
  private let state: PersistedState<Value>

  /// Creates a property that shares its state with all properties that have the same key and storage.
  public init(_ key: PersistedKey<Value>, in storage: PersistedStorage) {
    state = storage.state(for: key)
  }

  /// Creates a property that uses a store directly and shares its state with no other property.
  public init(store: some Store<Value>) {
    state = PersistedState(store: store)
  }

  /// The current value; ``Persisted`` describes the effects of setting it.
  public var wrappedValue: Value {
    get { state.value }
    nonmutating set {
      do throws(StoreError) {
        try projectedValue.update { $0 = newValue }
      } catch {
        // A setter can't throw, so `lastError` contains the error, and the value is unchanged.
      }
    }
  }

  /// Operations on the value beyond reading and setting it.
  public var projectedValue: Projection {
    Projection(state: state)
  }
}

extension Persisted {
  /// Operations on a persisted value beyond reading and setting it.
  public struct Projection: Sendable {
    fileprivate let state: PersistedState<Value>

    /// The outcome of the last load, which is observable like the value.
    public var outcome: LoadOutcome<Value> { state.outcome }

    /// The error from the last change or, without a change, from the last load; `nil` after a success.
    public var lastError: StoreError? { state.lastError }

    /// The store that contains the value.
    public var store: any Store<Value> { state.store }

    /// Loads the value from the store, including changes by other processes, and returns it or the default.
    @discardableResult
    public func load() throws(StoreError) -> Value {
      try state.load()
    }

    /// Changes the value atomically across processes; the closure must not use the same key.
    @discardableResult
    public func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result {
      try state.perform { store throws(StoreError) in try store.update(change) }
    }

    /// Changes the value atomically without blocking the cooperative pool; the closure must not use the same key.
    @discardableResult
    public func update<Result: Sendable>(
      _ change: @escaping @Sendable (inout Value) throws -> Result
    ) async throws(StoreError) -> Result {
      try await state.performInBackground { store throws(StoreError) in try store.update(change) }
    }

    /// Replaces the value at a user's request, even if it is corrupt; returns the path of preserved corrupt content, if any.
    @discardableResult
    public func reset(to value: Value? = nil) throws(StoreError) -> String? {
      try state.perform { store throws(StoreError) in try store.reset(to: value) }
    }

    /// Loads every change made by other processes, until the task is cancelled.
    public func follow() async {
      for await _ in state.store.changes() { state.reload() }
    }
  }
}
