import NetworkingFoundation

final class SchedulerCore: Sendable {
  private typealias Continuation = CheckedContinuation<Result<Slot, NetworkError>, Never>

  private struct Waiter {
    let origin: Origin
    let deadline: RequestDeadline
    let queueLimit: Duration?
    var priority: RequestPriority
    var end: Duration?
    var continuation: Continuation?
    /// The position in the queue; `nil` before the task waits and after it has a slot.
    var entry: SchedulerQueue<UInt64>.Entry?
    var failure: NetworkError?

    /// Returns the time at which the wait fails unless the host's queue makes progress.
    func end(standingStillSince start: Duration) -> Duration? {
      [deadline.end, queueLimit.map { start + $0 }].compactMap { $0 }.min()
    }

    mutating func takeContinuation() -> Continuation? {
      defer { continuation = nil }
      return continuation
    }
  }

  private struct State {
    var queue: SchedulerQueue<UInt64>
    var waiters: [UInt64: Waiter] = [:]
    var lastWaiter: UInt64 = 0
    /// Whether so many tasks waited at the same time that their memory should be returned to the system.
    var hadBurst = false
    /// A single timer for all waiters.
    ///
    /// A cancelled timer stays in memory until it would have fired, so one timer per request would use a lot of memory.
    var timer: (end: Duration, task: Task<Void, Never>)?
  }

  private let time: TimeSource
  private let state: Locked<State>

  init(limits: RequestScheduler.Limits, time: TimeSource) {
    self.time = time
    state = Locked(State(queue: SchedulerQueue(limits: limits)))
  }

  deinit { state.withLock { $0.timer?.task.cancel() } }

  var statistics: RequestScheduler.Statistics {
    state.withLock { RequestScheduler.Statistics(active: $0.queue.active, queued: $0.queue.waitingCount) }
  }

  func takeSlot(for origin: Origin) -> Slot? {
    state.withLock { $0.queue.takeSlot(for: origin) } ? Slot(core: self, origin: origin) : nil
  }

  /// Waits for a slot.
  ///
  /// - Throws: ``NetworkError/cancelled``, the deadline's error, or a timeout in the phase
  ///   ``NetworkError/TimeoutPhase/queue``.
  func waitForSlot(
    for origin: Origin,
    priority: RequestPriority,
    handle: PriorityHandle?,
    deadline: RequestDeadline,
    queueLimit: Duration?
  ) async throws(NetworkError) -> Slot {
    let now = time.now
    let id = state.withLock { state -> UInt64 in
      var waiter = Waiter(origin: origin, deadline: deadline, queueLimit: queueLimit, priority: priority)
      waiter.end = waiter.end(standingStillSince: now)
      if let end = waiter.end { checkTimer(&state, endsBy: end) }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = waiter
      return state.lastWaiter
    }
    let listener = handle?.addListener { [self] in raise(id, to: $0) }
    defer {
      state.withLock { $0.waiters[id] = nil }
      if let listener { handle?.removeListener(listener) }
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue(id, $0) }
    } onCancel: {
      fail(id, with: .cancelled)
    }
    return try result.get()
  }

  private func enqueue(_ id: UInt64, _ continuation: Continuation) {
    let now = time.now
    let failure = state.withLock { state -> NetworkError? in
      guard var waiter = state.waiters[id] else { return .cancelled }
      if let failure = waiter.failure { return failure }
      waiter.continuation = continuation
      waiter.entry = state.queue.enqueue(id, for: waiter.origin, priority: waiter.priority, now: now)
      state.waiters[id] = waiter
      if state.queue.waitingCount >= MemoryRelief.burst { state.hadBurst = true }
      return nil
    }
    if let failure { continuation.resume(returning: .failure(failure)) } else { grant() }
  }

  private func raise(_ id: UInt64, to priority: RequestPriority) {
    state.withLock { state in
      guard let waiter = state.waiters[id], priority > waiter.priority else { return }
      state.waiters[id]?.priority = priority
      if let entry = waiter.entry { state.queue.raise(entry, to: priority) }
    }
  }

  private func fail(_ id: UInt64, with failure: NetworkError) {
    let continuation = state.withLock { Self.fail(id, with: failure, &$0) }
    continuation?.resume(returning: .failure(failure))
  }

  private static func fail(_ id: UInt64, with failure: NetworkError, _ state: inout State) -> Continuation? {
    state.waiters[id]?.failure = failure
    guard let entry = state.waiters[id]?.entry, state.queue.remove(entry) else { return nil }
    state.waiters[id]?.entry = nil
    return state.waiters[id]?.takeContinuation()
  }

  fileprivate func free(_ origin: Origin, after outcome: SlotOutcome) {
    enum Next { case nothing, relief, grant }
    let next = state.withLock { state -> Next in
      state.queue.freeSlot(of: origin, after: outcome)
      guard state.queue.waitingCount == 0 else { return .grant }
      guard state.hadBurst, state.queue.active == 0 else { return .nothing }
      state.hadBurst = false
      return .relief
    }
    switch next {
    case .nothing: break
    case .relief: MemoryRelief.planAfterBurst()
    case .grant: grant()
    }
  }

  private func grant() {
    let now = time.now
    while true {
      let granted = state.withLock { state -> (Continuation?, Origin)? in
        guard let entry = state.queue.next(now: now) else { return nil }
        state.waiters[entry.payload]?.entry = nil
        return (state.waiters[entry.payload]?.takeContinuation(), entry.origin)
      }
      guard let (continuation, origin) = granted else { return }
      continuation?.resume(returning: .success(Slot(core: self, origin: origin)))
    }
  }
}

