/// A place that keeps one value, changes it atomically, and distinguishes the reasons why it may have none.
public protocol Store<Value>: Sendable {
  /// What is stored.
  associatedtype Value: Codable & Sendable

  /// The value that applies as long as nothing was stored.
  var defaultValue: Value { get }

  /// Where the value is kept, for messages; the path of the file for a store with one.
  var path: String { get }

  /// The path of a backup with good content, for the recovery suggestion of a damaged value; `nil` without one.
  var usableBackup: String? { get }

  /// Looks for the stored value without changing anything.
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

  /// Changes the value atomically, without blocking a thread of the cooperative pool; cancellation doesn't stop the change.
  @discardableResult
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Value) throws -> Result
  ) async throws(StoreError) -> Result

  /// Replaces the value on a person's request, and returns the path of kept corrupt content, if any.
  ///
  /// A value that is unreadable or of a newer schema is not replaced even then.
  @discardableResult
  func reset(to value: Value?) throws(StoreError) -> String?

  /// Replaces the value like ``reset(to:)``, but only if it is lost or corrupt.
  @discardableResult
  func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String?

  /// The present outcome, then one after every change by any process; a busy consumer gets only the newest.
  func changes() -> AsyncStream<LoadOutcome<Value>>
}

extension Store {
  /// No backup.
  public var usableBackup: String? { nil }

  /// The error for an outcome of this store, or `nil` for a value and for a missing file.
  public func error(for outcome: LoadOutcome<Value>) -> StoreError? {
    guard let error = outcome.error(path: path), error.isCorrupt else { return outcome.error(path: path) }
    return outcome.error(path: path, backup: usableBackup)
  }

  /// Loads the value, or the default when nothing was stored.
  public func load() throws(StoreError) -> Value {
    let outcome = outcome()
    if let error = error(for: outcome) { throw error }
    return outcome.value ?? defaultValue
  }

  /// Replaces the value by the default on a person's request, and returns the path of kept corrupt content, if any.
  @discardableResult
  public func reset() throws(StoreError) -> String? {
    try reset(to: nil)
  }
}

/// What a store found when it looked for its value.
///
/// Six different things can be wrong, and only one of them, ``missing``, means that the default applies. Treating the
/// others like it is how programs lose data: the next write replaces what could still have been rescued.
public enum LoadOutcome<Value: Sendable>: Sendable {
  /// The stored value.
  case value(Value)
  /// There is no file: nothing was ever stored, and the default applies.
  case missing
  /// The file is gone, but its backup is there; the default would replace this backup at the second change.
  case lost(backup: String)
  /// The file has no bytes at all. Stores never write such a file, so its content was lost.
  case empty
  /// The file has content that the store cannot make sense of.
  case corrupt(CorruptionReason)
  /// The file could not be read.
  case unreadable(UnreadableReason)
  /// A newer version of the program wrote the file. It can be neither understood nor written without loss.
  case newerSchema(found: Int, supported: Int, writtenBy: String?)

  /// The stored value, or `nil` for everything else.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  package var isMissing: Bool {
    if case .missing = self { true } else { false }
  }

  /// The error for this outcome, or `nil` for a value and for a missing file; a recovery suggestion names the backup.
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
