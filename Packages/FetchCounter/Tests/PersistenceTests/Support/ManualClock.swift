import Basics
import Foundation

/// A clock that only a test advances.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextNumber = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    var idleWaiters: [CheckedContinuation<Void, Never>] = []

    mutating func takeIdleWaiters() -> [CheckedContinuation<Void, Never>] {
      guard sleepers.isEmpty else { return [] }
      defer { idleWaiters = [] }
      return idleWaiters
    }
  }

  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          if state.cancelled.contains(number) { return nil }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          defer { state.waiters = [] }
          return state.waiters
        }
        guard let waiters else { return continuation.resume(throwing: CancellationError()) }
        for waiter in waiters { waiter.resume() }
      }
    } onCancel: {
      let (sleeper, idle) = state.withLock { state in
        state.cancelled.insert(number)
        return (state.sleepers.removeValue(forKey: number), state.takeIdleWaiters())
      }
      sleeper?.continuation.resume(throwing: CancellationError())
      for waiter in idle { waiter.resume() }
    }
  }

  /// Waits until a task sleeps, then advances the clock.
  func advance(by duration: Duration) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.sleepers.isEmpty { state.waiters.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if isReady { continuation.resume() }
    }
    let (woken, idle) = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return (due.values.map(\.continuation), state.takeIdleWaiters())
    }
    for continuation in woken { continuation.resume() }
    for waiter in idle { waiter.resume() }
  }

  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.sleepers.isEmpty { state.idleWaiters.append(continuation) }
        return state.sleepers.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }
}
