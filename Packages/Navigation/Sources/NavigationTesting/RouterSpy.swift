import Basics
public import Navigation

/// A navigator for view model and screen tests that records commands and returns stubbed outcomes.
public final class RouterSpy: Navigator {
  private struct State {
    var commands: [NavigationCommand] = []
    var unread = 0
    var outcomes: [NavigationOutcome] = []
    var waiting: [CheckedContinuation<NavigationCommand, Never>] = []
  }

  private let state = Locked(State())

  /// Creates a spy without any recorded commands.
  public init() {}

  /// All commands so far, in the order in which they were sent.
  public var sent: [NavigationCommand] { state.withLock { $0.commands } }

  /// Sets the outcomes for the next commands sent with ``perform(_:)``.
  ///
  /// All later commands return `.unchanged(.nothingToDo)`.
  public func stub(_ outcomes: NavigationOutcome...) {
    state.withLock { $0.outcomes += outcomes }
  }

  /// Returns the next command that hasn't been returned yet, waiting if necessary.
  public func next() async -> NavigationCommand {
    await withCheckedContinuation { continuation in
      let command: NavigationCommand? = state.withLock { state in
        guard state.unread < state.commands.count else {
          state.waiting.append(continuation)
          return nil
        }
        state.unread += 1
        return state.commands[state.unread - 1]
      }
      if let command { continuation.resume(returning: command) }
    }
  }

  /// Records a command.
  public func send(_ command: NavigationCommand) {
    let reader: CheckedContinuation<NavigationCommand, Never>? = state.withLock { state in
      state.commands.append(command)
      guard !state.waiting.isEmpty else { return nil }
      state.unread += 1
      return state.waiting.removeFirst()
    }
    reader?.resume(returning: command)
  }

  /// Records a command and returns its stubbed outcome.
  public func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    send(command)
    return state.withLock { $0.outcomes.isEmpty ? .unchanged(.nothingToDo) : $0.outcomes.removeFirst() }
  }
}

/// A gate that makes tasks wait until a test opens it.
public final class Gate: Sendable {
  private let state = Locked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  /// Creates a closed gate.
  public init() {}

  /// Waits until the gate is open.
  ///
  /// Once open, a gate stays open.
  public func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Opens the gate and resumes all waiting tasks.
  public func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
