import Basics

/// A sender of navigation commands that keeps screens and view models independent of the router and other features.
public protocol Navigator: Sendable {
  /// Sends a command from any thread without waiting for its outcome.
  ///
  /// Commands are carried out in the order in which they were sent.
  func send(_ command: NavigationCommand)

  /// Sends a command and waits for its outcome.
  ///
  /// The outcome is ``NavigationOutcome/queued`` if a guard sends the command to the router waiting for that guard.
  func perform(_ command: NavigationCommand) async -> NavigationOutcome
}

/// A queue that passes commands from their senders to the router.
///
/// Commands keep their order, whichever thread sends them. They wait until a router is attached.
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
    var isTurnTaken = false
    var receiver: (@Sendable () -> Void)?
    /// The attached router's identity; a second router, whose attachment is rejected, must not detach the first one.
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

  /// Sends a command without waiting for its outcome, as described for ``Navigator/send(_:)``.
  public func send(_ command: NavigationCommand) {
    submit(Job(command: command))
  }

  /// Sends a command and waits for its outcome, as described for ``Navigator/perform(_:)``.
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

  /// Attaches a router unless one is attached, and calls `receiver` for waiting commands until `owner` detaches.
  ///
  /// Each call to `receiver` starts a turn for carrying out commands, which ends when ``next()`` returns `nil`.
  ///
  /// - Returns: Whether the router was attached.
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

  func detach(_ owner: ObjectIdentifier) {
    state.withLock { state in
      guard state.owner == owner else { return }
      state.owner = nil
      state.receiver = nil
    }
  }

  /// Takes the turn for a command that bypasses the queue, unless another command is waiting or running.
  func claim() -> Bool { state.withLock { $0.isEmpty && $0.takeTurn() } }

  /// Gives back a turn taken with ``claim()``.
  ///
  /// - Returns: Whether commands are waiting. If so, the caller keeps the turn and must carry them out.
  func release() -> Bool {
    state.withLock { state in
      state.isTurnTaken = !state.isEmpty
      return state.isTurnTaken
    }
  }

  /// Returns the next command, or gives back the turn and returns `nil` if no command is waiting.
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
