/// Marks the task of a guard or interceptor while a router waits for it, so that it can't wait for the router in turn.
final class NavDecision: Sendable {
  @TaskLocal static var current: NavDecision?

  private let signal: ObjectIdentifier
  private let outer: NavDecision?
  private let isOpen = Locked(true)

  init(for signal: NavSignal) {
    self.signal = ObjectIdentifier(signal)
    outer = Self.current
  }

  /// Ends the decision; tasks that it left running may wait for the router again.
  func close() {
    isOpen.withLock { $0 = false }
  }

  /// Whether the current task is part of a decision that the signal's router waits for.
  static func isPending(for signal: NavSignal) -> Bool {
    var decision = current
    while let this = decision {
      if this.signal == ObjectIdentifier(signal), this.isOpen.withLock({ $0 }) { return true }
      decision = this.outer
    }
    return false
  }
}
