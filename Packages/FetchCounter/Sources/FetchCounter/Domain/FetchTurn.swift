import Basics

/// A FIFO lock for asynchronous code, which a use case holds while it sends requests to a counter service.
///
/// All use cases for a service must share the lock.
public final class FetchTurn: Sendable {
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var isHeld = false
    var lastNumber = 0
    var waiters: [Waiter] = []
  }

  private let state = Locked(State())

  /// Creates a turn that no task holds.
  public init() {}

  /// Waits for the lock, and returns `false` if the task is cancelled before acquiring it.
  func acquire() async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let decision: Bool? = state.withLock { state in
          // The cancellation handler removes waiters. This check covers cancellation before the waiter was added.
          if Task.isCancelled { return false }
          if state.isHeld {
            state.waiters.append(Waiter(number: number, continuation: continuation))
            return nil
          }
          state.isHeld = true
          return true
        }
        if let decision { continuation.resume(returning: decision) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
  }

  /// Passes the lock to the task that has waited longest.
  func release() {
    let next: Waiter? = state.withLock { state in
      if state.waiters.isEmpty {
        state.isHeld = false
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
