import BenchmarkTools

/// Measured durations, in milliseconds.
struct Samples {
  private var milliseconds: [Double] = []

  mutating func add(_ duration: Duration) { milliseconds.append(duration / .milliseconds(1)) }

  mutating func measure(_ body: () throws -> Void) rethrows { add(try ContinuousClock().measure(body)) }

  var median: Double { percentile(50) }
  var maximum: Double { milliseconds.max() ?? 0 }

  /// Returns a percentile by the nearest-rank method.
  func percentile(_ percent: Int) -> Double {
    guard !milliseconds.isEmpty else { return 0 }
    let rank = (milliseconds.count * percent + 99) / 100
    return milliseconds.sorted()[max(rank, 1) - 1]
  }
}
