import Basics

/// The sender of navigation commands.
///
/// Screens and view models receive a navigator. They know neither the router nor other features.
public protocol Navigator: Sendable {
  /// Sends a command without waiting for its outcome.
  ///
  /// Commands are carried out in order. This method can be called on any thread.
  func send(_ command: NavigationCommand)

  /// Sends a command and waits for its outcome.
  ///
  /// A guard of the same router immediately receives ``NavigationOutcome/queued``, because the router is waiting for
  /// that guard.
  func perform(_ command: NavigationCommand) async -> NavigationOutcome
}

/// A queue between the senders of commands and the router.
///
/// Commands keep the order in which they were sent, from any thread. Commands sent while no router is attached wait for
/// the next router.
public final class NavigationQueue: Navigator {
  struct Job: Sendable {
    let command: NavigationCommand
    var reply: (@Sendable (NavigationOutcome) -> Void)?
  }

  private struct State {
    /// New commands, newest last.
    var incoming: [Job] = []
    /// Older commands, oldest last.
    var outgoing: [Job] = []
    /// Whether a command is being carried out.
    var isTurnTaken = false
    var receiver: (@Sendable () -> Void)?
    /// The attached router.
    ///
    /// A second router that was rejected must not detach it.
    var owner: ObjectIdentifier?

    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

    mutating func takeTurn() -> Bool {
      guard owner != nil, !isTurnTaken else { return false }
      isTurnTaken = true
      return true
    }
  }

  private let state = Locked(State())

  /// Creates a queue without a router.
  public init() {}

  /// Sends a command without waiting for its outcome.
  ///
  /// See ``Navigator/send(_:)``.
  public func send(_ command: NavigationCommand) {
    submit(Job(command: command))
  }

  /// Sends a command and waits for its outcome.
  ///
  /// See ``Navigator/perform(_:)``.
  public func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    if PendingDecision.isPending(for: self) {
      send(command)
      return .queued
    }
    return await withCheckedContinuation { continuation in
      submit(Job(command: command, reply: { continuation.resume(returning: $0) }))
    }
  }

  private func submit(_ job: Job) {
    let receiver = state.withLock { state in
      state.incoming.append(job)
      return state.takeTurn() ? state.receiver : nil
    }
    receiver?()
  }

  /// Attaches a router, and calls `receiver` whenever commands are waiting until `owner` detaches.
  ///
  /// The receiver then has the turn. It gives the turn back by calling ``next()`` until the result is `nil`.
  ///
  /// - Returns: Whether the router was attached. `false` if another router is attached.
  func attach(_ owner: AnyObject, _ receiver: @escaping @Sendable () -> Void) -> Bool {
    let id = ObjectIdentifier(owner)
    let (isFree, hasTurn) = state.withLock { state in
      guard state.owner == nil else { return (false, false) }
      state.owner = id
      state.receiver = receiver
      state.isTurnTaken = !state.isEmpty
      return (true, state.isTurnTaken)
    }
    if hasTurn { receiver() }
    return isFree
  }

  /// Detaches `owner` if it is the attached router.
  func detach(_ owner: ObjectIdentifier) {
    state.withLock { state in
      guard state.owner == owner else { return }
      state.owner = nil
      state.receiver = nil
      state.isTurnTaken = false
    }
  }

  /// Takes the turn for a command that skips the queue, and returns whether no other command is waiting or running.
  func claim() -> Bool { state.withLock { $0.isEmpty && $0.takeTurn() } }

  /// Gives back a claimed turn.
  ///
  /// - Returns: Whether commands are waiting. The caller then keeps the turn and must carry them out.
  func release() -> Bool {
    state.withLock { state in
      state.isTurnTaken = !state.isEmpty
      return state.isTurnTaken
    }
  }

  /// Returns the next command, or gives the turn back and returns `nil` if there is no command.
  func next() -> Job? {
    state.withLock { state in
      if state.outgoing.isEmpty {
        state.outgoing = state.incoming.reversed()
        state.incoming = []
      }
      guard state.owner != nil, let job = state.outgoing.popLast() else {
        state.isTurnTaken = false
        return nil
      }
      return job
    }
  }
}
