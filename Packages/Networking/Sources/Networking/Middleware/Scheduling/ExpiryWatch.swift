import Foundation

/// Tells when the time of those who wait is over, with one timer for all of them.
///
/// A timer each would be simpler, but one that is cancelled stays in memory until its time has come: a program that sends thousands of
/// requests with a limit of minutes would carry as many dead timers.
///
/// `@unchecked Sendable`: what changes is guarded by `lock`; `onExpiry` is set before the first use.
final class ExpiryWatch<Waiter: AnyObject & Sendable>: @unchecked Sendable {
  /// Called outside of the lock for each waiter whose time is over.
  var onExpiry: @Sendable (Waiter) -> Void = { _ in }

  private struct Entry {
    let waiter: Waiter
    let end: Duration
  }

  private let time: TimeSource
  private let lock = Lock()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var timer: (end: Duration, task: Task<Void, Never>)?

  init(time: TimeSource) { self.time = time }

  deinit { timer?.task.cancel() }

  /// Watches a waiter until ``remove(_:)``, or until its end, which is counted by the clock's ``TimeSource/now``.
  func add(_ waiter: Waiter, at end: Duration) {
    lock.withLock {
      entries[ObjectIdentifier(waiter)] = Entry(waiter: waiter, end: end)
      // Mostly there is one that ends sooner: requests come with like limits, one after the other.
      if timer.map({ end < $0.end }) ?? true { startTimer(until: end) }
    }
  }

  func remove(_ waiter: Waiter) {
    lock.withLock { entries[ObjectIdentifier(waiter)] = nil }
  }

  /// Under the lock.
  private func startTimer(until end: Duration) {
    timer?.task.cancel()
    let task = Task { [weak self, time] in
      do throws(NetworkError) {
        try await time.sleep(for: max(.zero, end - time.now))
      } catch {
        // Another timer has taken its place, or nobody is left.
        return
      }
      self?.expire()
    }
    timer = (end, task)
  }

  private func expire() {
    let now = time.now
    let due = lock.withLock { () -> [Entry] in
      let due = entries.values.filter { $0.end <= now }
      for entry in due { entries[ObjectIdentifier(entry.waiter)] = nil }
      timer = nil
      if let next = entries.values.lazy.map(\.end).min() { startTimer(until: next) }
      return due
    }
    for entry in due { onExpiry(entry.waiter) }
  }
}
