#if os(Linux) && !THREAD_SANITIZER
package import Synchronization

/// State that one thread at a time can access.
///
/// The state is stored inline, because a request creates several instances and none may cost an allocation. `NSLock`
/// takes two heap objects.
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

  /// Accesses the state unless another thread is accessing it; returns `nil` in that case.
  @inlinable
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try mutex.withLockIfAvailable(body)
  }
}
#endif
