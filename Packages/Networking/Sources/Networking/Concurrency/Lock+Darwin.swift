#if canImport(Darwin)
import Foundation

/// Mutual exclusion at the cost of one allocation; `Mutex` would ask for newer systems than this package does.
///
/// `@unchecked Sendable`: the lock is used only through its own functions, and must not move, so it is on the heap.
struct Lock: ~Copyable, @unchecked Sendable {
  private let pointer: UnsafeMutablePointer<os_unfair_lock>

  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: os_unfair_lock())
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// Runs something while nobody else does.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    os_unfair_lock_lock(pointer)
    defer { os_unfair_lock_unlock(pointer) }
    return try body()
  }
}
#endif
