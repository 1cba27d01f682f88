import Basics
import Foundation
package import Persistence

/// An in-memory store that encodes and decodes every change, with an outcome and failures that a test controls.
package final class InMemoryStore<Value: Codable & Sendable>: Store {
  private struct State {
    var outcome: LoadOutcome<Value>
    var failure: StoreError?
    var continuations: [Int: AsyncStream<LoadOutcome<Value>>.Continuation] = [:]
    var nextNumber = 0

    mutating func set(_ outcome: LoadOutcome<Value>) {
      self.outcome = outcome
      for continuation in continuations.values { continuation.yield(outcome) }
    }
  }

  package let defaultValue: Value
  package let path = "memory"
  /// A lock that admits one change at a time; `state` isn't locked during a change.
  private let gate = NSLock()
  private let state = Locked(State(outcome: .missing))

  package init(default defaultValue: Value) {
    self.defaultValue = defaultValue
  }

  /// Replaces the content, as another process or a faulty disk would.
  package func setOutcome(_ outcome: LoadOutcome<Value>) {
    state.withLock { $0.set(outcome) }
  }

  /// Makes every change fail, as on a full disk; `nil` lets changes succeed again.
  package func failUpdates(with error: StoreError?) {
    state.withLock { $0.failure = error }
  }

  package func outcome() -> LoadOutcome<Value> {
    state.withLock { $0.outcome }
  }

  @discardableResult
  package func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result {
    gate.lock()
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

  @discardableResult
  package func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Value) throws -> Result
  ) async throws(StoreError) -> Result {
    func now() throws(StoreError) -> Result { try update(change) }
    return try now()
  }

  @discardableResult
  package func reset(to value: Value?) throws(StoreError) -> String? {
    try replace(with: value, onlyIfCorrupt: false)
  }

  @discardableResult
  package func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String? {
    try replace(with: value, onlyIfCorrupt: true)
  }

  package func changes() -> AsyncStream<LoadOutcome<Value>> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LoadOutcome<Value>.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      continuation.yield(state.outcome)
      state.continuations[state.nextNumber] = continuation
      return state.nextNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.continuations[number] = nil }
    }
    return stream
  }

  private func replace(with value: Value?, onlyIfCorrupt: Bool) throws(StoreError) -> String? {
    gate.lock()
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
      let bytes = try JSONEncoder().encode(value)
      setOutcome(.value(try JSONDecoder().decode(Value.self, from: bytes)))
    } catch {
      throw .notEncodable(path: path, reason: codingProblem(error))
    }
  }
}
