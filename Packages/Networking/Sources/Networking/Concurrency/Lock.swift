#if canImport(Darwin)
import os
#else
import Synchronization
#endif

/// Mutual exclusion that lies within the object that it guards: a request makes several of these, and each must cost no allocation.
///
/// `NSLock` is two objects on the heap; `Mutex` alone would ask for newer Apple systems than this package does.
struct Lock: ~Copyable, @unchecked Sendable {
  #if canImport(Darwin)
  // `@unchecked Sendable`: the lock is used only through its own functions, and must not move, so it is on the heap here.
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
  #else
  private let mutex = Mutex(())

  init() {}

  /// Runs something while nobody else does.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // `Mutex` would have the result leave what it guards, which is nothing here.
    try mutex.withLock { _ throws(Failure) in Unchecked(value: try body()) }.value
  }

  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
  }
  #endif
}
