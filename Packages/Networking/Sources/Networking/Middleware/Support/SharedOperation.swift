import Foundation

/// What work that several wait for came to.
enum SharedOutcome<Value: Sendable>: Sendable {
  case result(Result<Value, NetworkError>)
  /// It can't be shared and was given to another one.
  case givenAway
}

/// One piece of work that several tasks wait for, each of which may be cancelled without harm to the others.
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
final class SharedOperation<Value: Sendable>: @unchecked Sendable {
  private typealias Waiter = CheckedContinuation<SharedOutcome<Value>, Never>

  /// A waiter's place.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  private let endsWhenAbandoned: Bool
  private let lock = NSLock()
  /// Everybody who wants the result, with the continuation of those who have begun to wait.
  private var waiters: [Ticket: Waiter?] = [:]
  private var lastNumber = 0
  private var outcome: SharedOutcome<Value>?
  private var owner: Ticket?
  private var task: Task<Void, Never>?
  private var isAbandoned = false

  /// Makes work that has not begun.
  ///
  /// - Parameter endsWhenAbandoned: Whether the work is cancelled when its last waiter is.
  init(endsWhenAbandoned: Bool) { self.endsWhenAbandoned = endsWhenAbandoned }

  /// Takes a place; `nil` where everybody has left and the work is being cancelled.
  func join() -> Ticket? {
    lock.withLock {
      guard !isAbandoned else { return nil }
      lastNumber += 1
      let ticket = Ticket(number: lastNumber)
      waiters[ticket] = .some(nil)
      return ticket
    }
  }

  /// Starts the work, once; it calls one of the `finish` functions at its end.
  func start(_ work: @escaping @Sendable () async -> Void) {
    let task = Self.begin(work)
    let isTooLate = lock.withLock {
      if outcome == nil { self.task = task }
      return isAbandoned
    }
    if isTooLate { task.cancel() }
  }

  /// Starts a task of its own; where the system can, without a change of threads before it first suspends.
  private static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { await work() }
    } else {
      Task { await work() }
    }
  }

  /// How many want the result now.
  var interest: Int { lock.withLock { waiters.count } }

  /// Gives the result to everybody who waits or will.
  func finish(_ result: Result<Value, NetworkError>) {
    let waiting = lock.withLock {
      outcome = .result(result)
      task = nil
      return stopWaiting()
    }
    for (_, waiter) in waiting { waiter.resume(returning: .result(result)) }
  }

  /// Gives the result to the one who came first, and tells the others to do the work themselves.
  func finishExclusively(_ value: Value) {
    let (waiting, first) = lock.withLock { () -> ([(ticket: Ticket, waiter: Waiter)], Ticket?) in
      let first = waiters.keys.min { $0.number < $1.number }
      owner = first
      let waiting = stopWaiting()
      // Kept only for an owner that has not begun to wait.
      let isDelivered = first == nil || waiting.contains { $0.ticket == first }
      outcome = isDelivered ? .givenAway : .result(.success(value))
      task = nil
      return (waiting, first)
    }
    for (ticket, waiter) in waiting {
      waiter.resume(returning: ticket == first ? .result(.success(value)) : .givenAway)
    }
  }

  /// Waits for the result; `nil` where it was given to another one.
  ///
  /// - Throws: ``NetworkError/cancelled`` as soon as the task is cancelled, whatever the work does.
  func result(for ticket: Ticket) async throws(NetworkError) -> Value? {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = takeOutcome(ticket, orWaitAs: continuation) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      leave(ticket)
    }
    switch outcome {
    case .result(let result): return try result.get()
    case .givenAway: return nil
    }
  }

  private func takeOutcome(_ ticket: Ticket, orWaitAs waiter: Waiter) -> SharedOutcome<Value>? {
    lock.withLock {
      guard waiters.keys.contains(ticket) else { return .result(.failure(.cancelled)) }
      guard let outcome else {
        waiters[ticket] = waiter
        return nil
      }
      guard let owner else { return outcome }
      guard owner == ticket else { return .givenAway }
      self.outcome = .givenAway
      return outcome
    }
  }

  /// Takes the continuations out; the places stay.
  private func stopWaiting() -> [(ticket: Ticket, waiter: Waiter)] {
    let waiting = waiters.compactMap { ticket, waiter in waiter.map { (ticket: ticket, waiter: $0) } }
    for (ticket, _) in waiting { waiters[ticket] = .some(nil) }
    return waiting
  }

  private func leave(_ ticket: Ticket) {
    let (waiter, abandoned) = lock.withLock { () -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = waiters.removeValue(forKey: ticket) else { return (nil, nil) }
      if endsWhenAbandoned && waiters.isEmpty && outcome == nil { isAbandoned = true }
      return (waiter, isAbandoned ? task : nil)
    }
    waiter?.resume(returning: .result(.failure(.cancelled)))
    abandoned?.cancel()
  }
}
