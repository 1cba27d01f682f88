import Foundation

/// How many inputs a fuzz loop tries: enough for every run of the tests, or as many as the variable `IMAGES_FUZZ_INPUTS` says.
enum FuzzInputs {
  static let count = ProcessInfo.processInfo.environment["IMAGES_FUZZ_INPUTS"].flatMap(Int.init) ?? 3_000
}
