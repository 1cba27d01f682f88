import Basics
import Foundation

/// Counts the fetches that are under way at the same time, several with one write.
///
/// A code waits, never for long, while more fetches are requesting than have their codes. One fetch alone is written at once.
/// Without this, a thousand fetches with 16 at a time took 1.4 times as long.
final class FetchCounting: Sendable {
  /// The number of fetches that request in about the time of a write; a write waits for the rest.
  private static let requestingDuringWrite = 5
  /// The longest time that a code waits for others.
  static let longestWait = Duration.milliseconds(5)

  private struct Waiter {
    let code: FetchedCode
    let continuation: CheckedContinuation<Result<Int, any Error>, Never>
  }

  private struct State {
    /// The number of fetches that have no code yet.
    var requesting = 0
    /// The fetches that have their code, in the order of arrival.
    var waiting: [Waiter] = []
    var isWriting = false
    /// The number of writes so far; tells a wait that has ended whether its code was written.
    var writes = 0
    /// Whether the store could be read or written while fetches have been under way without a break.
    var isUsable = false
  }

  private let store: any FetchCountStoring
  private let clock: any Clock<Duration>
  /// The time zone that decides about the day of a fetch.
  private let timeZone: @Sendable () -> TimeZone
  private let state = Locked(State())

  init(
    store: any FetchCountStoring,
    clock: any Clock<Duration>,
    timeZone: @escaping @Sendable () -> TimeZone = { .autoupdatingCurrent }
  ) {
    self.store = store
    self.clock = clock
    self.timeZone = timeZone
  }

  /// Begins a fetch; throws the store's error if the count couldn't rise, so that nothing is sent.
  func begin() throws {
    let isKnown = state.withLock { state in
      if state.requesting == 0, state.waiting.isEmpty, !state.isWriting { state.isUsable = false }
      return state.isUsable
    }
    if !isKnown { _ = try store.load() }
    state.withLock { state in
      state.requesting += 1
      state.isUsable = true
    }
  }

  /// Ends a fetch without a code.
  func giveUp() {
    state.withLock { $0.requesting -= 1 }
    writeIfDue()
  }

  /// Counts a fetch, calls `onWaiting` while it waits for the write, and returns the durable count.
  func count(_ code: FetchedCode, onWaiting: () -> Void) async throws -> Int {
    let result = await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        state.requesting -= 1
        state.waiting.append(Waiter(code: code, continuation: continuation))
        return state.waiting.count == 1
      }
      if !writeIfDue(), isFirst { writeAfterLongestWait() }
      onWaiting()
    }
    return try result.get()
  }

  /// Begins to write the waiting codes if a write is due and none is running, and returns whether it began.
  @discardableResult
  private func writeIfDue(isOverdue: Bool = false) -> Bool {
    let begins = state.withLock { state in
      let isDue =
        isOverdue || (state.waiting.count >= state.requesting && state.requesting <= Self.requestingDuringWrite)
      guard !state.isWriting, !state.waiting.isEmpty, isDue else { return false }
      state.isWriting = true
      return true
    }
    // A task of its own, which is not cancelled with the fetch: once the code is there, it is counted.
    if begins { Task { await write() } }
    return begins
  }

  private func writeAfterLongestWait() {
    let awaited = state.withLock { $0.writes }
    Task {
      // No caller cancels this task, and writing early would do no harm.
      try? await clock.sleep(for: Self.longestWait)
      let isStillWaiting = state.withLock { $0.writes == awaited }
      if isStillWaiting { writeIfDue(isOverdue: true) }
    }
  }

  private func write() async {
    let group = state.withLock { state in
      defer { state.waiting = [] }
      state.writes += 1
      return state.waiting
    }
    let (codes, timeZone) = (group.map(\.code), timeZone())
    let result: Result<FetchCount, any Error>
    do {
      result = .success(
        try await store.update { fetchCount in for code in codes { fetchCount.add(code, in: timeZone) } }
      )
    } catch {
      result = .failure(error)
    }
    let waits = state.withLock { state in
      state.isWriting = false
      if case .failure = result { state.isUsable = false }
      return !state.waiting.isEmpty
    }
    for (position, waiter) in group.enumerated() {
      waiter.continuation.resume(returning: result.map { $0.count - (group.count - 1 - position) })
    }
    if waits, !writeIfDue() { writeAfterLongestWait() }
  }
}
