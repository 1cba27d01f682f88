import Foundation

/// The Python library that provides the reference decoders, if it is installed.
enum Pillow {
  /// The Python interpreter named by `PYTHON`, or `python3`.
  ///
  /// The value is `nil` if Pillow or NumPy isn't installed.
  static let python: String? = {
    let name = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
    return (try? run([name, "-c", "import PIL, numpy"])) == 0 ? name : nil
  }()

  /// The number of random files to compare, from `IMAGES_CORPUS`.
  static let count = ProcessInfo.processInfo.environment["IMAGES_CORPUS"].flatMap(Int.init)

  /// Runs a program, waits for it to exit, and returns its exit status.
  @discardableResult
  static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
