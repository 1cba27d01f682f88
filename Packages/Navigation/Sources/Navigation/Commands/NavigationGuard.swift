import Basics

/// A screen that decides whether it may be removed from the stack.
///
/// The router asks every guarded screen that a command would remove, topmost first and each screen once. This applies
/// to every command: back, home, a new home, a link, a restoration or quitting. A single refusal keeps all screens.
/// Screens are usually classes. For a value type, the router asks the copy that was made on arrival.
@MainActor
public protocol NavigationGuard {
  /// Decides whether the screen may be removed.
  ///
  /// Until this method returns, the router carries out no other command, and new commands wait.
  ///
  /// - Parameter command: The command that would remove the screen.
  /// - Returns: The decision.
  func canLeave(for command: NavigationCommand) async -> GuardDecision
}

/// The decision of a ``NavigationGuard``.
public enum GuardDecision: Sendable, Equatable {
  /// The screen may be removed.
  case allow
  /// The screen stays, for a reason that is shown to the user.
  case deny(reason: String)
  /// The user decides.
  case confirm(LeaveConfirmation)
}

/// A yes-or-no question to the user.
public struct LeaveConfirmation: Sendable, Equatable {
  /// The question, as a short sentence.
  public var question: String
  /// The consequence of leaving, which may be empty.
  public var explanation: String
  /// The label for leaving.
  public var confirm: String
  /// The label for staying.
  public var decline: String

  /// Creates a question.
  public init(question: String, explanation: String = "", confirm: String = "Leave", decline: String = "Stay") {
    self.question = question
    self.explanation = explanation
    self.confirm = confirm
    self.decline = decline
  }
}

/// A marker for a guard's task while its router waits.
///
/// It prevents the guard from waiting for the same router.
final class PendingDecision: Sendable {
  @TaskLocal static var current: PendingDecision?

  private let queue: ObjectIdentifier
  private let outer: PendingDecision?
  private let isOpen = Locked(true)

  init(for queue: NavigationQueue) {
    self.queue = ObjectIdentifier(queue)
    outer = Self.current
  }

  /// Ends the decision.
  ///
  /// Tasks that the guard has left running can wait for the router again.
  func close() {
    isOpen.withLock { $0 = false }
  }

  /// Returns whether the current task belongs to a decision for which the queue's router is waiting.
  static func isPending(for queue: NavigationQueue) -> Bool {
    var decision = current
    while let this = decision {
      if this.queue == ObjectIdentifier(queue), this.isOpen.withLock({ $0 }) { return true }
      decision = this.outer
    }
    return false
  }
}
