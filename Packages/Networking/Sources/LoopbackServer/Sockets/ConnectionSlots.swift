import Foundation

/// Counts the open connections against the limit and lets the accepting thread wait for a free place.
///
/// `@unchecked Sendable`: every property is touched only while `condition` is locked.
final class ConnectionSlots: @unchecked Sendable {
  private let condition = NSCondition()
  private var free: Int
  private var isStopped = false

  init(limit: Int) {
    free = max(1, limit)
  }

  /// Waits for a free place and takes it; false when the server stops instead.
  func acquire() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while free == 0, !isStopped { condition.wait() }
    guard !isStopped else { return false }
    free -= 1
    return true
  }

  /// Gives a place back.
  func release() {
    condition.lock()
    free += 1
    condition.signal()
    condition.unlock()
  }

  /// Ends every present and future wait.
  func stop() {
    condition.lock()
    isStopped = true
    condition.broadcast()
    condition.unlock()
  }
}
