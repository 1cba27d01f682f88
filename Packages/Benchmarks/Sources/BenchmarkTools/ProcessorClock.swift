#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures by the time that the processor spends, so that what else runs on the machine counts little.
public enum ProcessorClock {
  /// The seconds of processor time of one run: the best of some rounds, after one that fills the caches.
  ///
  /// - Parameters:
  ///   - rounds: How many rounds there are.
  ///   - runs: How many runs make a round, where one is too short to be measured.
  ///   - body: A run; its result is used, so that the work can't be left out.
  /// - Returns: The seconds.
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

  /// The seconds of processor time of the slowest of some steps, each taken once.
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

  /// The seconds that this thread has had a processor.
  public static var threadSeconds: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  /// The seconds that the threads of this process have had processors, the system's part included.
  public static var processSeconds: Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
