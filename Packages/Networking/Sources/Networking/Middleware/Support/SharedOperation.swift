/// One piece of work that several tasks wait for, each of which may be cancelled without harm to the others.
///
/// It goes on when nobody waits any more.
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
final class SharedOperation<Value: Sendable>: @unchecked Sendable {
  private typealias Waiter = CheckedContinuation<Result<Value, NetworkError>, Never>

  private let lock = Lock()
  private var waiters: [ObjectIdentifier: Waiter] = [:]
  private var outcome: Result<Value, NetworkError>?

  /// Gives the result to everybody who waits or will.
  func finish(_ result: Result<Value, NetworkError>) {
    let waiting = lock.withLock {
      outcome = result
      defer { waiters = [:] }
      return waiters.values
    }
    for waiter in waiting { waiter.resume(returning: result) }
  }

  /// Waits for the result.
  ///
  /// - Throws: ``NetworkError/cancelled`` as soon as the task is cancelled, whatever the work does.
  func result() async throws(NetworkError) -> Value {
    let place = Place()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = takeOutcome(place, orWaitAs: continuation) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      leave(place)
    }
    return try outcome.get()
  }

  /// A waiter's place; whether it has left is guarded by the operation's lock.
  private final class Place: @unchecked Sendable {
    var hasLeft = false
  }

  private func takeOutcome(_ place: Place, orWaitAs waiter: Waiter) -> Result<Value, NetworkError>? {
    lock.withLock {
      if place.hasLeft { return .failure(.cancelled) }
      guard let outcome else {
        waiters[ObjectIdentifier(place)] = waiter
        return nil
      }
      return outcome
    }
  }

  private func leave(_ place: Place) {
    let waiter = lock.withLock {
      place.hasLeft = true
      return waiters.removeValue(forKey: ObjectIdentifier(place))
    }
    waiter?.resume(returning: .failure(.cancelled))
  }
}
