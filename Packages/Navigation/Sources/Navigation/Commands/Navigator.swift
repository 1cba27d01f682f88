/// Where anybody asks for a move: view models and screens get one and know neither the router nor other features.
public protocol Navigator: Sendable {
  /// Sends a command and goes on; it is carried out in its turn.
  ///
  /// May be called from any thread and never waits.
  func send(_ command: NavigationCommand)

  /// Sends a command and waits for what came of it.
  ///
  /// Inside a guard or an interceptor of the same router it doesn't wait, as the router is waiting for that very
  /// decision: the command is queued and the answer is ``NavigationOutcome/queued``.
  func perform(_ command: NavigationCommand) async -> NavigationOutcome

  /// Opens a screen and waits for its answer.
  ///
  /// - Parameters:
  ///   - destination: What to open; always as a new entry.
  ///   - place: As a popup or as a page.
  /// - Returns: The answer, exactly once, or why there is none.
  func ask<D: Destination>(_ destination: D, in place: PresentationStyle) async -> NavigationAnswer<D.Answer>
}

extension Navigator {
  /// Opens a popup and waits for its answer.
  public func ask<D: Destination>(_ destination: D) async -> NavigationAnswer<D.Answer> {
    await ask(destination, in: .popup)
  }
}
