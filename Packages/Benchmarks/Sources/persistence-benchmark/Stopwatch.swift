import Foundation

/// Times, and figures that noise does not move much.
enum Stopwatch {
  /// The seconds that something takes.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  }

  /// The seconds that something asynchronous takes.
  static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try await body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  }

  /// The middle value; of an even number, the mean of the two in the middle.
  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// A number for people.
  static func text(_ value: Double, digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }

  /// Seconds as microseconds, for people.
  static func microseconds(_ seconds: Double) -> String { text(seconds * 1e6, digits: 0) + " µs" }
}
