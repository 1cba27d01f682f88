import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures very short operations by the time that the processor spends on them, so that what else runs counts little.
enum CPUTimer {
  /// Prints the nanoseconds of one operation: the best of seven rounds.
  static func report(_ name: String, limit: Double? = nil, count: Int = 2_000_000, _ body: () throws -> Int) rethrows {
    var best = Double.infinity
    var sum = 0
    for _ in 0..<7 {
      let start = now()
      for _ in 0..<count { sum &+= try body() }
      best = min(best, (now() - start) / Double(count))
    }
    // The sum is used, so that the work can't be left out.
    precondition(sum != .min)
    let bound = limit.map { " (at most \(Int($0)))" } ?? ""
    print("  \(name): \((best * 10).rounded() / 10) ns\(bound)")
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
