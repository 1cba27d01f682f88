import Foundation

/// How many inputs a fuzz loop tries: enough for every run of the tests, or as many as the variable `NETWORKING_FUZZ_INPUTS` says.
///
/// The loops are busy all the time; with many more, the tests that wait for something on two cores wait for them.
enum FuzzInputs {
  static let count = ProcessInfo.processInfo.environment["NETWORKING_FUZZ_INPUTS"].flatMap(Int.init) ?? 10_000
}
