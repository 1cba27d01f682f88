/// Marks the task of a guard or interceptor while a router waits for it, so that it can't wait for the router in turn.
final class PendingDecision: Sendable {
  @TaskLocal static var current: PendingDecision?

  private let queue: ObjectIdentifier
  private let outer: PendingDecision?
  private let isOpen = Locked(true)

  init(for queue: NavigationQueue) {
    self.queue = ObjectIdentifier(queue)
    outer = Self.current
  }

  /// Ends the decision; tasks that it left running may wait for the router again.
  func close() {
    isOpen.withLock { $0 = false }
  }

  /// Whether the current task is part of a decision that the queue's router waits for.
  static func isPending(for queue: NavigationQueue) -> Bool {
    var decision = current
    while let this = decision {
      if this.queue == ObjectIdentifier(queue), this.isOpen.withLock({ $0 }) { return true }
      decision = this.outer
    }
    return false
  }
}
