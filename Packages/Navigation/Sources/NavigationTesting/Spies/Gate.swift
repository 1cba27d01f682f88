import Foundation

/// Something that tasks wait for until a test opens it, so that no test has to sleep.
///
/// `@unchecked Sendable`: all variables are touched only while `lock` is held.
public final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a closed gate.
  public init() {}

  /// Waits until the gate is open; once open it stays so.
  public func wait() async {
    await withCheckedContinuation { continuation in
      let passes = lock.withLock {
        if !isOpen { waiting.append(continuation) }
        return isOpen
      }
      if passes { continuation.resume() }
    }
  }

  /// Lets everybody pass.
  public func open() {
    let released = lock.withLock {
      defer { waiting = [] }
      isOpen = true
      return waiting
    }
    for continuation in released { continuation.resume() }
  }
}
