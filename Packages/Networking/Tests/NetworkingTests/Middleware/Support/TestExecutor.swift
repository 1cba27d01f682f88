import Foundation

/// An executor that runs jobs one at a time, and reports when all tasks have ended or are waiting.
///
/// `@unchecked Sendable`: `lock` protects `pending` and `waiters`.
final class TestExecutor: @unchecked Sendable {
  private let queue = DispatchQueue(label: "TestExecutor")
  private let lock = NSLock()
  /// The number of unfinished jobs.
  private var pending = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Runs a task on the executor, together with all nonisolated code that it calls.
  func start<Success: Sendable>(_ operation: @escaping @Sendable () async throws -> Success) -> Task<Success, any Error>
  {
    guard #available(macOS 15, iOS 18, *) else { preconditionFailure("Task executors need macOS 15 or iOS 18.") }
    return Task(executorPreference: self, operation: operation)
  }

  /// Waits until no task can continue.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = lock.withLock {
        if pending > 0 { waiters.append(continuation) }
        return pending == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  private func endJob() {
    let idle = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      pending -= 1
      guard pending == 0 else { return [] }
      defer { waiters = [] }
      return waiters
    }
    for waiter in idle { waiter.resume() }
  }
}

@available(macOS 15, iOS 18, *)
extension TestExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { pending += 1 }
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      endJob()
    }
  }
}
