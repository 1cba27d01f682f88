/// The one connection between those who want a move and the router that carries it out.
///
/// Commands are kept in the order in which they were sent, from any thread, and none is lost: those that are sent
/// before a router listens, or while one is being replaced, wait. Who performs a command while there is no router
/// waits with it.
public final class NavigationQueue: Navigator {
  private struct State: Sendable {
    var mailbox = Mailbox()
    var receiver: (@Sendable () -> Void)?
    /// Who listens; a router that was refused must not silence it.
    var owner: ObjectIdentifier?
  }

  private let state = Locked(State())

  /// Makes a queue that nobody listens to yet.
  public init() {}

  /// Sends a command and goes on; from any thread, never waits.
  public func send(_ command: NavigationCommand) {
    submit(NavigationJob(command: command))
  }

  /// Sends a command and waits for what came of it; see ``Navigator/perform(_:)``.
  public func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    if PendingDecision.isPending(for: self) {
      send(command)
      return .queued
    }
    return await withCheckedContinuation { continuation in
      submit(NavigationJob(command: command, reply: { continuation.resume(returning: $0) }))
    }
  }

  /// Opens a screen and waits for its answer; see ``Navigator/ask(_:in:)``.
  ///
  /// When the waiting task is cancelled the answer is ``NavigationAnswer/cancelled``; the screen, once open, stays.
  /// Inside a guard or an interceptor nothing is opened, as the router waits for that decision.
  public func ask<D: Destination>(_ destination: D, in place: PresentationStyle) async -> NavigationAnswer<D.Answer> {
    if PendingDecision.isPending(for: self) { return .notShown(.queued) }
    let target = NavigationTarget(destination)
    let command: NavigationCommand =
      switch place {
      case .page: .push(target: target, policy: .always)
      case .popup: .popup(target: target, policy: .always)
      }
    let question = Question<D.Answer>(target.id)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard question.wait(with: continuation) else { return }
        submit(NavigationJob(command: command, question: question))
      }
    } onCancel: {
      question.settle(.cancelled)
    }
  }

  func submit(_ job: NavigationJob) {
    let receiver = state.withLock { state in state.mailbox.add(job) ? state.receiver : nil }
    receiver?()
  }

  /// Makes `receiver` the one that is called when it has the turn, until `owner` detaches.
  ///
  /// - Returns: Whether nobody listened before.
  func attach(_ owner: AnyObject, _ receiver: @escaping @Sendable () -> Void) -> Bool {
    let id = ObjectIdentifier(owner)
    let result: (isFree: Bool, hasTurn: Bool) = state.withLock { state in
      guard state.owner == nil else { return (false, false) }
      state.owner = id
      state.receiver = receiver
      return (true, state.mailbox.attach())
    }
    if result.hasTurn { receiver() }
    return result.isFree
  }

  /// Ends the listening of `owner`, if it is the one that listens.
  func detach(_ owner: ObjectIdentifier) {
    state.withLock { state in
      guard state.owner == owner else { return }
      state.owner = nil
      state.receiver = nil
      state.mailbox.detach()
    }
  }

  func claim() -> Bool { state.withLock { $0.mailbox.claim() } }

  func release() -> Bool { state.withLock { $0.mailbox.release() } }

  func next() -> NavigationJob? { state.withLock { $0.mailbox.next() } }
}
