import Foundation

/// Opens once; until then it holds up whoever waits.
///
/// `@unchecked Sendable`: `isOpen` is touched only while `condition` is locked.
final class Latch: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen = false

  /// Lets everybody pass from now on.
  func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until it is open.
  func wait() {
    condition.lock()
    while !isOpen { condition.wait() }
    condition.unlock()
  }
}
