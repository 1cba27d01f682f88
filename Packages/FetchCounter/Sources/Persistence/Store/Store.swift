/// A store that changes a single value atomically and distinguishes the reasons for a missing value.
public protocol Store<Value>: Sendable {
  /// The type of the stored value.
  associatedtype Value: Codable & Sendable

  /// The value that applies until a value is stored.
  var defaultValue: Value { get }

  /// The value's location for messages, such as a file path.
  var path: String { get }

  /// The path of a valid backup, if any, to mention in the recovery suggestion for a corrupt value.
  var usableBackup: String? { get }

  /// Reads the stored value without changing anything.
  func outcome() -> LoadOutcome<Value>

  /// Changes the value atomically: no process can make another change between the read and the write.
  ///
  /// On return, the new value is as durable as the store can make it. If the change fails, the old value is still
  /// stored, unless the error is ``StoreError/notConfirmed(path:_:)``. A value that is lost, corrupt or unreadable, or
  /// has a newer schema, is never replaced. The closure must not use the same store. This method blocks the thread, so
  /// use the asynchronous variant in asynchronous code.
  ///
  /// - Throws: ``StoreError``.
  @discardableResult
  func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result

  /// Changes the value atomically without blocking the cooperative pool; cancellation doesn't stop the change.
  @discardableResult
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Value) throws -> Result
  ) async throws(StoreError) -> Result

  /// Replaces the value at a user's request; returns the path of preserved corrupt content, if any.
  ///
  /// A value that is unreadable or has a newer schema isn't replaced.
  @discardableResult
  func reset(to value: Value?) throws(StoreError) -> String?

  /// Replaces the value like ``reset(to:)``, but only if it is lost or corrupt.
  @discardableResult
  func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String?

  /// Returns a stream of the current outcome, followed by a new outcome after every change by any process.
  ///
  /// A slow consumer receives only the newest outcome.
  func changes() -> AsyncStream<LoadOutcome<Value>>
}

extension Store {
  /// The default implementation for stores without a backup; always `nil`.
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

  /// Replaces the value with the default at a user's request; returns the path of preserved corrupt content, if any.
  @discardableResult
  public func reset() throws(StoreError) -> String? {
    try reset(to: nil)
  }
}

/// The outcome of loading a stored value; the default applies only to ``missing``.
///
/// In the other cases without a value, writing the default could replace content that might still be recovered.
public enum LoadOutcome<Value: Sendable>: Sendable {
  /// The stored value.
  case value(Value)
  /// The file doesn't exist because no value was ever stored, so the default applies.
  case missing
  /// The file is lost, but its backup exists. The default isn't written, because a second write would replace the backup.
  case lost(backup: String)
  /// The file is empty; its content was lost, because stores never write an empty file.
  case empty
  /// The file content isn't what a store wrote.
  case corrupt(CorruptionReason)
  /// The file couldn't be read.
  case unreadable(UnreadableReason)
  /// A newer version wrote the file, so this version can't read or write it without losing data.
  case newerSchema(found: Int, supported: Int, writtenBy: String?)

  /// The stored value, or `nil` in all other cases.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  package var isMissing: Bool {
    if case .missing = self { true } else { false }
  }

  /// Returns the error, whose recovery suggestion mentions the backup; `nil` for a value or a missing file.
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
