import Basics
import Dispatch
import Observation

/// The state shared by all properties with the same key.
final class PersistedState<Value: Codable & Sendable>: Observable, Sendable {
  private struct Known {
    var outcome: LoadOutcome<Value>
    var lastError: StoreError?
    /// The number of the load that produced the outcome.
    var load: Int
  }

  private struct Memory {
    /// The last outcome; `nil` before the first use.
    var known: Known?
    var loads = 0
  }

  let store: any Store<Value>
  private let registrar = ObservationRegistrar()
  private let memory = Locked(Memory())
  private let queue = DispatchQueue(label: "Persistence.PersistedState")

  init(store: any Store<Value>) {
    self.store = store
  }

  var value: Value {
    outcome.value ?? store.defaultValue
  }

  var outcome: LoadOutcome<Value> {
    registrar.access(self, keyPath: \.outcome)
    return known.outcome
  }

  var lastError: StoreError? {
    registrar.access(self, keyPath: \.lastError)
    return known.lastError
  }

  func load() throws(StoreError) -> Value {
    let found = reload()
    if let error = found.lastError { throw error }
    return found.outcome.value ?? store.defaultValue
  }

  /// Reloads the value; a slow load doesn't replace a later load's result.
  @discardableResult
  func reload() -> (outcome: LoadOutcome<Value>, lastError: StoreError?) {
    let found = find()
    registrar.withMutation(of: self, keyPath: \.outcome) {
      registrar.withMutation(of: self, keyPath: \.lastError) {
        memory.withLock { memory in
          if let known = memory.known, known.load > found.load { return }
          memory.known = found
        }
      }
    }
    return (found.outcome, found.lastError)
  }

  /// Changes the value in memory only after it has changed on disk.
  func perform<Result>(_ change: (any Store<Value>) throws(StoreError) -> Result) throws(StoreError) -> Result {
    do throws(StoreError) {
      let result = try change(store)
      reload()
      return result
    } catch {
      fail(error)
      throw error
    }
  }

  /// Changes the value without blocking the cooperative pool.
  func performInBackground<Result: Sendable>(
    _ change: @escaping @Sendable (any Store<Value>) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let result: Swift.Result<Result, StoreError> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(StoreError) {
          continuation.resume(returning: .success(try self.perform(change)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  private func fail(_ error: StoreError) {
    switch error {
    // The file has changed since the last load.
    case .lost, .empty, .corrupt, .unreadable, .newerSchema, .notConfirmed: reload()
    default: _ = known
    }
    registrar.withMutation(of: self, keyPath: \.lastError) {
      memory.withLock { $0.known?.lastError = error }
    }
  }

  private var known: Known {
    if let known = memory.withLock({ $0.known }) { return known }
    let found = find()
    return memory.withLock { memory in
      let known = memory.known ?? found
      memory.known = known
      return known
    }
  }

  private func find() -> Known {
    let number = memory.withLock { memory in
      memory.loads += 1
      return memory.loads
    }
    let outcome = store.outcome()
    return Known(outcome: outcome, lastError: store.error(for: outcome), load: number)
  }
}
