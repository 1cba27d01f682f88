import Foundation

/// A lock for asynchronous code, given to those who wait in the order of their coming.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class FairLock: @unchecked Sendable {
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let lock = NSLock()
  private var isHeld = false
  private var lastNumber = 0
  private var waiters: [Waiter] = []

  /// Waits for its turn; who gets it has to give it back with ``release()``.
  ///
  /// - Returns: Whether it has the lock; not when the task was cancelled before.
  func acquire() async -> Bool {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let decision: Bool? = lock.withLock {
          // A cancellation from now on finds the waiter; one before is seen here.
          if Task.isCancelled { return false }
          if isHeld {
            waiters.append(Waiter(number: number, continuation: continuation))
            return nil
          }
          isHeld = true
          return true
        }
        if let decision { continuation.resume(returning: decision) }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  private func giveUp(_ number: Int) {
    let waiter = lock.withLock {
      waiters.firstIndex { $0.number == number }.map { waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }

  /// Gives the lock to who has waited longest.
  func release() {
    let next: Waiter? = lock.withLock {
      if waiters.isEmpty {
        isHeld = false
        return nil
      }
      return waiters.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
