import Foundation

/// The number of inputs in a fuzz test: `NETWORKING_FUZZ_INPUTS`, or a default.
///
/// Fuzz tests use all processor time, so with many more inputs, other tests would have to wait on a dual-core machine.
enum FuzzInputs {
  static let count = ProcessInfo.processInfo.environment["NETWORKING_FUZZ_INPUTS"].flatMap(Int.init) ?? 10_000
}
