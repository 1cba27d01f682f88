import Foundation

/// A value that several threads share, behind a lock.
///
/// `@unchecked` because the compiler cannot see that `value` is only touched while `lock` is held.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
