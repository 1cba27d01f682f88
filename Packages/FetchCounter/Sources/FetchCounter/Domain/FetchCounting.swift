import Foundation

/// Counts the fetches that are under way at the same time, several with one write.
///
/// A code waits for others only while more fetches are still asking than have their codes, or than a write takes as long as, and
/// never long. So one fetch alone is written at once, of a few at a time half are written together while the other half asks, and
/// of many all but those few.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class FetchCounting: @unchecked Sendable {
  /// How many fetches ask in about the time of a write; more of them are waited for.
  private static let askingDuringWrite = 5
  /// How long a code waits for others at most.
  static let longestWait = Duration.milliseconds(5)

  private struct Waiter {
    let code: FetchedCode
    let continuation: CheckedContinuation<Result<Int, any Error>, Never>
  }

  private let store: any FetchCountStoring
  private let clock: any Clock<Duration>
  private let lock = NSLock()
  /// The fetches that have no code yet.
  private var asking = 0
  /// Those that have one, in the order of their coming.
  private var waiting: [Waiter] = []
  private var isWriting = false
  /// Counts the writes, so that a wait that is over can tell whether what it waited for was written.
  private var writes = 0
  /// Whether the store could be read or written while fetches have been under way without a break.
  private var isUsable = false

  init(store: any FetchCountStoring, clock: any Clock<Duration>) {
    self.store = store
    self.clock = clock
  }

  /// A fetch begins to ask.
  ///
  /// The store is read, unless a fetch that is still under way has found it usable: with a damaged one nothing is to be sent.
  ///
  /// - Throws: The store's error, unchanged; the fetch has not begun then.
  func begin() throws {
    let isKnown = lock.withLock {
      if asking == 0, waiting.isEmpty, !isWriting { isUsable = false }
      return isUsable
    }
    if !isKnown { _ = try store.load() }
    lock.withLock {
      asking += 1
      isUsable = true
    }
  }

  /// A fetch ends without a code.
  func giveUp() {
    lock.withLock { asking -= 1 }
    writeIfDue()
  }

  /// Counts a fetch that has its code.
  ///
  /// - Parameters:
  ///   - code: What was fetched.
  ///   - onWaiting: Called once the fetch has nothing more to do until it is counted, so that this thread can do what others wait for.
  /// - Returns: The count with it; durable.
  /// - Throws: The store's error, unchanged; it is not counted then.
  func count(_ code: FetchedCode, onWaiting: () -> Void) async throws -> Int {
    let result = await withCheckedContinuation { continuation in
      let isFirst = lock.withLock {
        asking -= 1
        waiting.append(Waiter(code: code, continuation: continuation))
        return waiting.count == 1
      }
      if !writeIfDue(), isFirst { writeAfterLongestWait() }
      onWaiting()
    }
    return try result.get()
  }

  /// Begins to write what waits if that is due and nothing is being written.
  ///
  /// - Returns: Whether there is nothing to wait for any more.
  @discardableResult
  private func writeIfDue(isOverdue: Bool = false) -> Bool {
    let begins = lock.withLock {
      let isDue = isOverdue || (waiting.count >= asking && asking <= Self.askingDuringWrite)
      guard !isWriting, !waiting.isEmpty, isDue else { return false }
      isWriting = true
      return true
    }
    // A task of its own, which is not cancelled with the fetch: once the code is there, it is counted.
    if begins { Task { await write() } }
    return begins
  }

  private func writeAfterLongestWait() {
    let awaited = lock.withLock { writes }
    Task {
      // Nobody cancels this task; were it cancelled, writing early would do no harm.
      try? await clock.sleep(for: Self.longestWait)
      let isStillWaiting = lock.withLock { writes == awaited }
      if isStillWaiting { writeIfDue(isOverdue: true) }
    }
  }

  private func write() async {
    let group = lock.withLock {
      defer { waiting = [] }
      writes += 1
      return waiting
    }
    let result: Result<FetchCount, any Error>
    do {
      result = .success(
        try await store.update { fetchCount in
          for waiter in group { fetchCount.add(waiter.code) }
        }
      )
    } catch {
      result = .failure(error)
    }
    let wait = lock.withLock {
      isWriting = false
      if case .failure = result { isUsable = false }
      return !waiting.isEmpty
    }
    for (position, waiter) in group.enumerated() {
      waiter.continuation.resume(returning: result.map { $0.count - (group.count - 1 - position) })
    }
    if wait, !writeIfDue() { writeAfterLongestWait() }
  }
}
