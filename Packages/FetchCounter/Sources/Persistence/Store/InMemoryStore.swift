import Foundation

/// A value in memory that behaves like one in a file: for tests, previews and programs that must leave no trace.
///
/// A changed value takes the way through its JSON, so that a value that a file could not hold is refused here too.
/// What went wrong with a file can be played: see ``setOutcome(_:)`` and ``failUpdates(with:)``.
public final class InMemoryStore<Value: Codable & Sendable>: Store {
  /// The value that applies as long as nothing was stored.
  public let defaultValue: Value
  /// The name that messages show in place of a path.
  public let path: String

  private struct State {
    var outcome: LoadOutcome<Value>
    var failure: StoreError?
    var continuations: [Int: AsyncStream<LoadOutcome<Value>>.Continuation] = [:]
    var nextNumber = 0
  }

  private let gate = NSLock()
  private let lockTimeout: Duration
  private let state: Protected<State>

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - defaultValue: The value that applies as long as nothing was stored.
  ///   - outcome: What the store finds at first.
  ///   - path: The name that messages show in place of a path.
  ///   - lockTimeout: How long a change waits for one that is under way.
  public init(
    default defaultValue: Value,
    outcome: LoadOutcome<Value> = .missing,
    path: String = "memory",
    lockTimeout: Duration = .seconds(10)
  ) {
    self.defaultValue = defaultValue
    self.lockTimeout = lockTimeout
    self.path = path
    state = Protected(State(outcome: outcome))
  }

  /// Replaces what the store finds, as another process or a damaged disk would.
  ///
  /// - Parameter outcome: What is found from now on.
  public func setOutcome(_ outcome: LoadOutcome<Value>) {
    state.withLock { state in
      state.outcome = outcome
      for continuation in state.continuations.values { continuation.yield(outcome) }
    }
  }

  /// Makes every change fail, as a full disk would.
  ///
  /// - Parameter error: The error, or `nil` to let changes succeed again.
  public func failUpdates(with error: StoreError?) {
    state.withLock { $0.failure = error }
  }

  /// Says what is stored.
  ///
  /// - Returns: What was found.
  public func outcome() -> LoadOutcome<Value> {
    state.withLock { $0.outcome }
  }

  /// Changes the value; one change at a time.
  ///
  /// - Parameter change: Changes the value. It must not use the same store; it would wait for itself until the
  ///   time-out.
  /// - Returns: What the closure returns.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result {
    try lock()
    defer { gate.unlock() }
    var value = try load()
    let result: Result
    do {
      result = try change(&value)
    } catch {
      throw .changeFailed(path: path, error)
    }
    try store(value)
    return result
  }

  /// Changes the value; one change at a time.
  ///
  /// - Parameter change: Changes the value. It must not use the same store.
  /// - Returns: What the closure returns.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Value) throws -> Result
  ) async throws(StoreError) -> Result {
    func now() throws(StoreError) -> Result { try update(change) }
    return try now()
  }

  /// Replaces the value on somebody's explicit request.
  ///
  /// - Parameter value: The new value, or `nil` for the default.
  /// - Returns: A name for the damaged content, which is not kept; `nil` when nothing was damaged.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func reset(to value: Value?) throws(StoreError) -> String? {
    try replace(with: value, onlyIfCorrupt: false)
  }

  /// Replaces the value like ``reset(to:)``, but only when it is lost or damaged.
  ///
  /// - Parameter value: The new value, or `nil` for the default.
  /// - Returns: A name for the damaged content, which is not kept; `nil` when there was none.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String? {
    try replace(with: value, onlyIfCorrupt: true)
  }

  /// The outcomes from now on: the present one at once, then one after every change.
  ///
  /// - Returns: The outcomes.
  public func changes() -> AsyncStream<LoadOutcome<Value>> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LoadOutcome<Value>.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      continuation.yield(state.outcome)
      state.continuations[number] = continuation
      return number
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.continuations[number] = nil }
    }
    return stream
  }

  /// Waits for its turn; for ever would be a deadlock when a change uses the store that it changes.
  private func lock() throws(StoreError) {
    guard gate.try() || gate.lock(before: Date(timeIntervalSinceNow: lockTimeout.seconds)) else {
      throw .lockTimeout(path: path, holder: .current, waited: lockTimeout)
    }
  }

  private func replace(with value: Value?, onlyIfCorrupt: Bool) throws(StoreError) -> String? {
    try lock()
    defer { gate.unlock() }
    let outcome = outcome()
    if let error = outcome.error(path: path) {
      guard error.isCorrupt else { throw error }
    } else if onlyIfCorrupt {
      return nil
    }
    try store(value ?? defaultValue)
    if case .corrupt = outcome { return path + ".corrupt" }
    return nil
  }

  private func store(_ value: Value) throws(StoreError) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    do {
      let bytes = try PayloadCoding.encoder().encode(value)
      setOutcome(.value(try PayloadCoding.decoder().decode(Value.self, from: bytes)))
    } catch {
      throw .notEncodable(path: path, reason: PayloadCoding.describe(error))
    }
  }
}
