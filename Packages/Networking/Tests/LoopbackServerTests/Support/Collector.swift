import Foundation

/// A collector for values from other threads; `@unchecked Sendable`, because `condition` protects `values`.
final class Collector<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var values: [Value] = []

  func add(_ value: Value) {
    condition.lock()
    values.append(value)
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for at least this many values.
  func wait(for count: Int) -> [Value] {
    condition.lock()
    defer { condition.unlock() }
    while values.count < count { condition.wait() }
    return values
  }

  var all: [Value] { wait(for: 0) }
}
