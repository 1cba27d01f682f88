import Foundation

/// The number of inputs in a fuzz loop, from `IMAGES_FUZZ_INPUTS`; the default suits every test run.
enum FuzzInputs {
  static let count = ProcessInfo.processInfo.environment["IMAGES_FUZZ_INPUTS"].flatMap(Int.init) ?? 3_000
}
