/// A place that keeps one value, changes it atomically, and tells apart why it may have none.
///
/// ``JSONFileStore`` keeps it in a file, ``InMemoryStore`` in memory. Every store may be used from several threads at
/// once.
public protocol Store<Value>: Sendable {
  /// What is stored.
  associatedtype Value: Codable & Sendable

  /// The value that applies as long as nothing was stored.
  var defaultValue: Value { get }

  /// Where the value is kept, for messages; the path of the file for a store with one.
  var path: String { get }

  /// The path of a backup with good content, for the recovery suggestion of a damaged value; `nil` without one.
  var usableBackup: String? { get }

  /// Looks for the stored value, and says what was found. Never changes it.
  ///
  /// - Returns: What was found.
  func outcome() -> LoadOutcome<Value>

  /// Changes the value atomically: no other change, by whatever process, happens between the closure's reading and the
  /// writing.
  ///
  /// When this returns, the new value is as durable as the store can make it; when it throws, the old value is still
  /// there, unless the error is ``StoreError/notConfirmed(path:_:)``. A value that is lost, damaged, unreadable or of
  /// a newer schema is never replaced. Blocks the calling thread; in asynchronous code, the asynchronous variant does
  /// not.
  ///
  /// - Parameter change: Changes the value. It must not use the same store.
  /// - Returns: What the closure returns.
  /// - Throws: ``StoreError``.
  @discardableResult
  func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result

  /// Changes the value atomically, without blocking a thread of the cooperative pool.
  ///
  /// A change that has begun is not cancelled with the task.
  ///
  /// - Parameter change: Changes the value. It must not use the same store.
  /// - Returns: What the closure returns.
  /// - Throws: ``StoreError``.
  @discardableResult
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Value) throws -> Result
  ) async throws(StoreError) -> Result

  /// Replaces the value on somebody's explicit request, keeping damaged content under another name.
  ///
  /// A value that is unreadable or of a newer schema is not replaced even then.
  ///
  /// - Parameter value: The new value, or `nil` for the default.
  /// - Returns: Where the damaged content is kept now; `nil` when nothing was damaged.
  /// - Throws: ``StoreError``.
  @discardableResult
  func reset(to value: Value?) throws(StoreError) -> String?

  /// Replaces the value like ``reset(to:)``, but only when it is lost or damaged.
  ///
  /// - Parameter value: The new value, or `nil` for the default.
  /// - Returns: Where the damaged content is kept now; `nil` when there was nothing to keep.
  /// - Throws: ``StoreError``.
  @discardableResult
  func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String?

  /// The outcomes from now on: the present one at once, then one after every change, by whatever process.
  ///
  /// Only the newest is kept for a consumer that is busy. The sequence ends when its task is cancelled.
  ///
  /// - Returns: The outcomes.
  func changes() -> AsyncStream<LoadOutcome<Value>>
}

extension Store {
  /// No backup.
  public var usableBackup: String? { nil }

  /// The error that stands for an outcome of this store, or `nil` for a value and for a missing file.
  ///
  /// - Parameter outcome: The outcome.
  /// - Returns: The error, or `nil`.
  public func error(for outcome: LoadOutcome<Value>) -> StoreError? {
    guard let error = outcome.error(path: path), error.isCorrupt else { return outcome.error(path: path) }
    return outcome.error(path: path, backup: usableBackup)
  }

  /// Loads the value, or the default when nothing was stored.
  ///
  /// - Returns: The value.
  /// - Throws: ``StoreError`` when there is something, but not a value.
  public func load() throws(StoreError) -> Value {
    let outcome = outcome()
    if let error = error(for: outcome) { throw error }
    return outcome.value ?? defaultValue
  }

  /// Replaces the value by the default on somebody's explicit request, keeping damaged content under another name.
  ///
  /// - Returns: Where the damaged content is kept now; `nil` when nothing was damaged.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func reset() throws(StoreError) -> String? {
    try reset(to: nil)
  }
}
