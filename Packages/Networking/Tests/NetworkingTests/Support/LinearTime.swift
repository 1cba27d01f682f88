import Foundation

/// Returns whether an operation's time grows linearly with the number of parts in its input.
///
/// Only this thread's processor time counts, so other processes and threads don't affect the result.
func takesLinearTime(_ prepare: (_ count: Int) -> () -> Void) -> Bool {
  func nanoseconds(_ count: Int) -> UInt64 {
    let operation = prepare(count)
    let start = processorTime()
    operation()
    return processorTime() - start
  }
  _ = nanoseconds(200)
  // Linear time results in a ratio of 32, and quadratic time in a ratio of 1,024.
  return (0..<3).contains { _ in nanoseconds(6_400) < 200 * nanoseconds(200) }
}

/// Returns the calling thread's processor time, in nanoseconds.
private func processorTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
