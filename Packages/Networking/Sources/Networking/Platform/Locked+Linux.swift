#if os(Linux) && !THREAD_SANITIZER
package import Synchronization

/// State that only one thread can access at a time, stored inline because each request creates several instances.
///
/// `NSLock` would allocate two heap objects.
package struct Locked<State>: ~Copyable, Sendable {
  @usableFromInline package let mutex: Mutex<State>

  @inlinable
  package init(_ state: consuming sending State) { mutex = Mutex(state) }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }

  /// Accesses the state; returns `nil` if another thread is accessing it.
  @inlinable
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try mutex.withLockIfAvailable(body)
  }
}
#endif
