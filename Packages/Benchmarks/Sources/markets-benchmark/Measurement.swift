import Foundation

/// Times of operations that are long enough for a clock.
enum Measurement {
  static let rounds = 15

  /// The median of the seconds that an operation takes; one round before is not counted.
  @MainActor
  static func median(_ body: @MainActor () async throws -> Void) async rethrows -> Double {
    try await body()
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = DispatchTime.now().uptimeNanoseconds
      try await body()
      times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
    return times.sorted()[rounds / 2]
  }

  /// The longest of the seconds that several operations take.
  @MainActor
  static func longest(_ count: Int, _ body: @MainActor (Int) throws -> Void) rethrows -> Double {
    var longest = 0.0
    for index in 0..<count {
      let start = DispatchTime.now().uptimeNanoseconds
      try body(index)
      longest = max(longest, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
    return longest
  }

  /// Prints a line: a name, a figure, and the limit that is claimed.
  static func report(_ name: String, _ figure: String, limit: String? = nil) {
    print("  \(name): \(figure)\(limit.map { " (\($0))" } ?? "")")
  }

  /// Milliseconds for people.
  static func milliseconds(_ seconds: Double) -> String { "\(rounded(seconds * 1_000)) ms" }

  /// A figure with two decimals.
  static func rounded(_ value: Double) -> String {
    value.formatted(.number.precision(.fractionLength(2)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }
}
