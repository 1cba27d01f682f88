import Foundation

/// A value behind a lock, shared by several threads.
///
/// `Synchronization.Mutex` isn't an option: it needs a newer system than macOS 13, is slow under contention on
/// Linux, and makes ThreadSanitizer report races that don't exist.
///
/// `@unchecked Sendable` is correct because `value` is accessed only in ``withLock(_:)``, which holds `lock`.
public final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Creates a lock that protects a value.
  public init(_ value: sending Value) {
    self.value = value
  }

  /// Calls a closure with exclusive access to the value.
  ///
  /// The closure must not acquire the same lock again.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
