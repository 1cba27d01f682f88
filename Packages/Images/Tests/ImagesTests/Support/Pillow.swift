import Foundation

/// The Python library with the reference decoders, if installed.
enum Pillow {
  /// The interpreter `PYTHON` or `python3`; `nil` without Pillow or NumPy.
  static let python: String? = {
    let name = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
    return (try? run([name, "-c", "import PIL, numpy"])) == 0 ? name : nil
  }()

  /// The number of random files, from `IMAGES_CORPUS`.
  static let count = ProcessInfo.processInfo.environment["IMAGES_CORPUS"].flatMap(Int.init)

  /// Runs a program and returns its exit status.
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
