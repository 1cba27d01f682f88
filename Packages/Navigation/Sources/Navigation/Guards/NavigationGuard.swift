/// A screen that wants to be asked before it leaves the stack.
///
/// The router asks every screen that a command would remove, the topmost first, whatever the command: back, home, a
/// new home, a link, a restoration or quitting. Each is asked once per command. Screens are usually classes; of a
/// value the router asks the copy that was made when it arrived.
@MainActor
public protocol NavigationGuard {
  /// Whether the screen may be removed.
  ///
  /// The router carries out nothing else while it waits. Commands that are sent meanwhile take their turn after this
  /// one. The task is cancelled by ``Router/cancelPending()``.
  func canLeave(for command: NavigationCommand) async -> GuardDecision
}

/// A screen's word on whether it may be removed.
public enum GuardDecision: Sendable, Equatable {
  /// It may.
  case allow
  /// It may not, for a reason that people can read.
  case deny(reason: String)
  /// The person at the screen decides.
  case confirm(LeaveConfirmation)
}
