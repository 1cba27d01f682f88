import Foundation

/// The queue of a scheduler and those who wait in it.
///
/// `@unchecked Sendable`: `queue` and the waiters in it are guarded by `lock`.
final class SchedulerCore: @unchecked Sendable {
  /// A task that waits for its slot.
  ///
  /// `@unchecked Sendable`: all variables are guarded by the core's lock.
  final class Waiter: @unchecked Sendable {
    fileprivate var continuation: CheckedContinuation<Result<Slot, NetworkError>, Never>?
    fileprivate var entry: SchedulerQueue<Waiter>.Entry?
    fileprivate var failure: NetworkError?
    fileprivate let deadline: RequestDeadline
    fileprivate let queueLimit: Duration?
    fileprivate let origin: Origin

    fileprivate init(for origin: Origin, deadline: RequestDeadline, queueLimit: Duration?) {
      self.origin = origin
      self.deadline = deadline
      self.queueLimit = queueLimit
    }

    /// The time at which the wait fails, unless its host's queue moves on.
    fileprivate func end(standingStillSince start: Duration) -> Duration? {
      [deadline.end, queueLimit.map { start + $0 }].compactMap { $0 }.min()
    }

    fileprivate func takeContinuation() -> CheckedContinuation<Result<Slot, NetworkError>, Never>? {
      defer { continuation = nil }
      return continuation
    }
  }

  private let time: TimeSource
  private let lock = Lock()
  private var queue: SchedulerQueue<Waiter>
  /// Whether so many waited at the same time that their memory is worth giving back.
  private var hadBurst = false
  private let expiries: ExpiryWatch<Waiter>

  init(limits: RequestScheduler.Limits, time: TimeSource) {
    self.time = time
    queue = SchedulerQueue(limits: limits)
    expiries = ExpiryWatch(time: time)
    expiries.onExpiry = { [weak self] in self?.expire($0) }
  }

  var statistics: RequestScheduler.Statistics {
    lock.withLock { RequestScheduler.Statistics(active: queue.active, queued: queue.waitingCount) }
  }

  /// Takes a slot at once; `nil` where one has to wait.
  func takeSlot(for origin: Origin) -> Slot? {
    lock.withLock { queue.takeSlot(for: origin) } ? Slot(core: self, origin: origin) : nil
  }

  /// Waits for a slot.
  ///
  /// - Throws: ``NetworkError/cancelled``, the deadline's failure, or a timeout of the phase ``NetworkError/TimeoutPhase/queue``.
  func waitForSlot(
    for origin: Origin,
    priority: RequestPriority,
    handle: PriorityHandle?,
    deadline: RequestDeadline,
    queueLimit: Duration?
  ) async throws(NetworkError) -> Slot {
    let waiter = Waiter(for: origin, deadline: deadline, queueLimit: queueLimit)
    if let end = waiter.end(standingStillSince: time.now) { expiries.add(waiter, at: end) }
    defer {
      expiries.remove(waiter)
      handle?.removeListener(for: waiter)
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue(waiter, continuation, for: origin, priority: priority)
        handle?.add({ [self] in raise(waiter, to: $0) }, for: waiter)
      }
    } onCancel: {
      remove(waiter, because: .cancelled)
    }
    return try result.get()
  }

  /// Fails a request whose time is over, or gives it more time when its host's queue has moved meanwhile.
  private func expire(_ waiter: Waiter) {
    let failure = lock.withLock { () -> NetworkError? in
      let now = time.now
      if let end = waiter.deadline.end, end <= now { return waiter.deadline.expired }
      // Without an entry it isn't in the queue yet, or not any more: then the failure does no harm.
      if let entry = waiter.entry, let end = waiter.end(standingStillSince: queue.standstillStart(of: entry)),
        end > now
      {
        expiries.add(waiter, at: end)
        return nil
      }
      return .timedOut(.queue, limit: waiter.queueLimit ?? .zero, origin: waiter.origin.description)
    }
    if let failure { remove(waiter, because: failure) }
  }

  fileprivate func free(_ origin: Origin, after outcome: SlotOutcome) {
    enum Next { case nothing, relief, grant }
    let next = lock.withLock { () -> Next in
      queue.freeSlot(of: origin, after: outcome)
      guard queue.waitingCount == 0 else { return .grant }
      guard hadBurst, queue.active == 0 else { return .nothing }
      hadBurst = false
      return .relief
    }
    switch next {
    case .nothing: break
    case .relief: MemoryRelief.planAfterBurst()
    case .grant: grant()
    }
  }

  private func enqueue(
    _ waiter: Waiter,
    _ continuation: CheckedContinuation<Result<Slot, NetworkError>, Never>,
    for origin: Origin,
    priority: RequestPriority
  ) {
    let failure = lock.withLock {
      if waiter.failure == nil {
        waiter.continuation = continuation
        waiter.entry = queue.enqueue(waiter, for: origin, priority: priority, now: time.now)
        if queue.waitingCount >= MemoryRelief.burst { hadBurst = true }
      }
      return waiter.failure
    }
    if let failure {
      continuation.resume(returning: .failure(failure))
    } else {
      grant()
    }
  }

  private func raise(_ waiter: Waiter, to priority: RequestPriority) {
    lock.withLock {
      if let entry = waiter.entry { queue.raise(entry, to: priority) }
    }
  }

  private func remove(_ waiter: Waiter, because failure: NetworkError) {
    let continuation = lock.withLock {
      () -> CheckedContinuation<Result<Slot, NetworkError>, Never>? in
      waiter.failure = failure
      guard let entry = waiter.entry, queue.remove(entry) else { return nil }
      waiter.entry = nil
      return waiter.takeContinuation()
    }
    continuation?.resume(returning: .failure(failure))
  }

  /// Hands out what is free.
  private func grant() {
    let now = time.now
    while true {
      let granted = lock.withLock { () -> (CheckedContinuation<Result<Slot, NetworkError>, Never>?, Origin)? in
        guard let entry = queue.next(now: now) else { return nil }
        // The entry and its waiter hold each other until here.
        entry.payload.entry = nil
        return (entry.payload.takeContinuation(), entry.origin)
      }
      guard let (continuation, origin) = granted else { return }
      continuation?.resume(returning: .success(Slot(core: self, origin: origin)))
    }
  }
}

/// A right to send, given back once, at the latest when its last reference goes away.
///
/// `@unchecked Sendable`: `core` is guarded by `lock`.
final class Slot: @unchecked Sendable {
  private let lock = Lock()
  private var core: SchedulerCore?
  private let origin: Origin

  fileprivate init(core: SchedulerCore, origin: Origin) {
    self.core = core
    self.origin = origin
  }

  deinit { free() }

  func free(after outcome: SlotOutcome = .unknown) {
    let core = lock.withLock {
      defer { self.core = nil }
      return self.core
    }
    core?.free(origin, after: outcome)
  }
}
