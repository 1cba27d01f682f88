import Foundation

/// The number of inputs of a fuzz loop: `NETWORKING_FUZZ_INPUTS`, or by default enough for every test run.
///
/// The loops use all processor time; with many more inputs, other tests would have to wait for them on two cores.
enum FuzzInputs {
  static let count = ProcessInfo.processInfo.environment["NETWORKING_FUZZ_INPUTS"].flatMap(Int.init) ?? 10_000
}
