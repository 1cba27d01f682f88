#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures by the time that the processor spends, so that what else runs on the machine counts little.
enum Measure {
  /// The seconds of processor time of one run: the best of some rounds, after one that fills the caches.
  static func seconds(rounds: Int = 7, runs: Int = 1, _ body: () -> Int) -> Double {
    var sum = body()
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = now()
      for _ in 0..<runs { sum &+= body() }
      best = min(best, (now() - start) / Double(runs))
    }
    // The sum is used, so that the work can't be left out.
    precondition(sum != .min)
    return best
  }

  /// The seconds of the slowest of some steps, each taken once; the first one is not counted apart.
  static func slowest(_ steps: Int, _ body: (Int) -> Int) -> Double {
    var sum = 0
    var worst = 0.0
    for step in 0..<steps {
      let start = now()
      sum &+= body(step)
      worst = max(worst, now() - start)
    }
    precondition(sum != .min)
    return worst
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
