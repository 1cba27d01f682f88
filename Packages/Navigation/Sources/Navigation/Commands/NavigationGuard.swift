import Basics

/// A screen that can prevent its own removal from the stack, whichever command would remove it.
///
/// The router asks every guarded screen that a command would remove, topmost first and each screen once. If one guard
/// denies the removal, all screens stay. If a screen is a value type, the router asks the copy made when the screen was
/// created.
@MainActor
public protocol NavigationGuard {
  /// Decides whether a command may remove the screen. New commands wait for the decision.
  func canLeave(for command: NavigationCommand) async -> GuardDecision
}

/// The decision of a ``NavigationGuard``.
public enum GuardDecision: Sendable, Equatable {
  /// The screen may be removed.
  case allow
  /// The screen stays, and the user sees the reason.
  case deny(reason: String)
  /// The user must confirm the removal.
  case confirm(LeaveConfirmation)
}

/// A yes-or-no question for the user.
public struct LeaveConfirmation: Sendable, Equatable {
  /// The question, as a short sentence.
  public var question: String
  /// A description of the consequences of leaving the screen; may be empty.
  public var explanation: String
  /// The label of the button that leaves the screen.
  public var confirm: String
  /// The button label for staying on the screen.
  public var decline: String

  /// Creates a confirmation.
  public init(question: String, explanation: String = "", confirm: String = "Leave", decline: String = "Stay") {
    self.question = question
    self.explanation = explanation
    self.confirm = confirm
    self.decline = decline
  }
}

/// A marker for the task in which a router waits for a guard's decision.
///
/// The marker prevents a deadlock in which the guard and the router wait for each other.
final class PendingDecision: Sendable {
  @TaskLocal static var current: PendingDecision?

  private let queue: ObjectIdentifier
  private let outer: PendingDecision?
  private let isOpen = Locked(true)

  init(for queue: NavigationQueue) {
    self.queue = ObjectIdentifier(queue)
    outer = Self.current
  }

  /// Ends the pending decision, after which tasks started by the guard can wait for the router.
  func close() {
    isOpen.withLock { $0 = false }
  }

  /// Returns whether the current task belongs to a guard that the queue's router is waiting for.
  static func isPending(for queue: NavigationQueue) -> Bool {
    var decision = current
    while let this = decision {
      if this.queue == ObjectIdentifier(queue), this.isOpen.withLock({ $0 }) { return true }
      decision = this.outer
    }
    return false
  }
}
