import Foundation

/// Returns whether the time of an operation grows linearly with the size of its input.
///
/// Only the calling thread's processor time counts, so other processes and threads don't affect the result. The closure
/// `prepare` returns the operation for an input with a given number of parts.
public func takesLinearTime(_ prepare: (_ count: Int) -> () -> Void) -> Bool {
  func nanoseconds(_ count: Int) -> UInt64 {
    let operation = prepare(count)
    let start = processorTime()
    operation()
    return processorTime() - start
  }
  _ = nanoseconds(1_000)
  // The ratio is 32 for linear time, and 1,024 for quadratic time.
  return (0..<3).contains { _ in nanoseconds(32_000) < 200 * nanoseconds(1_000) }
}

/// Returns the calling thread's processor time, in nanoseconds.
private func processorTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
