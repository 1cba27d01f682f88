/// Measures operations of milliseconds by wall time.
enum Stopwatch {
  /// Prints the milliseconds of an operation: the best of nine rounds.
  static func report(_ name: String, limit: Int? = nil, _ body: () throws -> Int) rethrows {
    var best = Double.infinity
    var sum = 0
    for _ in 0..<9 {
      try best = min(best, milliseconds { sum &+= try body() })
    }
    // The sum is used, so that the work can't be left out.
    precondition(sum != .min)
    print("  \(name): \((best * 1_000).rounded() / 1_000) ms\(limit.map { " (at most \($0))" } ?? "")")
  }

  /// The milliseconds that something takes.
  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let length = try ContinuousClock().measure(body)
    return Double(length.components.seconds) * 1e3 + Double(length.components.attoseconds) / 1e15
  }
}
