#if os(Linux) && THREAD_SANITIZER
import Foundation

/// Mutual exclusion that the thread sanitizer knows of: it would take what the standard library's `Mutex` guards for races.
///
/// `Scripts/test --sanitize thread` sets the condition.
struct Lock: ~Copyable, Sendable {
  private let lock = NSLock()

  init() {}

  /// Runs something while nobody else does.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
#endif
