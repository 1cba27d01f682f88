/// What a router does, whatever its screens: the part that the contract suite checks and that tests replace.
@MainActor
public protocol Routing: AnyObject {
  /// Where commands come from.
  var queue: NavigationQueue { get }

  /// The pages and popups as they are.
  var stack: RouterStack { get }

  /// The latest events, the oldest first.
  var breadcrumbs: [NavigationEvent] { get }

  /// Carries out a command in its turn.
  func perform(_ command: NavigationCommand) async -> NavigationOutcome

  /// Carries out a command at once: before those that wait, and without asking interceptors and guards.
  ///
  /// For moves that nobody may hold up, such as the end of a session or of the program.
  @discardableResult
  func force(_ command: NavigationCommand) -> NavigationOutcome

  /// Gives up the command for which a guard is being asked; its outcome is ``NavigationOutcome/cancelled``.
  func cancelPending()

  /// Every event from now on, as a stream of the caller's own.
  func events() -> AsyncStream<NavigationEvent>
}
