/// A store for one value, which it changes atomically.
///
/// It distinguishes the reasons for a missing value.
public protocol Store<Value>: Sendable {
  /// The type of the stored value.
  associatedtype Value: Codable & Sendable

  /// The value that applies before any value is stored.
  var defaultValue: Value { get }

  /// The value's location for messages, such as the path of a file.
  var path: String { get }

  /// The path of a valid backup, for a corrupt value's recovery suggestion, or `nil` without one.
  var usableBackup: String? { get }

  /// Reads the stored value without changing anything.
  func outcome() -> LoadOutcome<Value>

  /// Changes the value atomically: no process can make another change between the read and the write.
  ///
  /// On return, the new value is as durable as the store can make it. If the change fails, the old value is
  /// still stored, unless the error is ``StoreError/notConfirmed(path:_:)``. A value that is lost, corrupt, unreadable
  /// or of a newer schema is never replaced. This method blocks the calling thread: use the asynchronous variant in
  /// asynchronous code.
  ///
  /// - Parameter change: Changes the value. It must not use the same store.
  /// - Returns: The closure's result.
  /// - Throws: ``StoreError``.
  @discardableResult
  func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result

  /// Changes the value atomically without blocking the cooperative pool.
  ///
  /// Cancellation doesn't stop the change.
  @discardableResult
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Value) throws -> Result
  ) async throws(StoreError) -> Result

  /// Replaces the value at a user's request, and returns the path at which corrupt content was kept, if any.
  ///
  /// A value that is unreadable or of a newer schema isn't replaced.
  @discardableResult
  func reset(to value: Value?) throws(StoreError) -> String?

  /// Replaces the value as ``reset(to:)`` does, but only if it is lost or corrupt.
  @discardableResult
  func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String?

  /// Returns the current outcome, followed by an outcome after every change by any process.
  ///
  /// A slow consumer receives only the newest outcome.
  func changes() -> AsyncStream<LoadOutcome<Value>>
}

extension Store {
  /// The default implementation, for stores without a backup.
  public var usableBackup: String? { nil }

  /// Returns the error for an outcome of this store, or `nil` for a value and for a missing file.
  public func error(for outcome: LoadOutcome<Value>) -> StoreError? {
    guard let error = outcome.error(path: path), error.isCorrupt else { return outcome.error(path: path) }
    return outcome.error(path: path, backup: usableBackup)
  }

  /// Returns the stored value, or the default if no value is stored.
  public func load() throws(StoreError) -> Value {
    let outcome = outcome()
    if let error = error(for: outcome) { throw error }
    return outcome.value ?? defaultValue
  }

  /// Replaces the value with the default at a user's request, and returns the path at which corrupt content was kept,
  /// if any.
  @discardableResult
  public func reset() throws(StoreError) -> String? {
    try reset(to: nil)
  }
}

/// The outcome of loading a stored value.
///
/// The default applies only to ``missing``. Applying it after other failures would lose data, because the next write
/// would replace content that might still be recovered.
public enum LoadOutcome<Value: Sendable>: Sendable {
  /// The stored value.
  case value(Value)
  /// The file doesn't exist: no value was ever stored, so the default applies.
  case missing
  /// The file is lost, but its backup exists.
  ///
  /// If the default were written twice, it would replace this backup.
  case lost(backup: String)
  /// The file is empty. Stores never write an empty file, so its content was lost.
  case empty
  /// A store didn't write the content of the file.
  case corrupt(CorruptionReason)
  /// The file could not be read.
  case unreadable(UnreadableReason)
  /// A newer version of the program wrote the file.
  ///
  /// This version can't read the file or write it without loss.
  case newerSchema(found: Int, supported: Int, writtenBy: String?)

  /// The stored value, or `nil` in all other cases.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  package var isMissing: Bool {
    if case .missing = self { true } else { false }
  }

  /// Returns the error for this outcome, or `nil` for a value and for a missing file.
  ///
  /// The error's recovery suggestion names the backup.
  package func error(path: String, backup: String? = nil) -> StoreError? {
    switch self {
    case .value, .missing: nil
    case .lost(let backup): .lost(path: path, backup: backup)
    case .empty: .empty(path: path, backup: backup)
    case .corrupt(let reason): .corrupt(path: path, reason, backup: backup)
    case .unreadable(let reason): .unreadable(path: path, reason)
    case .newerSchema(let found, let supported, let writtenBy):
      .newerSchema(path: path, found: found, supported: supported, writtenBy: writtenBy)
    }
  }
}

extension LoadOutcome: Equatable where Value: Equatable {}
