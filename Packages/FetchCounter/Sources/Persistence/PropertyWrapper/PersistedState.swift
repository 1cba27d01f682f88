import Dispatch
import Observation

/// The state that all uses of a key share: what was last found or written, and what last went wrong.
final class PersistedState<Value: Codable & Sendable>: Observable, Sendable {
  private struct Known {
    var outcome: LoadOutcome<Value>
    var lastError: StoreError?
    /// The number of the look that found the outcome.
    var look: Int
  }

  private struct Memory {
    /// `nil` until somebody asks.
    var known: Known?
    /// How often the store was looked at.
    var looks = 0
  }

  let store: any Store<Value>
  private let registrar = ObservationRegistrar()
  private let memory = Protected(Memory())
  private let queue = DispatchQueue(label: "Persistence.PersistedState")

  init(store: any Store<Value>) {
    self.store = store
  }

  /// The value as last found or written; the default when there is none.
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

  /// Looks at the store again.
  ///
  /// Looks are numbered when they begin: one that took longer than a later one has nothing new to say.
  func reload() {
    let look = nextLook()
    let outcome = store.outcome()
    let error = store.error(for: outcome)
    registrar.withMutation(of: self, keyPath: \.outcome) {
      registrar.withMutation(of: self, keyPath: \.lastError) {
        memory.withLock { memory in
          if let known = memory.known, known.look > look { return }
          memory.known = Known(outcome: outcome, lastError: error, look: look)
        }
      }
    }
  }

  /// Makes a change on disk and then, only if that succeeded, in memory.
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

  /// Makes a change without blocking a thread of the cooperative pool.
  func performInBackground<Result: Sendable>(
    _ change: @escaping @Sendable (any Store<Value>) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        let result: Swift.Result<Result, StoreError>
        do throws(StoreError) {
          result = .success(try self.perform(change))
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  private func fail(_ error: StoreError) {
    // Some errors say that the file is not what it was when last looked at.
    switch error {
    case .lost, .empty, .corrupt, .unreadable, .newerSchema, .notConfirmed: reload()
    default: _ = known
    }
    registrar.withMutation(of: self, keyPath: \.lastError) {
      memory.withLock { $0.known?.lastError = error }
    }
  }

  private var known: Known {
    if let known = memory.withLock({ $0.known }) { return known }
    let look = nextLook()
    let outcome = store.outcome()
    let error = store.error(for: outcome)
    return memory.withLock { memory in
      let known = memory.known ?? Known(outcome: outcome, lastError: error, look: look)
      memory.known = known
      return known
    }
  }

  private func nextLook() -> Int {
    memory.withLock { memory in
      memory.looks += 1
      return memory.looks
    }
  }
}
