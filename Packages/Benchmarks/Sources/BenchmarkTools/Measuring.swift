import Foundation

/// Measurement of processor time, which other programs on the machine barely affect.
public enum ProcessorClock {
  /// Returns the processor time of a single run, in seconds: the best of several rounds, after a warm-up run.
  ///
  /// The result of `body` is used, so the compiler can't remove the work.
  public static func best(rounds: Int = 7, runs: Int = 1, _ body: () throws -> Int) rethrows -> Double {
    var sum = try body()
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = threadSeconds
      for _ in 0..<runs { sum &+= try body() }
      best = min(best, (threadSeconds - start) / Double(runs))
    }
    precondition(sum != .min)
    return best
  }

  /// Runs each step once, and returns the processor time of the slowest step, in seconds.
  public static func slowest(_ steps: Int, _ body: (Int) -> Int) -> Double {
    var sum = 0
    var worst = 0.0
    for step in 0..<steps {
      let start = threadSeconds
      sum &+= body(step)
      worst = max(worst, threadSeconds - start)
    }
    precondition(sum != .min)
    return worst
  }

  /// The processor time of all threads in this process, in seconds, including kernel time.
  public static var processSeconds: Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

  private static var threadSeconds: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Measurement of wall time.
public enum Stopwatch {
  /// Returns the duration of an operation, in seconds.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
  }

  /// Returns the duration of an asynchronous operation in the caller's isolation, in seconds.
  public static func seconds(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}

/// Robust statistics for measurements.
public enum Statistics {
  /// Returns the median, which for an even number of values is the mean of the two middle values.
  public static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
