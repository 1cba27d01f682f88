#if os(Linux) && !THREAD_SANITIZER
import Synchronization

/// Mutual exclusion that lies within the object that it guards: a request makes several of these, and each must cost no allocation.
///
/// `NSLock` is two objects on the heap; `Mutex` alone would ask for newer Apple systems than this package does.
struct Lock: ~Copyable, Sendable {
  private let mutex = Mutex(())

  init() {}

  /// Runs something while nobody else does.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // `Mutex` would have the result leave what it guards, which is nothing here.
    try mutex.withLock { _ throws(Failure) in Unchecked(value: try body()) }.value
  }

  /// `@unchecked Sendable`: it never leaves the function that makes it.
  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
  }
}
#endif
