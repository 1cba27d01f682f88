import Foundation
public import Navigation

/// Stands in for the router where a view model or screen is tested: records what is sent and answers as it is told.
///
/// `@unchecked Sendable`: all variables are touched only while `lock` is held.
public final class RouterSpy: Navigator, @unchecked Sendable {
  private let lock = NSLock()
  private var commands: [NavigationCommand] = []
  private var unread = 0
  private var outcomes: [NavigationOutcome] = []
  private var answers: [DestinationID: any Sendable] = [:]
  private var waiting: [CheckedContinuation<NavigationCommand, Never>] = []

  /// Makes a spy that has seen nothing.
  public init() {}

  /// Every command so far, in the order in which they were sent.
  public var sent: [NavigationCommand] { lock.withLock { commands } }

  /// Sets the outcomes of the next performed commands; afterwards they are ``NavigationOutcome/unchanged(_:)`` again.
  public func stub(_ outcomes: NavigationOutcome...) {
    lock.withLock { self.outcomes += outcomes }
  }

  /// Sets what asking a destination answers; without it the answer is ``NavigationAnswer/dismissed``.
  public func stub<D: Destination>(_ type: D.Type, answer: NavigationAnswer<D.Answer>) {
    lock.withLock { answers[D.id] = answer }
  }

  /// The next command that wasn't awaited yet; waits until there is one.
  public func next() async -> NavigationCommand {
    await withCheckedContinuation { continuation in
      let command: NavigationCommand? = lock.withLock {
        guard unread < commands.count else {
          waiting.append(continuation)
          return nil
        }
        unread += 1
        return commands[unread - 1]
      }
      if let command { continuation.resume(returning: command) }
    }
  }

  /// Records a command.
  public func send(_ command: NavigationCommand) {
    let reader: CheckedContinuation<NavigationCommand, Never>? = lock.withLock {
      commands.append(command)
      guard !waiting.isEmpty else { return nil }
      unread += 1
      return waiting.removeFirst()
    }
    reader?.resume(returning: command)
  }

  /// Records a command and gives the outcome that was set for it.
  public func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    send(command)
    return lock.withLock { outcomes.isEmpty ? .unchanged(.nothingToDo) : outcomes.removeFirst() }
  }

  /// Records the command that opens the destination and gives the answer that was set for it.
  public func ask<D: Destination>(_ destination: D, in place: PresentationStyle) async -> NavigationAnswer<D.Answer> {
    switch place {
    case .page: send(.push(destination, policy: .always))
    case .popup: send(.popup(destination, policy: .always))
    }
    return lock.withLock { answers[D.id] as? NavigationAnswer<D.Answer> } ?? .dismissed
  }
}
