#if !os(Linux) || THREAD_SANITIZER
import Foundation

/// State that only one thread can access at a time.
///
/// `Mutex` requires newer Apple systems than this package supports. On Linux, the thread sanitizer reports false races
/// in `Mutex`, so `Scripts/test --sanitize thread` selects this version.
package struct Locked<State>: ~Copyable, Sendable {
  /// `@unchecked Sendable`, because `state` is accessed only while `lock` is held.
  private final class Box: @unchecked Sendable {
    let lock = NSLock()
    var state: State

    init(_ state: consuming sending State) { self.state = state }
  }

  private let box: Box

  package init(_ state: consuming sending State) { box = Box(state) }

  package func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    box.lock.lock()
    defer { box.lock.unlock() }
    return try body(&box.state)
  }

  /// Accesses the state; returns `nil` if another thread is accessing it.
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard box.lock.try() else { return nil }
    defer { box.lock.unlock() }
    return try body(&box.state)
  }
}
#endif
