import Foundation

/// The number of inputs in a fuzz loop: `IMAGES_FUZZ_INPUTS`, or by default enough for every test run.
enum FuzzInputs {
  static let count = ProcessInfo.processInfo.environment["IMAGES_FUZZ_INPUTS"].flatMap(Int.init) ?? 3_000
}
