import NetworkingFoundation

final class CredentialStore: Sendable {
  /// The stores that the current task is refreshing; the task's own requests must not wait for these refreshes.
  @TaskLocal private static var refreshing: Set<ObjectIdentifier> = []

  private struct State {
    var current: Credential?
    var running: SharedOperation<Credential>?
    /// The start times of the refreshes in the current window.
    var starts: [Duration] = []
  }

  private enum Decision: Sendable {
    case use(Credential)
    case giveUp
    case wait(SharedOperation<Credential>)
    case start(SharedOperation<Credential>)
  }

  private let refresh: Authenticator.Refresh?
  private let limit: Authenticator.RefreshLimit
  private let time: TimeSource
  private let state: Locked<State>

  init(_ credential: Credential?, refresh: Authenticator.Refresh?, limit: Authenticator.RefreshLimit, time: TimeSource)
  {
    state = Locked(State(current: credential))
    self.refresh = refresh
    self.limit = limit
    self.time = time
  }

  var credential: Credential? {
    get { state.withLock { $0.current } }
    set {
      state.withLock { state in
        state.current = newValue
        // A refresh that started earlier must not undo a sign-out or a sign-in as another user.
        state.running = nil
      }
    }
  }

  var isRefreshingHere: Bool { Self.refreshing.contains(ObjectIdentifier(self)) }

  var canRefresh: Bool { refresh != nil }

  /// Returns the credential from another caller's refresh, or from a new refresh.
  ///
  /// `prepare` is called first, unless there is no refresh closure or the refresh limit has been reached.
  func replacement(
    for rejected: Credential?,
    preparing prepare: () -> Void = {}
  ) async throws(NetworkError) -> Credential? {
    let decision = decide(rejected)
    if case .giveUp = decision { return nil }
    prepare()
    switch decision {
    case .use(let credential): return credential
    case .giveUp: return nil
    case .wait(let running): return try await running.result()
    case .start(let new):
      run(new, replacing: rejected)
      return try await new.result()
    }
  }

  private func decide(_ rejected: Credential?) -> Decision {
    let now = time.now
    return state.withLock { state in
      if let current = state.current, current != rejected { return .use(current) }
      if let running = state.running { return .wait(running) }
      guard refresh != nil else { return .giveUp }
      state.starts.removeAll { now - $0 >= limit.window }
      guard state.starts.count < limit.count else { return .giveUp }
      state.starts.append(now)
      let operation = SharedOperation<Credential>()
      state.running = operation
      return .start(operation)
    }
  }

  private func run(_ operation: SharedOperation<Credential>, replacing rejected: Credential?) {
    guard let refresh else { return }
    // The refresh runs in its own task and continues even without waiters, because a refresh token may work only once.
    Task {
      let here = Self.refreshing.union([ObjectIdentifier(self)])
      let result = await Self.$refreshing.withValue(here) { await Self.outcome(of: refresh, rejected) }
      state.withLock { state in
        guard state.running === operation else { return }
        if case .success(let credential) = result { state.current = credential }
        state.running = nil
      }
      operation.finish(result)
    }
  }

  private static func outcome(
    of refresh: Authenticator.Refresh,
    _ rejected: Credential?
  ) async -> Result<Credential, NetworkError> {
    do {
      return .success(try await refresh(rejected))
    } catch {
      return .failure(.wrapping(error) { .authenticationFailed(reason: $0.wordsInSentence) })
    }
  }
}

/// An operation shared by several tasks; cancelling one waiting task doesn't affect the others.
private final class SharedOperation<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Result<Value, NetworkError>, Never>

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    /// The waiters that were cancelled before they started to wait.
    var cancelled: Set<Int> = []
    var outcome: Result<Value, NetworkError>?
  }

  private let state = Locked(State())

  func finish(_ result: Result<Value, NetworkError>) {
    let waiting = state.withLock { state -> [Waiter] in
      state.outcome = result
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiting { waiter.resume(returning: result) }
  }

  /// Waits for the result; throws ``NetworkError/cancelled`` as soon as the waiting task is cancelled.
  func result() async throws(NetworkError) -> Value {
    let number = state.withLock { state -> Int in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = takeOutcome(number, orWaitAs: continuation) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      leave(number)
    }
    return try outcome.get()
  }

  private func takeOutcome(_ number: Int, orWaitAs waiter: Waiter) -> Result<Value, NetworkError>? {
    state.withLock { state in
      if state.cancelled.remove(number) != nil { return .failure(.cancelled) }
      if state.outcome == nil { state.waiters[number] = waiter }
      return state.outcome
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      let waiter = state.waiters.removeValue(forKey: number)
      if waiter == nil { state.cancelled.insert(number) }
      return waiter
    }
    waiter?.resume(returning: .failure(.cancelled))
  }
}
