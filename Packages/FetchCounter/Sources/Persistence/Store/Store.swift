/// A store that changes a single value atomically.
///
/// The store distinguishes the reasons why a value is missing.
public protocol Store<Value>: Sendable {
  /// The type of the stored value.
  associatedtype Value: Codable & Sendable

  /// The value that applies until a value is stored.
  var defaultValue: Value { get }

  /// The value's location for messages, such as a file path.
  var path: String { get }

  /// The path of a valid backup, or `nil` if there is no valid backup.
  ///
  /// The recovery suggestion for a corrupt value mentions it.
  var usableBackup: String? { get }

  /// Reads the stored value without changing anything.
  func outcome() -> LoadOutcome<Value>

  /// Changes the value atomically.
  ///
  /// No process can make another change between the read and the write.
  ///
  /// On return, the new value is as durable as the store can make it. If the change fails, the old
  /// value is still stored, unless the error is ``StoreError/notConfirmed(path:_:)``. A value that is lost,
  /// corrupt, unreadable or has a newer schema is never replaced. This method blocks the calling thread, so use the
  /// asynchronous variant in asynchronous code.
  ///
  /// - Parameter change: A closure that changes the value. It must not use the same store.
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

  /// Replaces the value at a user's request.
  ///
  /// Returns the path where corrupt content was kept, or `nil` if there was none.
  ///
  /// A value that is unreadable or has a newer schema isn't replaced.
  @discardableResult
  func reset(to value: Value?) throws(StoreError) -> String?

  /// Replaces the value like ``reset(to:)``, but only if it is lost or corrupt.
  @discardableResult
  func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String?

  /// Returns a stream of outcomes: the current outcome, and another one after every change by any process.
  ///
  /// A slow consumer receives only the newest outcome.
  func changes() -> AsyncStream<LoadOutcome<Value>>
}

extension Store {
  /// The default implementation for stores without a backup, which returns `nil`.
  public var usableBackup: String? { nil }

  /// Returns the error for an outcome in this store, or `nil` for a value or a missing file.
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

  /// Replaces the value with the default at a user's request.
  ///
  /// Returns the path where corrupt content was kept, or `nil` if there was none.
  @discardableResult
  public func reset() throws(StoreError) -> String? {
    try reset(to: nil)
  }
}

/// The outcome of loading a stored value.
///
/// The default applies only to ``missing``. If the default applied after other failures, the next write could
/// replace content that might still be recovered.
public enum LoadOutcome<Value: Sendable>: Sendable {
  /// The stored value.
  case value(Value)
  /// The file doesn't exist because no value was ever stored, so the default applies.
  case missing
  /// The file is lost, but its backup exists.
  ///
  /// If the default were written twice, it would replace the backup.
  case lost(backup: String)
  /// The file is empty.
  ///
  /// Stores never write an empty file, so its content was lost.
  case empty
  /// The file content isn't what a store wrote.
  case corrupt(CorruptionReason)
  /// The file couldn't be read.
  case unreadable(UnreadableReason)
  /// A newer version of the program wrote the file.
  ///
  /// This version can't read the file or write it without losing data.
  case newerSchema(found: Int, supported: Int, writtenBy: String?)

  /// The stored value, or `nil` in all other cases.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  package var isMissing: Bool {
    if case .missing = self { true } else { false }
  }

  /// Returns the error for this outcome, or `nil` for a value or a missing file.
  ///
  /// The error's recovery suggestion mentions the backup.
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
