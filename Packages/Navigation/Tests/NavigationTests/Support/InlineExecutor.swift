/// An executor that runs jobs on the enqueuing thread, so a new task immediately runs to its first suspension.
@available(macOS 15, iOS 18, *)
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
