import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures operations of milliseconds by wall time, and beside it by the time that the processor spent, the system's part included.
enum Stopwatch {
  /// Prints the milliseconds of an operation: the best of nine rounds.
  static func report(_ name: String, limit: Int? = nil, _ body: () throws -> Int) rethrows {
    var best = Double.infinity
    var leastProcessor = Double.infinity
    var sum = 0
    for _ in 0..<9 {
      let start = processorMilliseconds()
      try best = min(best, milliseconds { sum &+= try body() })
      leastProcessor = min(leastProcessor, processorMilliseconds() - start)
    }
    // The sum is used, so that the work can't be left out.
    precondition(sum != .min)
    let bound = limit.map { " (at most \($0))" } ?? ""
    print("  \(name): \(rounded(best)) ms\(bound), \(rounded(leastProcessor)) ms of a processor")
  }

  /// The milliseconds that something takes.
  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let length = try ContinuousClock().measure(body)
    return Double(length.components.seconds) * 1e3 + Double(length.components.attoseconds) / 1e15
  }

  /// A number with three decimals.
  static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

  private static func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
