import Foundation

/// A value that is made when it is first needed, once; a failure is kept as well.
///
/// `@unchecked Sendable`: `outcome` is guarded by `lock`.
final class Once<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private let make: @Sendable () throws(CommandFailure) -> Value
  private var outcome: Result<Value, CommandFailure>?

  init(_ make: @escaping @Sendable () throws(CommandFailure) -> Value) { self.make = make }

  /// The value; who asks while it is being made waits.
  func value() throws(CommandFailure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let outcome { return try outcome.get() }
    let result: Result<Value, CommandFailure>
    do throws(CommandFailure) {
      result = .success(try make())
    } catch {
      result = .failure(error)
    }
    outcome = result
    return try result.get()
  }
}
