import Foundation

/// The Python library whose decoders are the measure, where it is installed.
enum Pillow {
  /// The interpreter: that of the variable `PYTHON`, else `python3`; nil where it has neither Pillow nor NumPy.
  static let python: String? = {
    let name = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
    return (try? run([name, "-c", "import PIL, numpy"])) == 0 ? name : nil
  }()

  /// How many random files are to be compared: the variable `IMAGES_CORPUS`.
  static let count = ProcessInfo.processInfo.environment["IMAGES_CORPUS"].flatMap(Int.init)

  /// Runs a program and waits for its end.
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
