import Foundation

/// A value that several threads share, behind a lock.
///
/// `@unchecked` because the compiler cannot see that `value` is only touched while `lock` is held.
final class Protected<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Runs a closure with exclusive access to the value; it must not take the same lock again.
  func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