// MARK: Timer

extension SchedulerCore {
  /// Starts the timer, unless a running timer fires early enough (the usual case, because most limits are equal).
  private func checkTimer(_ state: inout State, endsBy end: Duration) {
    if let timer = state.timer, timer.end <= end { return }
    state.timer?.task.cancel()
    let task = Task { [weak self, time] in
      do throws(NetworkError) {
        try await time.sleep(for: max(.zero, end - time.now))
      } catch {
        // A timer that fires earlier has replaced this one, or the scheduler has been released.
        return
      }
      self?.expire()
    }
    state.timer = (end, task)
  }

  /// Fails the waiters whose deadlines have passed, unless their host's queue made progress.
  private func expire() {
    let now = time.now
    let failures = state.withLock { state -> [(Continuation, NetworkError)] in
      var failures: [(Continuation, NetworkError)] = []
      for (id, waiter) in state.waiters where waiter.end.map({ $0 <= now }) ?? false {
        if let failure = Self.check(waiter, id, &state, now),
          let continuation = Self.fail(id, with: failure, &state)
        {
          failures.append((continuation, failure))
        }
      }
      state.timer = nil
      if let next = state.waiters.values.lazy.compactMap(\.end).min() { checkTimer(&state, endsBy: next) }
      return failures
    }
    for (continuation, failure) in failures { continuation.resume(returning: .failure(failure)) }
  }

  /// Returns the error for an expired wait; `nil` if the host queue's progress extended the wait.
  private static func check(_ waiter: Waiter, _ id: UInt64, _ state: inout State, _ now: Duration) -> NetworkError? {
    state.waiters[id]?.end = nil
    if let end = waiter.deadline.end, end <= now { return waiter.deadline.expired }
    // A task without an entry either isn't in the queue yet or has already left it. If it has left, the failure has no
    // effect.
    if let entry = waiter.entry, let end = waiter.end(standingStillSince: state.queue.standstillStart(of: entry)),
      end > now
    {
      state.waiters[id]?.end = end
      return nil
    }
    return .timedOut(.queue, limit: waiter.queueLimit ?? .zero, origin: waiter.origin.description)
  }
}

/// The right to send a request, returned exactly once: explicitly, or when the last reference is released.
final class Slot: Sendable {
  private let core: Locked<SchedulerCore?>
  private let origin: Origin

  fileprivate init(core: SchedulerCore, origin: Origin) {
    self.core = Locked(core)
    self.origin = origin
  }

  deinit { free() }

  func free(after outcome: SlotOutcome = .unknown) {
    let core = core.withLock { core -> SchedulerCore? in
      defer { core = nil }
      return core
    }
    core?.free(origin, after: outcome)
  }
}
