import Foundation

/// The nightly run's choice between short and long tests.
enum LongTests {
  /// Whether this run includes the long and hostile tests (`LONG_TESTS=1`).
  static let areEnabled = ProcessInfo.processInfo.environment["LONG_TESTS"] == "1"

  /// Returns the number of rounds of a repeated test for this run.
  static func rounds(byDay: Int, byNight: Int) -> Int { areEnabled ? byNight : byDay }
}
