/// A change that waits for its turn, so that it can share a write with others that wait.
struct PendingChange<Value: Sendable>: Sendable {
  /// Makes the change and says whether it succeeded; a value for which it fails stays as it was.
  let make: @Sendable (inout Value) -> Bool
  /// Tells the one who waits: what the change returned or failed with, or the error of the write.
  let finish: @Sendable (StoreError?) -> Void

  /// Wraps a change.
  ///
  /// - Parameters:
  ///   - path: Where the value is kept, for messages.
  ///   - change: Changes the value. It may be called more than once; the last call counts.
  ///   - waiter: Who waits; resumed by `finish`.
  init<Result: Sendable>(
    path: String,
    _ change: @escaping @Sendable (inout Value) throws -> Result,
    waiter: CheckedContinuation<Swift.Result<Result, StoreError>, Never>
  ) {
    let result = Protected<Swift.Result<Result, StoreError>?>(nil)
    make = { value in
      var changed = value
      let outcome: Swift.Result<Result, StoreError>
      do {
        outcome = .success(try change(&changed))
        value = changed
      } catch {
        outcome = .failure(.changeFailed(path: path, error))
      }
      result.withLock { $0 = outcome }
      return outcome.isSuccess
    }
    finish = { error in
      if let error {
        waiter.resume(returning: .failure(error))
      } else if let outcome = result.withLock({ $0 }) {
        waiter.resume(returning: outcome)
      } else {
        preconditionFailure("A change was finished without having been made.")
      }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
