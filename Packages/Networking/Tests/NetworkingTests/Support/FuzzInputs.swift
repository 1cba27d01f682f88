import Foundation

/// The number of inputs in a fuzz test: `NETWORKING_FUZZ_INPUTS`, or a default that suits every test run.
///
/// Fuzz tests use all processor time. With many more inputs, other tests would have to wait for them on two cores.
enum FuzzInputs {
  static let count = ProcessInfo.processInfo.environment["NETWORKING_FUZZ_INPUTS"].flatMap(Int.init) ?? 10_000
}
